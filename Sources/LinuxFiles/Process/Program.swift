import CLinux
import Glibc
import Synchronization

/// A program to start; its words and environment are bytes, as execve(2) takes them.
package struct Program: Sendable {
    /// The program, looked up in `PATH`, and its arguments.
    private let words: [[UInt8]]
    /// Variables that replace this process's in its environment; `nil` removes the variable.
    private let variables: [String: [UInt8]?]
    /// Whether its environment is only what helpers need.
    private let isHelper: Bool

    /// The descriptor under which a program finds the file that is passed to it.
    static let passedDescriptor: CInt = 3

    /// The path under which a program opens that file, proc(5).
    package static let passedFile = "/proc/self/fd/3"

    /// A command of the user, or this program once more: it inherits this process's environment.
    package init(_ words: [[UInt8]], variables: [String: [UInt8]?]) {
        (self.words, self.variables, isHelper) = (words, variables, false)
    }

    /// A program that helps this one: its environment has no password and nothing else that it does not need.
    package init(helper words: [[UInt8]]) { (self.words, variables, isHelper) = (words, [:], true) }

    /// Where a helper finds programs, libraries, fonts and temporary files, and the language; all that begin with `LC_` as well.
    private static let helperVariables: Set<[UInt8]> = Set(
        [
            "PATH", "LD_LIBRARY_PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "XDG_DATA_HOME", "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "PDFCO_FONT_PATH",
        ].map { Array($0.utf8) })

    /// Starts the program, posix_spawnp(3).
    ///
    /// - Parameters:
    ///   - blocked: the signals that are blocked in it, although threads of this process may block others.
    ///   - readsNothing: whether its standard input is empty, instead of this process's.
    ///   - leadsGroup: whether it begins a process group, which has its PID.
    ///   - socket: the descriptor that becomes its standard input and output; `nil` leaves both as they are here.
    ///   - output: the descriptor that becomes its standard output, while its messages go nowhere; `nil` leaves both.
    ///   - passed: the descriptor that becomes its descriptor ``passedDescriptor``.
    /// - Throws: ENOENT if there is no such program, EACCES if it may not be run.
    func spawn(
        blocking blocked: sigset_t = sigset_t([]), readsNothing: Bool = false, leadsGroup: Bool = false,
        connectedTo socket: CInt? = nil, writingTo output: CInt? = nil, passing passed: CInt? = nil
    ) throws(SystemCallError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
        var reset = sigset_t(FileSizeSignal.isIgnoredHere.load(ordering: .relaxed) ? [SIGXFSZ] : [])
        posix_spawnattr_setsigdefault(&attributes, &reset)
        var blocked = blocked
        posix_spawnattr_setsigmask(&attributes, &blocked)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let socket {
            posix_spawn_file_actions_adddup2(&actions, socket, 0)
            posix_spawn_file_actions_adddup2(&actions, socket, 1)
        }
        if readsNothing { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        // Last, because another of these descriptors may have its number.
        if let passed { posix_spawn_file_actions_adddup2(&actions, passed, Self.passedDescriptor) }
        var arguments = Self.strings(words)
        var environment = Self.strings(self.environment)
        defer { for string in arguments + environment { free(string) } }
        var child = pid_t()
        let reason = posix_spawnp(&child, arguments[0]!, &actions, &attributes, &arguments, &environment)
        guard reason == 0 else { throw SystemCallError(call: "posix_spawnp", errno: reason, path: nil) }
        return child
    }

    /// `NAME=VALUE` for each variable.
    private var environment: [[UInt8]] {
        var lines = variables.compactMap { name, value in value.map { Array("\(name)=".utf8) + $0 } }
        let replaced = Set(variables.keys.map { Array($0.utf8) })
        var next = environ
        while let string = next.pointee {
            let line = Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
            // Compared as bytes: in text, a combining mark after the `=` would form one character with it.
            let name = Array(line.prefix { $0 != UInt8(ascii: "=") })
            let isPassed = !isHelper || name.starts(with: "LC_".utf8) || Self.helperVariables.contains(name)
            if isPassed, !replaced.contains(name) { lines.append(line) }
            next += 1
        }
        return lines
    }

    /// Returns copies for C, terminated by `nil`.
    private static func strings(_ words: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
        words.map { word in
            (word.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { strdup($0.baseAddress!) }
        }
            + [nil]
    }
}
