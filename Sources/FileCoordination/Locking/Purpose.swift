internal import LinuxFiles
internal import SystemPackage

/// The purpose of an operation: accesses with the same purpose identifier never block each other.
struct Purpose: Sendable {
    let identifier: String
    /// The directory where processes with the same purpose find each other; `nil` if no other process can know the
    /// identifier.
    let sharedIn: RuntimeDirectory?

    /// Returns the lock that an access with this purpose holds on `thing`.
    ///
    /// - Parameter askingOthers: whether to ask other processes, too.
    func lock(on object: LockedObject, askingOthers: Bool) throws(FileCoordinationError) -> HeldLock? {
        if let lock = HeldLocks.lock(on: object, of: identifier) { return lock }
        guard askingOthers, let directory = try lenders() else { return nil }
        for name in (try? PrivateDirectory.names(in: directory)) ?? [] {
            for lock in PurposeLender.borrow(from: directory.appending(name)) where lock.object == object {
                lock.enter(exclusive: lock.isExclusive, for: identifier)
                return lock
            }
        }
        return nil
    }

    /// Returns the object that lends this purpose's locks to other processes while it lives.
    func lender() throws(FileCoordinationError) -> PurposeLender? {
        guard let sharedIn else { return nil }
        return try PurposeLender.lender(of: identifier, in: sharedIn)
    }

    /// Returns the directory of the lenders; `nil` if there are none.
    private func lenders() throws(FileCoordinationError) -> FilePath? {
        guard let sharedIn, try sharedIn.exists() else { return nil }
        return sharedIn.path.appending("purposes").appending(StableHash.digits(of: identifier))
    }
}
