import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport

@testable import Checkpointing

/// A data directory of a test's own, with one document's checkpoint.
struct Scene {
    let store: CheckpointStore
    let identifier = CheckpointIdentifier(for: "/document.pdf")
    let header = CheckpointHeader(path: "/document.pdf", base: "base")

    static func use(_ body: (Scene) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in try await body(Scene(in: directory)) }
    }

    /// The same where nothing waits for a disk (shm_overview(7)), for tests that write thousands of times.
    static func useInMemory(_ body: (Scene) async throws -> Void) async throws {
        let memory = FilePath("/dev/shm")
        guard Directory.isWritable(memory) else { return try await use(body) }
        let directory = memory.appending("pdfco-test-\(UUID().uuidString)")
        try PrivateDirectory.make(directory)
        defer { try? FileManager.default.removeItem(atPath: directory.string) }
        try await body(Scene(in: directory))
    }

    init(in directory: FilePath) {
        store = CheckpointStore(dataDirectory: directory.appending("data"), timeout: .seconds(60))
    }

    var dataDirectory: FilePath { store.directory.removingLastComponent() }

    /// Where the checkpoint stands.
    var path: FilePath { store.directory.appending(identifier.fileName) }

    /// Records changes, each for itself.
    func record(_ changes: String...) throws {
        for change in changes { try store.log(identifier).record(change) }
    }

    /// The changes that count, as somebody finds them who opens the checkpoint now; `nil` where there is none.
    func changes() throws -> [String]? { try store.contents(identifier)?.texts }

    /// The names in the checkpoints directory.
    func names() throws -> [String] { try store.directory.list() }

    /// Gives the checkpoint these bytes, as a crash or a bad disk might have left them.
    func put(_ bytes: [UInt8]) throws {
        try PrivateDirectory.makeDurably(store.directory)
        path.removeName()
        try OpenFile(creating: path).write(bytes, at: 0)
    }

    /// The command that lets another process record `count` changes, named for it. It prints each when it is recorded, and
    /// `done` or an error.
    func command(_ name: String, count: Int, option: String? = nil) -> Command {
        let program = PDFCO.productsDirectory.appending("pdfco-test-checkpointer").string
        let arguments = [dataDirectory.string, identifier.description, name, "\(count)"]
        return Command(program, arguments + (option.map { [$0] } ?? []))
    }
}

extension CheckpointLog {
    func record(_ change: String, takesBack: Bool = false) throws(CheckpointError) {
        try record(
            Array(change.utf8), editCount: 1, takesBack: takesBack,
            under: CheckpointHeader(path: "/document.pdf", base: "base"))
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
