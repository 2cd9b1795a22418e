import CLinux
import Glibc
package import SystemPackage

/// What this process received from the one that started it.
package enum ThisProcess {
    /// The arguments after the program's name, as raw bytes, execve(2).
    package static var arguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0].map { bytes($0) } }
    }

    /// Whether the arguments are known: Swift's runtime reads them from /proc/self/cmdline, proc(5).
    package static var knowsArguments: Bool { CommandLine.argc > 0 }

    /// Returns an environment variable as raw bytes; nil if it is not set.
    package static func environmentBytes(_ name: String) -> [UInt8]? { getenv(name).map { bytes($0) } }

    /// Returns the path that an environment variable holds, byte for byte; nil if it is not set, or empty.
    package static func environmentPath(_ name: String) -> FilePath? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return FilePath(platformString: value)
    }

    private static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
    }

    /// Returns an environment variable, with U+FFFD for bytes that are not UTF-8; nil if it is not set. See environ(7).
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Ends this process, exit(3).
    package static func end(_ status: Int32) -> Never { exit(status) }

    /// Ends this process as writing to a pipe without a reader does (SIGPIPE), even from a thread that blocks signals;
    /// returns if the signal is ignored.
    package static func endByBrokenPipe() {
        var pipe = sigset_t([SIGPIPE])
        pthread_sigmask(SIG_UNBLOCK, &pipe, nil)
        raise(SIGPIPE)
    }

    /// The name of this computer, gethostname(2), with U+FFFD for bytes that are not UTF-8; nil if it has none.
    package static var hostName: String? {
        // One byte more than a name may have, so that the last one stays zero and ends the string.
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&name, Int(HOST_NAME_MAX)) == 0, name[0] != 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The number of processors that are online, sysconf(3).
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The numeric ID of the user whose rights this process has, geteuid(2).
    package static var effectiveUser: UInt32 { geteuid() }

    /// The permission bits that new files do not get, umask(2).
    ///
    /// It can be read only by setting it: a file that another thread creates meanwhile gets fewer rights, not more.
    static let fileModeMask: UInt32 = {
        let mask = umask(0o077)
        _ = umask(mask)
        return mask
    }()
}
