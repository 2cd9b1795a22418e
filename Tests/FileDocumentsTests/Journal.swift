import Checkpointing
import FileCoordination
import FileDocuments
import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A document of lines, which are only added: a change is some lines.
struct JournalText: ByteContents {
    struct Unreadable: Error, Equatable {}

    typealias Change = [UInt8]

    private(set) var text: String

    init(_ bytes: [UInt8]) throws {
        guard !bytes.contains(0) else { throw Unreadable() }
        text = String(decoding: bytes, as: UTF8.self)
    }

    mutating func apply(_ change: [UInt8]) throws {
        guard change.last == UInt8(ascii: "\n") else { throw Unreadable() }
        text += String(decoding: change, as: UTF8.self)
    }

    mutating func merge(_ change: [UInt8]) throws {
        guard text.hasPrefix("merge\n") else { throw Unreadable() }
        try apply(change)
    }

    func bytes() -> [UInt8] { Array(text.utf8) }

    var lines: [String] { text.split(separator: "\n").map(String.init) }
}

typealias Journal = FileDocument<JournalText>

extension Journal {
    var text: String { get async throws { try await read { $0.text } } }

    func add(_ line: String) async throws(DocumentError) { try await perform(Array("\(line)\n".utf8)) }

    /// Adds the number of the line to the line.
    func addNumbered(_ line: String, atMost limit: Int = .max) async throws(DocumentError) {
        try await change { journal in
            let number = journal.lines.count + 1
            guard number <= limit else { return ((), nil) }
            let change = Array("\(number) \(line)\n".utf8)
            try journal.apply(change)
            return ((), change)
        }
    }

    func lines() async throws(DocumentError) -> [String] { try await read { $0.lines } }
}

/// A journal on disk, and a data and a runtime directory of its own.
final class JournalScene: Sendable {
    let path: FilePath
    let data: FilePath
    let runtime: FilePath
    let heard: AsyncStream<DocumentEvent>
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
        _ change: (inout Journal.Configuration) -> Void = { _ in }
    ) throws -> Journal {
        var configuration = Journal.Configuration(checkpoints: store)
        configuration.coordination.runtimeDirectory = RuntimeDirectory(runtime)
        configuration.now = { Date(timeIntervalSince1970: 1_725_192_000) }
        configuration.observers.didHappen = { [hear] event in hear.yield(event) }
        change(&configuration)
        return try Journal(fileAt: path, configuration)
    }

    /// The document as one of another kind, not opened.
    func document<Contents: ByteContents>(as kind: Contents.Type) throws -> FileDocument<Contents> {
        var configuration = FileDocument<Contents>.Configuration(checkpoints: store)
        configuration.coordination.runtimeDirectory = RuntimeDirectory(runtime)
        return try FileDocument<Contents>(fileAt: path, configuration)
    }

    func open<Contents: ByteContents>(as kind: Contents.Type) async throws -> FileDocument<Contents> {
        let document = try document(as: kind)
        try await document.open()
        return document
    }

    func open(
        _ change: (inout Journal.Configuration) -> Void = { _ in }
    ) async throws -> Journal {
        let document = try document(change)
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

    /// An example in another process, with this file open.
    func notes(_ program: String = "notes") throws -> Notes { try Notes(program, self, [path.string, data.string]) }

    /// The same with the standard directory of this desktop.
    func notes(dataHome: FilePath) throws -> Notes {
        try Notes("notes", self, [path.string], ["XDG_DATA_HOME": dataHome.string])
    }

    final class Notes {
        private let command: RunningCommand

        fileprivate init(
            _ program: String, _ scene: JournalScene, _ arguments: [String], _ variables: [String: String] = [:]
        ) throws {
            var command = Command(PDFCO.productsDirectory.appending(program).string, arguments)
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
