package import Glibc
import Synchronization
internal import SystemPackage
internal import Testing

/// A program that runs beside the test and writes lines; ended with the temporary directory of the test.
///
/// Its two outputs come as one, in the order in which they were written.
///
/// One thread at a time uses it, as the steps of a test do.
package final class RunningCommand: @unchecked Sendable {
    package let process: pid_t
    private let output: CInt
    private var input: CInt?
    private var buffer: [UInt8] = []
    private var told: [String] = []
    private var ending: Int?

    /// - Parameter takesInput: whether ``write(_:)`` gives it what it reads; otherwise that is nothing.
    package init(_ command: Command, takesInput: Bool = false) throws {
        var ends: [CInt] = [-1, -1]
        // Not pipe(2), whose ends other programs, started at the same time, would inherit.
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        var inputEnds: [CInt] = [-1, -1]
        if takesInput { try #require(socketpair(AF_UNIX, type, 0, &inputEnds) == 0) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if takesInput {
            posix_spawn_file_actions_adddup2(&actions, inputEnds[1], 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        // The threads of tests block signals, which a program would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var variables = Command.surroundings
        variables["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        variables.merge(command.environment) { $1 }
        var arguments = ([command.program.string] + command.arguments).map { strdup($0) } + [nil]
        var environment = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in arguments + environment { free(string) } }
        var process = pid_t()
        let result = posix_spawnp(&process, arguments[0]!, &actions, &attributes, &arguments, &environment)
        close(ends[1])
        output = ends[0]
        if takesInput {
            close(inputEnds[1])
            input = inputEnds[0]
        }
        self.process = process
        try #require(result == 0, "\(String(cString: strerror(result)))")
        RunningCommands.ofTest?.add(self)
    }

    deinit {
        kill()
        closeInput()
        close(output)
    }

    /// Gives it something to read.
    package func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        let socket = try #require(input)
        try #require(Glibc.send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count)
    }

    /// It reads to the end then.
    package func closeInput() {
        if let input { close(input) }
        input = nil
    }

    /// The next line; fails where it says nothing for a minute, or has ended.
    package func next() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                told.append(line)
                return line
            }
            try #require(try readMore(), "it has ended after \(told.suffix(20))")
        }
    }

    /// The next line that is wanted, after others.
    package func next(where isWanted: (String) -> Bool) throws -> String {
        while true {
            let line = try next()
            if isWanted(line) { return line }
        }
    }

    /// `false` at the end.
    private func readMore() throws -> Bool {
        var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        try #require(poll(&polled, 1, 60_000) > 0, "it says nothing after \(told.suffix(20))")
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(output, &bytes, bytes.count)
        try #require(count >= 0)
        buffer += bytes[..<count]
        return count > 0
    }

    package func send(_ signal: CInt) { Glibc.kill(process, signal) }

    /// Whether it has written something that was not read yet.
    package var hasMore: Bool {
        var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        return !buffer.isEmpty || poll(&polled, 1, 0) > 0
    }

    /// Ends the process as a crash does, and returns when it has ended.
    package func kill() {
        guard ending == nil else { return }
        send(SIGKILL)
        _ = exitStatus()
    }

    /// Returns when the process has stopped.
    package func stop(by signal: CInt = SIGSTOP) {
        send(signal)
        waitpid(process, nil, WUNTRACED)
    }

    /// What else it says until its end.
    package func rest() throws -> [String] {
        while try readMore() {}
        let lines = buffer.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        buffer = []
        return lines
    }

    /// The exit status, as a shell reports it, once it has ended.
    package func exitStatus() -> Int {
        if let ending { return ending }
        var status: CInt = 0
        waitpid(process, &status, 0)
        let exitStatus = Int(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F)
        ending = exitStatus
        return exitStatus
    }
}

/// The programs that run beside one test. Without it, a program would end where the compiler sees the last use of its
/// value, which may be before the test ends.
package final class RunningCommands: Sendable {
    @TaskLocal package static var ofTest: RunningCommands?

    private let commands = Mutex<[RunningCommand]>([])

    package init() {}

    package func add(_ command: RunningCommand) { commands.withLock { $0.append(command) } }

    package func end() { for command in commands.withLock({ $0 }) { command.kill() } }
}
