import CLinux
import Glibc
package import SystemPackage

/// One extended attribute of a file, xattr(7).
struct ExtendedAttribute: Hashable, Sendable {
    /// The name with its zero byte, such as `user.comment`; bytes, because the kernel requires no encoding.
    let name: [CChar]

    let value: [UInt8]

    /// The access control list, in the form the kernel stores it, acl(5).
    static let accessControlList = Array("system.posix_acl_access".utf8CString)

    /// Attributes that the kernel computes from the bytes, or drops whenever these change: the original's would be
    /// wrong.
    static let boundToContent = ["security.ima", "security.evm", "security.capability"].map { Array($0.utf8CString) }

    /// Whether the kernel's security modules own the attribute and may refuse it to anyone.
    var belongsToSecurityModule: Bool { name.starts(with: "security.".utf8.map { CChar(bitPattern: $0) }) }

    /// The name for messages.
    var displayName: String {
        String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension OpenFile {
    /// Returns all extended attributes that this process may see, the access control list last.
    ///
    /// It comes last because setting it may take away the right to set the others. Empty if the file system has no
    /// extended attributes. Uses listxattr(2) and getxattr(2).
    func extendedAttributes() throws(SystemCallError) -> [ExtendedAttribute] {
        let list = try readWhole("flistxattr", { flistxattr(descriptor, $0, $1) }, absent: ENOTSUP) ?? []
        var attributes: [ExtendedAttribute] = []
        for bytes in list.split(separator: 0) {
            let name = bytes.map { CChar(bitPattern: $0) } + [0]
            // ENODATA: removed since it was listed.
            if let value = try readWhole("fgetxattr", { fgetxattr(descriptor, name, $0, $1) }, absent: ENODATA) {
                attributes.append(ExtendedAttribute(name: name, value: value))
            }
        }
        let isList = { (attribute: ExtendedAttribute) in attribute.name == ExtendedAttribute.accessControlList }
        return attributes.filter { !isList($0) } + attributes.filter(isList)
    }

    /// Sets an extended attribute, fsetxattr(2).
    func set(_ attribute: ExtendedAttribute) throws(SystemCallError) {
        // A crash here leaves a temporary with a part of the attributes, which the next save clears away.
        try systemCall("fsetxattr", path) {
            fsetxattr(descriptor, attribute.name, attribute.value, attribute.value.count, 0)
        }
    }

    /// Removes an extended attribute, fremovexattr(2); no error if there is none.
    func removeExtendedAttribute(_ name: [CChar]) throws(SystemCallError) {
        do {
            // A crash here leaves a temporary, as above.
            try systemCall("fremovexattr", path) { fremovexattr(descriptor, name) }
        } catch {
            guard error.errno == ENODATA || error.errno == ENOTSUP else { throw error }
        }
    }

    /// Reads a value's size, then the value, and retries if it grew in between; nil for the errno `absent`.
    private func readWhole(
        _ call: String, _ body: (UnsafeMutableRawPointer?, Int) -> Int, absent: CInt
    ) throws(SystemCallError) -> [UInt8]? {
        var attempts = 1
        while true {
            do {
                var buffer = [UInt8](repeating: 0, count: try systemCall(call, path) { body(nil, 0) })
                if buffer.isEmpty { return buffer }
                let count = try systemCall(call, path) {
                    buffer.withUnsafeMutableBytes { body($0.baseAddress, $0.count) }
                }
                buffer.removeLast(buffer.count - count)
                return buffer
            } catch {
                if error.errno == absent { return nil }
                guard error.errno == ERANGE, attempts < 10 else { throw error }
                attempts += 1
            }
        }
    }
}

extension FilePath {
    /// Whether there is a file with this extended attribute, lgetxattr(2).
    package func hasExtendedAttribute(_ name: String) -> Bool {
        withPlatformString { lgetxattr($0, name, nil, 0) } >= 0
    }

    /// Gives the file an empty extended attribute, lsetxattr(2).
    package func setExtendedAttribute(_ name: String) throws(SystemCallError) {
        try systemCall("lsetxattr", self) { withPlatformString { lsetxattr($0, name, nil, 0, 0) } }
    }

    /// Removes an extended attribute, lremovexattr(2); no error if there is none.
    package func removeExtendedAttribute(_ name: String) throws(SystemCallError) {
        do {
            try systemCall("lremovexattr", self) { withPlatformString { lremovexattr($0, name) } }
        } catch {
            guard error.errno == ENODATA || error.errno == ENOTSUP else { throw error }
        }
    }
}
