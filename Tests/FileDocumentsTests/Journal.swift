import Checkpointing
import FileCoordination
import FileDocuments
import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A document of lines, which are only added: changes are lines, and so saves append to the file.
actor Journal: FileDocument {
    struct Unreadable: Error, Equatable {}

    nonisolated let core: DocumentCore
    nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }
    private(set) var text = ""
    /// The length of the file that was loaded, and how many bytes saves have written after copying it.
    private var loaded = 0
    private(set) var appended: [Int] = []
    private let mergesChanges: Bool

    init(_ path: FilePath, merging: Bool, _ configuration: DocumentConfiguration) throws {
        core = try DocumentCore(fileAt: path, configuration)
        mergesChanges = merging
    }

    func load(_ contents: [UInt8]) throws {
        guard !contents.contains(0) else { throw Unreadable() }
        text = String(decoding: contents, as: UTF8.self)
        loaded = contents.count
    }

    func apply(_ change: [UInt8]) throws {
        guard change.last == UInt8(ascii: "\n") else { throw Unreadable() }
        text += String(decoding: change, as: UTF8.self)
    }

    func merge(_ change: [UInt8]) throws {
        guard mergesChanges else { throw Unreadable() }
        try apply(change)
    }

    func contents() -> [UInt8] { Array(text.utf8) }

    func write(to output: inout DocumentOutput) throws {
        guard output.hasOriginal else { return try output.append(contents()) }
        try output.copyOriginal(count: loaded)
        let rest = Array(text.utf8.dropFirst(loaded))
        try output.append(rest)
        appended.append(rest.count)
        loaded += rest.count
    }

    func add(_ line: String) async throws(DocumentError) { try await perform(Array("\(line)\n".utf8)) }

    /// Adds the number of the line to the line.
    func addNumbered(_ line: String, atMost limit: Int = .max) async throws(DocumentError) {
        try await performChange {
            let number = text.split(separator: "\n").count + 1
            return number > limit ? nil : Array("\(number) \(line)\n".utf8)
        }
    }

    func lines() async throws(DocumentError) -> [String] {
        try await update()
        return text.split(separator: "\n").map(String.init)
    }
}

/// A journal on disk, and a data and a runtime directory of its own.
final class JournalScene: Sendable {
    let path: FilePath
    let data: FilePath
    let runtime: FilePath
    private let heard: AsyncStream<DocumentEvent>
    private let hear: AsyncStream<DocumentEvent>.Continuation

    private init(_ directory: FilePath) {
        path = directory.appending("documents").appending("journal.txt")
        data = directory.appending("data")
        runtime = directory.appending("runtime")
        (heard, hear) = AsyncStream.makeStream()
    }

    static func use(_ text: String? = "first\n", _ body: (JournalScene) async throws -> Void) async throws {
        try await withTemporaryDirectory { root in
            _ = try root.making("documents")
            let scene = JournalScene(root)
            if let text { try scene.path.write(text.utf8) }
            try await body(scene)
        }
    }

    var directory: FilePath { path.removingLastComponent() }
    var store: CheckpointStore { CheckpointStore(dataDirectory: data) }

    func document(
        merging: Bool = false, _ change: (inout DocumentConfiguration) -> Void = { _ in }
    ) throws -> Journal {
        var configuration = DocumentConfiguration(checkpoints: store)
        configuration.runtimeDirectory = RuntimeDirectory(runtime)
        configuration.now = { Date(timeIntervalSince1970: 1_725_192_000) }
        configuration.didHappen = { [hear] event in hear.yield(event) }
        change(&configuration)
        return try Journal(path, merging: merging, configuration)
    }

    func open(
        merging: Bool = false, _ change: (inout DocumentConfiguration) -> Void = { _ in }
    ) async throws -> Journal {
        let document = try document(merging: merging, change)
        try await document.open()
        return document
    }

    func text(_ name: String = "journal.txt") throws -> String {
        String(decoding: try directory.appending(name).readBytes(), as: UTF8.self)
    }

    func names() throws -> [String] { try directory.list() }

    /// Saves the file as an editor does that knows nothing of coordination: in one step, because a file that is
    /// truncated and then written may be seen as two changes.
    func replace(with text: String) async throws {
        let new = directory.removingLastComponent().appending("new")
        try new.write(text.utf8)
        #expect(try await Command("mv", [new.string, path.string]).runNow().exitStatus == 0)
    }

    /// The next event of that kind; others are passed over. Waits until the test's time is up.
    func next(_ kind: DocumentEvent.Kind) async throws -> DocumentEvent {
        for await event in heard where event.kind == kind { return event }
        throw CancellationError()
    }

    /// The example `notes` in another process, with this file open.
    func notes() throws -> Notes { try Notes(self, [path.string, data.string]) }

    /// The same with the standard directory of this desktop.
    func notes(dataHome: FilePath) throws -> Notes {
        try Notes(self, [path.string], ["XDG_DATA_HOME": dataHome.string])
    }

    final class Notes {
        private let command: RunningCommand

        fileprivate init(_ scene: JournalScene, _ arguments: [String], _ variables: [String: String] = [:]) throws {
            var command = Command(PDFCO.productsDirectory.appending("notes").string, arguments)
            command.environment = variables.merging(["PDFCO_RUNTIME_DIR": scene.runtime.string]) { $1 }
            self.command = try RunningCommand(command, takesInput: true)
        }

        /// The next line that it writes; changes that it hears of are passed over.
        func next() throws -> String { try command.next(where: { $0 != "changed" }) }

        /// Waits for a line.
        func wait(for line: String) throws { _ = try command.next { $0 == line } }

        func write(_ text: String) throws { try command.write(text) }

        /// Says a command and returns the lines of the answer; the last is `ok` or an error.
        func say(_ line: String) throws -> [String] {
            try command.write(line + "\n")
            var lines: [String] = []
            while true {
                let line = try next()
                lines.append(line)
                if line == "ok" || line.hasPrefix("error") { return lines }
            }
        }

        /// Ends it, so that it can do nothing more.
        func kill() { command.kill() }

        func quit(_ word: String = "quit") throws {
            try command.write(word + "\n")
            #expect(try command.rest().allSatisfy { $0 == "changed" })
            #expect(command.exitStatus() == 0)
        }
    }
}
