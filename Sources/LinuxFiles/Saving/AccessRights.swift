import Glibc

/// Who may read and write a file that is made of another one's bytes: nobody who may not do so with that one (invariant 12).
package struct AccessRights: Sendable {
    /// The permission bits.
    package let mode: UInt32

    /// The numeric ID of the group that the bits are about; `nil` where it is not known.
    package let group: UInt32?

    private let list: ExtendedAttribute?

    /// The rights that a file gives.
    package init(of file: borrowing OpenFile) throws(SystemCallError) {
        let status = try file.status()
        mode = status.mode & 0o777
        group = status.group
        list = try file.extendedAttributes().first { $0.name == ExtendedAttribute.accessControlList }
    }

    /// Rights that were noted down with ``notedMode``.
    package init(mode: UInt32, group: UInt32?) {
        self.mode = mode & 0o777
        self.group = group
        list = nil
    }

    /// The bits to note down without the access control list: nobody's rights but the owner's are known without it.
    package var notedMode: UInt32 { list == nil ? mode : mode & 0o700 }

    /// The bits for a file of another group: what both the group's members and all others may do, since members become others.
    private var modeOfAnyGroup: UInt32 {
        guard list == nil else { return mode & 0o700 }
        let common = mode >> 3 & mode & 0o7
        return mode & 0o700 | common << 3 | common
    }

    /// Gives the rights to a new file that nobody but its owner may open yet; of these the umask(2) takes its part.
    func apply(to file: borrowing OpenFile) throws(FileSaveError) {
        var hasGroup = try saving(file.status().group) == group
        if !hasGroup, let group {
            // Only a member of the group may; others get fewer rights.
            try? file.setOwner(UInt32.max, group: group)
            hasGroup = try saving(file.status().group) == group
        }
        if let list, hasGroup, (try? file.set(list)) != nil {
            try saving(file.setMode(mode & ~ThisProcess.fileModeMask))
            return
        }
        // The directory may have given the file a list of its own, whose rights the mode would let count.
        try saving(file.removeExtendedAttribute(ExtendedAttribute.accessControlList))
        let bits = hasGroup && list == nil ? mode : modeOfAnyGroup
        try saving(file.setMode(bits & ~ThisProcess.fileModeMask))
    }

    /// The bits that a file of these attributes may keep, and whether it may keep its list.
    func limit(_ other: UInt32, group: UInt32, list: ExtendedAttribute?) -> (mode: UInt32, keepsList: Bool) {
        if self.list == list, self.group == group { return (other & mode, true) }
        return (other & (list == nil ? modeOfAnyGroup : mode & 0o700), false)
    }
}

extension FileAttributes {
    /// The attributes for bytes that may be read only as `rights` say.
    func limited(by rights: AccessRights) -> FileAttributes {
        let list = extended.first { $0.name == ExtendedAttribute.accessControlList }
        let (mode, keepsList) = rights.limit(mode, group: group, list: list)
        return FileAttributes(
            owner: owner, group: group, mode: mode,
            extended: keepsList ? extended : extended.filter { $0.name != ExtendedAttribute.accessControlList })
    }
}
