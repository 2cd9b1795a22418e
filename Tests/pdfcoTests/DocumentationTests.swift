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

    /// The code blocks of a page that are whole programs, because they import something.
    private static func programs(in page: FilePath) -> [String] {
        let text = String(decoding: (try? page.readBytes()) ?? [], as: UTF8.self)
        return text.matches(of: #/(?s)```swift\n((?:\/\/[^\n]*\n)?import .*?)```/#).map { String($0.1) }
    }

    static let examples: [Example] = {
        let sources = Fixture.packageDirectory.appending("Sources")
        let pages = (try? sources.listRecursively().filter { $0.hasSuffix(".md") && $0.contains(".docc/") }) ?? []
        return pages.sorted().flatMap { page in
            programs(in: sources.appending(page)).map { Example(page: page, text: $0) }
        }
    }()

    /// The names of the libraries that are products.
    static let libraries: [String] = {
        let manifest = (try? Fixture.packageDirectory.appending("Package.swift").readBytes()) ?? []
        return String(decoding: manifest, as: UTF8.self).matches(of: #/\.library\(name: "(\w+)"/#).map { String($0.1) }
    }()

    @Test(arguments: libraries) func `Every library has a tutorial, a program besides that of its first page`(
        library: String
    ) {
        let pages = Self.examples.map(\.page).filter { $0.hasPrefix("\(library)/\(library).docc/") }
        #expect(pages.contains { !$0.hasSuffix("/\(library).md") })
        #expect(Self.libraries.count == 5)
    }

    @Test func `The program of the guide is the example that make examples runs`() throws {
        let package = Fixture.packageDirectory
        let programs = Self.programs(in: package.appending("docs/guide.md"))
        let example = try package.appending("Examples/Sources/highlight/main.swift").readBytes()
        try #require(programs == [String(decoding: example, as: UTF8.self)])
        #expect(programs[0].split(separator: "\n").count <= 20)
    }

    /// What the compiler needs to find the libraries and the modules of C below them.
    static let moduleFlags: [String] = {
        let package = Fixture.packageDirectory.string
        let products = PDFCO.productsDirectory.string
        let maps =
            ["CLinux", "CQPDF", "CImages"].map { "\(products)/\($0).build/module.modulemap" }
            + ["CLibQPDF", "CMinizip", "CNettle", "CUnistring", "CExpat"].map {
                "\(package)/Sources/\($0)/module.modulemap"
            }
        let system = "\(package)/.build/checkouts/swift-system/Sources/CSystem/include"
        return ["-I", "\(products)/Modules", "-I", system] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }()

    @Test(arguments: examples) func `The program compiles against the library`(_ example: Example) async throws {
        try await withTemporaryDirectory { directory in
            let main = directory.appending("main.swift")
            try main.write(Array(example.text.utf8))
            // The compiler is where the one is that runs this test.
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let result = try await Command(
                "swiftc",
                ["-c", "-o", directory.appending("main.o").string, "-swift-version", "6"]
                    + ["-module-cache-path", "\(PDFCO.productsDirectory)/ModuleCache"]
                    + Self.moduleFlags + [main.string],
                environment: ["PATH": path, "TMPDIR": directory.string]
            ).run()
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }
}
