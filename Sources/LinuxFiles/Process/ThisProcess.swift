import Glibc

/// What this process was given by the one that started it.
package enum ThisProcess {
    /// An environment variable, with U+FFFD for bytes that are not UTF-8; nil if it is not set. See environ(7).
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The numeric ID of the user whose rights this process has, geteuid(2).
    package static var effectiveUser: UInt32 { geteuid() }
}
