import Glibc

/// What this process was given by the one that started it.
package enum ThisProcess {
    /// An environment variable, with U+FFFD for bytes that are not UTF-8; nil if it is not set. See environ(7).
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The name of this computer, gethostname(2), with U+FFFD for bytes that are not UTF-8; nil if it has none.
    package static var hostName: String? {
        // One byte more than a name may have, so that the last one stays zero and ends the string.
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&name, Int(HOST_NAME_MAX)) == 0, name[0] != 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The numeric ID of the user whose rights this process has, geteuid(2).
    package static var effectiveUser: UInt32 { geteuid() }

    /// The permission bits that new files do not get, umask(2).
    ///
    /// It cannot be asked for without being set: a file that another thread makes meanwhile gets fewer rights, not more.
    static let fileModeMask: UInt32 = {
        let mask = umask(0o077)
        _ = umask(mask)
        return mask
    }()
}
