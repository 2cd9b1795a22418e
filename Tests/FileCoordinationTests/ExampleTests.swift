import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// The program in the library's essay.
struct ExampleTests {
    private static let essay = "Sources/FileCoordination/FileCoordination.docc/FileCoordinationOnLinux.md"

    private func text(_ path: String) throws -> String {
        String(decoding: try Fixture.packageDirectory.appending(path).readBytes(), as: UTF8.self)
    }

    @Test func `The essay shows the program that is tested here`() throws {
        let program = try text("Tests/CoordinationExample/main.swift")
        #expect(try text(Self.essay).contains("```swift\n\(program)```"))
    }

    @Test func `The program writes its count when another process reads`() async throws {
        try await Scene.use { scene in
            let program = PDFCO.productsDirectory.appending("coordination-example").string
            let count = scene.directory.appending("count")
            try count.write("".utf8)
            let script = "PDFCO_RUNTIME_DIR='\(scene.runtime)' exec '\(program)' '\(count)'"
            let peer = try Peer([], launcher: ["sh", "-c", script])
            for _ in 1...3 { try peer.say("line", answer: "counted") }
            let read = try scene.coordinator(within: .seconds(60)).coordinate(readingItemAt: count) { path in
                try? String(decoding: path.readBytes(), as: UTF8.self)
            }
            #expect(read == "3\n")
        }
    }
}
