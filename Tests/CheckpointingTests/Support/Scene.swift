import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport

@testable import Checkpointing

/// A data folder of a test's own, with one document's checkpoint.
struct Scene {
    let store: CheckpointStore
    let identifier = CheckpointIdentifier(for: "/document.pdf")
    let header = CheckpointHeader(path: "/document.pdf", base: "base")

    static func use(_ body: (Scene) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in try await body(Scene(in: folder)) }
    }

    /// The same where nothing waits for a disk (shm_overview(7)), for tests that write thousands of times.
    static func useInMemory(_ body: (Scene) async throws -> Void) async throws {
        let memory = FilePath("/dev/shm")
        guard Folder.isWritable(memory) else { return try await use(body) }
        let folder = memory.appending("pdfco-test-\(UUID().uuidString)")
        try PrivateFolder.make(folder)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        try await body(Scene(in: folder))
    }

    init(in folder: FilePath) {
        store = CheckpointStore(dataFolder: folder.appending("data"), timeout: .seconds(60))
    }

    var dataFolder: FilePath { store.folder.removingLastComponent() }

    /// Where the checkpoint stands.
    var path: FilePath { store.folder.appending(identifier.fileName) }

    /// Records changes, each for itself.
    func record(_ changes: String...) throws {
        for change in changes { try store.log(identifier).record(change) }
    }

    /// The changes that count, as somebody finds them who opens the checkpoint now; `nil` where there is none.
    func changes() throws -> [String]? { try store.contents(identifier)?.texts }

    /// The names in the checkpoints folder.
    func names() throws -> [String] { try store.folder.list() }

    /// Gives the checkpoint these bytes, as a crash or a bad disk might have left them.
    func put(_ bytes: [UInt8]) throws {
        try PrivateFolder.makeDurably(store.folder)
        path.removeName()
        try OpenFile(creating: path).write(bytes, at: 0)
    }

    /// The command that lets another process record `count` changes, named for it. It prints each when it is recorded, and
    /// `done` or an error.
    func command(_ name: String, count: Int, option: String? = nil) -> Command {
        let program = PDFCO.productsFolder.appending("pdfco-test-checkpointer").string
        let arguments = [dataFolder.string, identifier.description, name, "\(count)"]
        return Command(program, arguments + (option.map { [$0] } ?? []))
    }
}

extension CheckpointLog {
    func record(_ change: String) throws(CheckpointError) {
        try record(
            Array(change.utf8), editCount: 1, under: CheckpointHeader(path: "/document.pdf", base: "base"))
    }
}

extension CheckpointContents {
    /// The changes that count.
    var texts: [String] { appliedChanges.map { String(decoding: $0.payload, as: UTF8.self) } }

    /// The changes that were taken back.
    var undoneTexts: [String] { undoneChanges.map { String(decoding: $0.payload, as: UTF8.self) } }
}

/// The error of this module that `body` throws; nil if it throws none.
func checkpointError<Result: ~Copyable>(_ body: () throws(CheckpointError) -> Result) -> CheckpointError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
