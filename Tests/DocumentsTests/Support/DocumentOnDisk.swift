import FoundationEssentials
import SystemPackage
import TestSupport

@testable import Documents
@testable import PDFModel

/// A copy of a fixture in a directory of its own, and what can be asked of it and done to it.
struct DocumentOnDisk {
    let directory: FilePath
    let path: FilePath

    /// Calls `body` with a copy of the fixture.
    static func with(
        _ fixture: String = "table.pdf", _ body: (DocumentOnDisk) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let path = try Fixture.named(fixture).copy(into: directory)
            try await body(DocumentOnDisk(directory: directory, path: path))
        }
    }

    func open(for intent: DocumentIntent<PDFContents> = .save()) throws(DocumentError) -> OpenDocument<PDFContents> {
        try OpenDocument<PDFContents>(openingFileAt: path, for: intent, password: password) {
            Date(timeIntervalSince1970: 1_725_192_000)
        }
    }

    /// The user password that the fixture has, if it is encrypted.
    var password: String? { path.lastComponent == "encrypted.pdf" ? "user" : nil }

    func bytes() throws -> [UInt8] { try path.readBytes() }

    /// The names of the annotations that the file on disk has.
    func annotationNames() throws -> [String] {
        try open(for: .read()).annotations().compactMap(\.annotation.name)
    }

    /// The names in the directory, sorted.
    func names() throws -> [String] { try directory.list() }
}

extension Edit {
    /// Adds a square to the first page.
    static func square(_ name: String) -> Edit {
        var square = Annotation("Square", page: 1, rect: Rectangle(100, 100, 140, 140))
        square.name = name
        return .add(square)
    }
}
