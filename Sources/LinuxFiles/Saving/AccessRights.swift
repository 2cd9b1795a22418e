import Glibc

/// Who may read and write a file made from another file's bytes: nobody who may not do so with the original (invariant
/// 12).
package struct AccessRights: Sendable {
    /// The permission bits.
    package let mode: UInt32

    /// The numeric ID of the group that the bits apply to; `nil` if it is not known.
    package let group: UInt32?

    fileprivate let list: ExtendedAttribute?

    /// Reads the rights of a file.
    package init(of file: borrowing OpenFile) throws(SystemCallError) {
        let status = try file.status()
        mode = status.mode & 0o777
        group = status.group
        list = try file.extendedAttributes().first { $0.name == ExtendedAttribute.accessControlList }
    }

    /// Restores rights that were recorded with ``notedMode``.
    package init(mode: UInt32, group: UInt32?) {
        self.mode = mode & 0o777
        self.group = group
        list = nil
    }

    /// The bits to record without the access control list: without it, only the owner's rights are known.
    package var notedMode: UInt32 { list == nil ? mode : mode & 0o700 }

    /// The bits for a file with another group: the rights that group members and all others share, since members become
    /// others.
    fileprivate var modeOfAnyGroup: UInt32 {
        guard list == nil else { return mode & 0o700 }
        let common = mode >> 3 & mode & 0o7
        return mode & 0o700 | common << 3 | common
    }

    /// Applies the rights, less the umask(2), to a new file that only its owner may open yet.
    func apply(to file: borrowing OpenFile) throws(FileSaveError) {
        var hasGroup = try saving(file.status().group) == group
        if !hasGroup, let group {
            // Only a member of the group may do this; otherwise fewer rights are given.
            try? file.setOwner(UInt32.max, group: group)
            hasGroup = try saving(file.status().group) == group
        }
        if let list, hasGroup, (try? file.set(list)) != nil {
            try saving(file.setMode(mode & ~ThisProcess.fileModeMask))
            return
        }
        // The directory may have given the file a list of its own, whose rights the mode would put into effect.
        try saving(file.removeExtendedAttribute(ExtendedAttribute.accessControlList))
        let bits = hasGroup && list == nil ? mode : modeOfAnyGroup
        try saving(file.setMode(bits & ~ThisProcess.fileModeMask))
    }
}

extension FileAttributes {
    /// Returns the attributes with no more access than `rights` give.
    func limited(by rights: AccessRights) -> FileAttributes {
        let list = extended.first { $0.name == ExtendedAttribute.accessControlList }
        let keepsList = rights.list == list && rights.group == group
        let allowed = keepsList ? rights.mode : list == nil ? rights.modeOfAnyGroup : rights.mode & 0o700
        return FileAttributes(
            owner: owner, group: group, mode: mode & allowed,
            extended: keepsList ? extended : extended.filter { $0.name != ExtendedAttribute.accessControlList })
    }
}
