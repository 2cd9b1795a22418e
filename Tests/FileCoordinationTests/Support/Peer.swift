import Glibc
import SystemPackage
import TestSupport
import Testing

/// Another process that presents or accesses, `pdfco-test-presenter`; killed with the scene.
final class Peer {
    private let command: RunningCommand

    /// It stands beside the test bundle, in the directory of the build's products.
    static let program = PDFCO.productsDirectory.appending("pdfco-test-presenter").string

    /// - Parameter launcher: a program and its arguments that start the peer, such as setpriv(1).
    init(_ arguments: [String], launcher: [String] = []) throws {
        let words = launcher + [Self.program] + arguments
        command = try RunningCommand(Command(words[0], Array(words.dropFirst())), takesInput: true)
    }

    /// A process that presents the item, from the moment that this returns.
    static func presenting(
        _ path: FilePath, in runtimeDirectory: FilePath, purpose: String? = nil, launcher: [String] = []
    ) throws -> Peer {
        let arguments = ["present", runtimeDirectory.string, path.string] + (purpose.map { [$0] } ?? [])
        let peer = try Peer(arguments, launcher: launcher)
        try #require(try peer.next() == "presenting")
        return peer
    }

    var process: pid_t { command.process }

    /// Writes a line to it; returns when the peer has taken it in.
    func say(_ line: String, answer: String = "ready") throws {
        try command.write(line + "\n")
        try #require(try next() == answer)
    }

    /// The next line that the peer writes, apart from barriers of what is inside a presented directory; fails where it writes nothing
    /// for a minute.
    func next() throws -> String { try command.next { !$0.hasSuffix(" gained barrier") } }

    /// Whether it has written something that was not read yet.
    var hasSomethingToSay: Bool { command.hasMore }

    func next(_ count: Int) throws -> [String] { try (0..<count).map { _ in try next() } }

    /// All lines up to this one.
    func lines(upTo last: String) throws -> [String] {
        var lines: [String] = []
        while true {
            let line = try next()
            if line == last { return lines }
            lines.append(line)
        }
    }

    /// Returns when the process has stopped.
    func stop(by signal: CInt = SIGSTOP) { command.stop(by: signal) }

    func goOn() { command.send(SIGCONT) }

    /// Ends the process as a crash does, and returns when it has ended.
    func kill() { command.kill() }
}
