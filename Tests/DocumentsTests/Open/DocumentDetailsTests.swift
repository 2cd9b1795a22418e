import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// What an app asks an open document for, and the words of its errors.
struct DocumentDetailsTests {
    @Test func `Pages have the size and the rotation that readers show`() async throws {
        try await OpenDocumentScene.use("rotated.pdf") { scene in
            let document = try await scene.open()
            let pages = try await document.pageDetails()
            let shown = try await scene.pdfco("open", scene.path.string, "--json")
            struct Shown: Decodable {
                struct Page: Decodable {
                    var number: Int
                    var width: Double
                    var height: Double
                    var rotation: Int
                }
                var pageList: [Page]
            }
            let expected = try JSONDecoder().decode(Shown.self, from: Data(shown.output)).pageList
            #expect(pages.map(\.number) == expected.map(\.number))
            #expect(pages.map(\.width) == expected.map(\.width))
            #expect(pages.map(\.height) == expected.map(\.height))
            #expect(pages.map(\.rotation) == expected.map(\.rotation))
            #expect(Set(pages.map(\.rotation)).count > 1)
            #expect(try await document.pageDetails(.first).map(\.number) == [1])
        }
    }

    @Test(arguments: ["damaged-offsets.pdf", "certified.pdf"])
    func `An error says in the library what pdfco prints`(fixture: String) async throws {
        try await OpenDocumentScene.use(fixture) { scene in
            struct Printed: Decodable {
                var error: String
                var message: String
                var hint: String?
            }
            let result = try await scene.pdfco(
                "annotate", "square", scene.path.string, "--rect", "20,20,60,40", "--save", "--json")
            let printed = try JSONDecoder().decode(Printed.self, from: Data(result.errors))
            let document = try Document(fileAt: scene.path, scene.configuration())
            let error = await #expect(throws: DocumentError.self) {
                try await document.open()
                _ = try await document.perform([.square("one")])
            }
            #expect(error?.kind == printed.error)
            #expect(error?.reason == printed.message)
            #expect(printed.hint != nil)
        }
    }
}
