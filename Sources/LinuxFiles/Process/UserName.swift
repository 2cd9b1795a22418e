import SystemPackage

extension ThisProcess {
    /// The name of this process's user for people: the full name in /etc/passwd, else the login name; `nil` if neither
    /// is known.
    ///
    /// The file is read directly, because getpwuid(3) loads modules, which a statically linked program cannot. Users who
    /// are only in another directory, such as LDAP, have the name in `LOGNAME` or `USER`.
    package static let userName: String? = {
        let file = try? OpenFile(reading: "/etc/passwd").readAll()
        if let file, let name = UserNames.name(of: effectiveUser, in: file) { return name }
        return [environment("LOGNAME"), environment("USER")].compactMap(\.self).first { !$0.isEmpty }
    }()
}

/// The names in a file of users, passwd(5).
package enum UserNames {
    /// Returns the full name of a user, else the login name; `nil` for a user who has no line or only names that are not UTF-8.
    package static func name(of user: UInt32, in file: [UInt8]) -> String? {
        for line in file.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count >= 5, UInt32(String(decoding: fields[2], as: UTF8.self)) == user,
                let login = String(validating: fields[0], as: UTF8.self)
            else { continue }
            let comment = fields[4].prefix { $0 != UInt8(ascii: ",") }
            // An ampersand stands for the login name with a capital letter, since the first Unix systems.
            var full = String(validating: comment, as: UTF8.self) ?? ""
            if full.utf8.contains(UInt8(ascii: "&")) { full = full.replacing("&", with: capitalized(login)) }
            let name = full.contains { !$0.isWhitespace } ? full : login
            return name.isEmpty ? nil : name
        }
        return nil
    }

    private static func capitalized(_ login: String) -> String { login.prefix(1).uppercased() + login.dropFirst() }
}
