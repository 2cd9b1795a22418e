import Glibc
package import SystemPackage

/// What this process was given by the one that started it.
package enum ThisProcess {
    /// The user whose rights count, geteuid(2); 0 is root.
    package static var effectiveUser: UInt32 { geteuid() }

    /// An environment variable, with U+FFFD for bytes that are not UTF-8; nil if it is not set. See environ(7).
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// An environment variable as a path, byte for byte; nil if it is not set or empty.
    package static func environmentPath(_ name: String) -> FilePath? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return FilePath(platformString: value)
    }
}
