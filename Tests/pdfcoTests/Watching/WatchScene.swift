import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import Testing

/// A document with a data directory and a runtime directory of its own, and `pdfco watch` running beside the test.
struct WatchScene {
    let unsaved: UnsavedScene

    var file: FilePath { unsaved.file }
    var directory: FilePath { unsaved.documents }
    var runtime: FilePath { unsaved.root.appending("runtime") }

    static func with(_ fixture: String = "table.pdf", _ body: (WatchScene) async throws -> Void) async throws {
        try await UnsavedScene.with(fixture) { unsaved in
            var unsaved = unsaved
            unsaved.environment["PDFCO_RUNTIME_DIR"] = unsaved.root.appending("runtime").string
            unsaved.environment["PDFCO"] = PDFCO.program.string
            try await body(WatchScene(unsaved: unsaved))
        }
    }

    /// `pdfco watch --json` with these arguments, which is ready when this returns.
    func watch(_ arguments: String...) throws -> Watcher {
        try Watcher(unsaved.command(["watch", "--json"] + arguments))
    }

    /// Runs another command; it must succeed.
    @discardableResult
    func pass(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> CommandResult {
        let result = try await unsaved.command(arguments).runNow()
        try #require(result.exitStatus == 0, "\(arguments): \(result.errorText)", sourceLocation: sourceLocation)
        return result
    }

    /// Records a square; `--save` saves it.
    func addSquare(_ name: String, _ options: String...) async throws {
        let arguments = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--name", name] + options
        let result = try await unsaved.command(arguments).runNow()
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    /// Puts another document in the place of this one, in one step.
    func replace(by fixture: String) throws {
        let new = try Fixture.named(fixture).copy(into: unsaved.root)
        try #require(rename(new.string, file.string) == 0)
    }

    /// A coordinated access of another program, which is over at once.
    func access(_ kind: String) async throws {
        let program = PDFCO.productsDirectory.appending("pdfco-test-presenter").string
        let result = try await Command(program, ["coordinate", runtime.string, "20", "-", kind, file.string]).runNow()
        try #require(result.outputText.hasSuffix("ready\n"), "\(result.outputText)")
    }

    /// Whether somebody presents the document.
    func isPresented() async throws -> Bool {
        let report: Presenters = try await unsaved.json("open", "FILE", "--without-changes")
        return !report.presenters.isEmpty
    }

    private struct Presenters: Decodable {
        struct Presenter: Decodable { var pid: Int32 }
        var presenters: [Presenter]
    }
}

/// A running `pdfco watch --json`.
final class Watcher {
    struct Event: Decodable {
        var event: String
        var file: String
        var time: String
        var to: String?
        var pid: Int32?
        var detail: String?

        /// The name of the document or directory.
        var name: String { FilePath(file).lastComponent?.string ?? "" }
    }

    let command: RunningCommand
    private(set) var messages: [String] = []

    init(_ command: Command) throws {
        self.command = try RunningCommand(command)
        _ = try self.command.next { $0.hasPrefix("pdfco: watching ") }
    }

    /// The next event; messages that stand before it are kept.
    func next() throws -> Event {
        while true {
            let line = try command.next()
            guard line.hasPrefix("{") else {
                messages.append(line)
                continue
            }
            return try JSONDecoder().decode(Event.self, from: Data(line.utf8))
        }
    }

    /// The next event of this kind.
    @discardableResult
    func next(_ kind: String) throws -> Event {
        while true {
            let event = try next()
            if event.event == kind { return event }
        }
    }

    /// The kinds of the next events, up to and with this one.
    func kinds(upTo last: String) throws -> [String] {
        var kinds: [String] = []
        repeat { kinds.append(try next().event) } while kinds.last != last
        return kinds
    }

    /// Ends it as `kill` does; what it told until then that was not read yet.
    func end(by signal: CInt = SIGTERM) throws -> [Event] {
        command.send(signal)
        return try command.rest().filter { $0.hasPrefix("{") }.map {
            try JSONDecoder().decode(Event.self, from: Data($0.utf8))
        }
    }
}
