import Glibc
import SystemPackage
import TestSupport
import Testing

/// Another process that presents or accesses, `pdfco-test-presenter`; killed when the value ends.
final class Peer {
    let process: pid_t
    private let input: CInt
    private let output: CInt
    private var buffer: [UInt8] = []
    private var told: [String] = []

    /// It stands beside the test bundle, in the directory of the build's products.
    static let program = PDFCO.productsDirectory.appending("pdfco-test-presenter").string

    /// - Parameter launcher: a program and its arguments that start the peer, such as setpriv(1).
    init(_ arguments: [String], launcher: [String] = []) throws {
        var toPeer: [CInt] = [-1, -1]
        var fromPeer: [CInt] = [-1, -1]
        // Not pipe(2), whose ends other peers, started at the same time, would inherit.
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let made = socketpair(AF_UNIX, type, 0, &toPeer) == 0 && socketpair(AF_UNIX, type, 0, &fromPeer) == 0
        try #require(made)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toPeer[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromPeer[1], 1)
        // The threads of tests block signals, which a program would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var strings = (launcher + [Self.program] + arguments).map { strdup($0) } + [nil]
        var environment = [strdup("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"), nil]
        defer { for string in strings + environment { free(string) } }
        var process = pid_t()
        let result = posix_spawnp(&process, strings[0]!, &actions, &attributes, &strings, &environment)
        close(toPeer[0])
        close(fromPeer[1])
        input = toPeer[1]
        output = fromPeer[0]
        self.process = process
        try #require(result == 0, "\(String(cString: strerror(result)))")
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

    deinit { kill() }

    /// Says something; returns when the peer has taken it in.
    func say(_ line: String, answer: String = "ready") throws {
        let bytes = Array((line + "\n").utf8)
        try #require(write(input, bytes, bytes.count) == bytes.count)
        try #require(try next() == answer)
    }

    /// The next line that the peer tells, apart from barriers of what is inside a presented directory; fails where it says nothing for twenty seconds.
    func next() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                told.append(line)
                if line.hasSuffix(" gained barrier") { continue }
                return line
            }
            var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&polled, 1, 20_000) > 0, "the peer says nothing after \(told)")
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &bytes, bytes.count)
            try #require(count > 0, "the peer has ended")
            buffer += bytes[..<count]
        }
    }

    /// Whether it has told something that was not read yet.
    var hasSomethingToSay: Bool {
        var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        return !buffer.isEmpty || poll(&polled, 1, 0) > 0
    }

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
    func stop(by signal: CInt = SIGSTOP) {
        _ = Glibc.kill(process, signal)
        var status: CInt = 0
        waitpid(process, &status, WUNTRACED)
    }

    func goOn() { _ = Glibc.kill(process, SIGCONT) }

    private var isDead = false

    /// Ends the process as a crash does, and returns when it has ended.
    func kill() {
        if isDead { return }
        isDead = true
        _ = Glibc.kill(process, SIGKILL)
        var status: CInt = 0
        waitpid(process, &status, 0)
        close(input)
        close(output)
    }
}
