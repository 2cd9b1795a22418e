import Glibc

/// The attributes of a file, besides its bytes and its name, that must survive when another file takes its place.
///
/// Owner, group, permission bits, and all extended attributes, among them access control lists (acl(5)). Not the times,
/// which belong to the new bytes.
package struct FileAttributes: Equatable, Sendable {
    let owner: UInt32
    let group: UInt32
    let mode: UInt32
    let extended: [ExtendedAttribute]

    init(owner: UInt32, group: UInt32, mode: UInt32, extended: [ExtendedAttribute]) {
        (self.owner, self.group, self.mode, self.extended) = (owner, group, mode, extended)
    }

    /// Reads the attributes of an open file.
    package init(of file: borrowing OpenFile) throws(SystemCallError) {
        let status = try file.status()
        owner = status.owner
        group = status.group
        mode = status.mode
        extended = try file.extendedAttributes().filter { !ExtendedAttribute.boundToContent.contains($0.name) }
    }

    /// Applies the attributes to another file.
    ///
    /// Throws `attributeNotKept` if one cannot be set: a file that silently changed its owner, or lost an access
    /// control list, is worse than one that was not saved this way. Only `security.*` may be refused without an error
    /// (EPERM, EACCES, ENOTSUP, EINVAL): its attributes belong to the kernel's security modules, which label the new
    /// file themselves. Attributes that the file already has are not set again, so that a file system without owners or
    /// modes has nothing to refuse.
    ///
    /// The order ensures that the file is never accessible to anyone who had no access to the original. The owner comes
    /// first, because chown(2) takes away set-user-ID bits; the access control list before the mode, because without it
    /// the group's bits would count for the owning group and not as the mask of the list.
    package func apply(to file: borrowing OpenFile) throws(FileSaveError) {
        let present = try saving(FileAttributes(of: file))
        if (present.owner, present.group) != (owner, group) {
            try keeping("owner and group", file.setOwner(owner, group: group))
        }
        for attribute in extended where !present.extended.contains(attribute) {
            do {
                try file.set(attribute)
            } catch {
                let isRefusal = [EPERM, EACCES, ENOTSUP, EINVAL].contains(error.errno)
                guard attribute.belongsToSecurityModule, isRefusal else {
                    throw .attributeNotKept(attribute.displayName, error)
                }
            }
        }
        if !extended.contains(where: { $0.name == ExtendedAttribute.accessControlList }) {
            // The directory may have given the new file a list (default ACL) that the original did not have.
            let name = ExtendedAttribute.accessControlList
            try keeping("access control list", file.removeExtendedAttribute(name))
        }
        if try saving(file.status().mode) != mode {
            try keeping("mode", file.setMode(mode))
        }
    }

    private func keeping(
        _ attribute: String, _ step: @autoclosure () throws(SystemCallError) -> Void
    ) throws(FileSaveError) {
        do {
            try step()
        } catch {
            throw .attributeNotKept(attribute, error)
        }
    }
}

// A crash at any of these leaves a temporary with a part of the attributes, which the next save clears away.
extension OpenFile {
    /// Gives the file to another owner and group, fchown(2); EPERM unless this process may.
    func setOwner(_ owner: UInt32, group: UInt32) throws(SystemCallError) {
        try systemCall("fchown", path) { fchown(descriptor, owner, group) }
    }

    /// Sets the permission bits, fchmod(2).
    func setMode(_ mode: UInt32) throws(SystemCallError) {
        try systemCall("fchmod", path) { fchmod(descriptor, mode) }
    }
}
