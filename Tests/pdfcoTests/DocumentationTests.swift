import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Compiles the programs that the documentation of the libraries shows.
struct DocumentationTests {
    struct Example: Sendable, CustomTestStringConvertible {
        /// Relative to Sources, such as `PDFModel/PDFModel.docc/PDFModel.md`.
        var page: String
        var text: String

        var testDescription: String { page }
    }

    /// The code blocks that import something, and so are whole programs.
    static let examples: [Example] = {
        let sources = Fixture.packageDirectory.appending("Sources")
        let pages = (try? sources.listRecursively().filter { $0.hasSuffix(".md") && $0.contains(".docc/") }) ?? []
        return pages.sorted().flatMap { page in
            let text = String(decoding: (try? sources.appending(page).readBytes()) ?? [], as: UTF8.self)
            return text.matches(of: #/(?s)```swift\n(import .*?)```/#).map { Example(page: page, text: String($0.1)) }
        }
    }()

    @Test(arguments: ["FileCoordination", "Checkpointing", "PDFModel", "Documents"])
    func `Every library shows a program`(library: String) {
        #expect(Self.examples.contains { $0.page.hasPrefix(library + "/") })
    }

    @Test(arguments: examples) func `The program compiles against the library`(_ example: Example) async throws {
        try await withTemporaryDirectory { directory in
            let main = directory.appending("main.swift")
            try main.write(Array(example.text.utf8))
            let package = Fixture.packageDirectory.string
            let products = PDFCO.productsDirectory.string
            let maps = [
                "\(products)/CLinux.build/module.modulemap", "\(products)/CQPDF.build/module.modulemap",
                "\(products)/CImages.build/module.modulemap",
                "\(package)/Sources/CNettle/module.modulemap", "\(package)/Sources/CLibQPDF/module.modulemap",
                "\(package)/Sources/CUnistring/module.modulemap", "\(package)/Sources/CExpat/module.modulemap",
                "\(package)/Sources/CMinizip/module.modulemap",
            ]
            let system = "\(package)/.build/checkouts/swift-system/Sources/CSystem/include"
            let search = ["-I", "\(products)/Modules", "-I", system]
            // The compiler is where the one is that runs this test.
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let result = try await Command(
                "swiftc",
                ["-typecheck", "-swift-version", "6", "-module-cache-path", "\(products)/ModuleCache"] + search
                    + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + [main.string],
                environment: ["PATH": path]
            ).run()
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }
}
