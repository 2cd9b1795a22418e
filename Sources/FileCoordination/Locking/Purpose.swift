internal import LinuxFiles
internal import SystemPackage

/// What an operation is named by: its accesses never block each other.
struct Purpose: Sendable {
    let identifier: String
    /// Where processes of the same purpose find each other; `nil` where nobody else can know the identifier.
    let sharedIn: RuntimeDirectory?

    /// The lock that an access of this purpose holds on `thing`.
    ///
    /// - Parameter askingOthers: whether other processes are asked, too.
    func lock(on thing: LockedThing, askingOthers: Bool) throws(FileCoordinationError) -> HeldLock? {
        if let lock = HeldLocks.lock(on: thing, of: identifier) { return lock }
        guard askingOthers, let directory = try lenders() else { return nil }
        for name in (try? PrivateDirectory.names(in: directory)) ?? [] {
            for lock in PurposeLender.borrow(from: directory.appending(name)) where lock.thing == thing {
                lock.enter(exclusive: lock.isExclusive, for: identifier)
                return lock
            }
        }
        return nil
    }

    /// What lends this purpose's locks to other processes, as long as it lives.
    func lender() throws(FileCoordinationError) -> PurposeLender? {
        guard let sharedIn else { return nil }
        return try PurposeLender.lender(of: identifier, in: sharedIn)
    }

    /// The directory of those who lend; `nil` where nobody does.
    private func lenders() throws(FileCoordinationError) -> FilePath? {
        guard let sharedIn, try sharedIn.exists() else { return nil }
        return sharedIn.path.appending("purposes").appending(StableHash.digits(of: identifier))
    }
}
