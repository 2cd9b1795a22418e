import Checkpointing
import SystemPackage
import TestSupport

@testable import Documents

/// A document, and a data directory for its versions, which is not there until one is added.
struct VersionScene {
    let document: FilePath
    let data: FilePath
    let store: VersionStore

    static func use(_ body: (VersionScene) async throws -> Void) async throws {
        try await withTemporaryDirectory { root in
            let document = try Fixture.named("table.pdf").copy(into: root.making("documents"))
            let data = root.appending("data")
            try await body(VersionScene(document: document, data: data, store: VersionStore(dataDirectory: data)))
        }
    }

    var directory: FilePath { store.directory(of: document) }

    /// Keeps some bytes as a version.
    @discardableResult
    func add(_ text: String, isConflict: Bool = false) throws -> FileVersion {
        let file = document.removingLastComponent().appending("source")
        try file.write(text.utf8)
        return try FileVersion.addVersion(
            ofItemAt: document, withContentsOf: file, byMoving: true, isConflict: isConflict, in: store)
    }

    /// The bytes of the versions, as text.
    func texts() throws -> Set<String> {
        Set(try FileVersion.otherVersionsOfItem(at: document, in: store).map { try $0.text() })
    }

    /// All files below the directory of the versions.
    func files() throws -> [String] {
        try store.directory.listRecursively().filter { FilePath($0).extension != nil || $0.contains("tmp") }
    }
}

extension FileVersion {
    func text() throws -> String { String(decoding: try path.readBytes(), as: UTF8.self) }
}
