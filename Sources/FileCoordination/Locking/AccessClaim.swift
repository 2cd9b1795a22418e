internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// A lock that an access needs.
struct LockNeed {
    /// Not taken yet; `nil` if there is nothing to lock.
    let lock: HeldLock?
    let isExclusive: Bool

    init(_ lock: HeldLock?, _ isExclusive: Bool) {
        self.lock = lock
        self.isExclusive = isExclusive
    }
}

/// The locks that an access holds until it ends: all of them, or none.
final class AccessClaim: Sendable {
    /// The paths of the items in the order they were given; each may have moved while the access waited.
    let paths: [FilePath]
    private struct Held {
        var locks: [HeldLock]
        /// Lends the locks to other processes with the same purpose.
        var lender: PurposeLender?
    }

    private let held: Mutex<Held?>

    /// Takes the locks of all items, in one order for all processes, waiting until the deadline at most.
    ///
    /// The locks are on the files that the paths lead to *then*: if a file was replaced meanwhile, its lock is released
    /// for the new one; if it was moved, it is followed.
    init(
        on items: [AccessTarget], purpose: Purpose, until deadline: Deadline, _ cancellation: Cancellation
    ) throws(FileCoordinationError) {
        var items = items
        while true {
            var needs: [LockNeed] = []
            for index in items.indices { needs += try items[index].lookUp() }
            var wait = LockWait(for: items[0].path, until: deadline, cancellation)
            let locks = try Self.take(needs, for: purpose, &wait)
            var isSettled = true
            for index in items.indices where try !items[index].isSettled() { isSettled = false }
            if isSettled {
                for item in items where item.exclusion == .reading && !item.exists { throw .noSuchItem(item.path) }
                self.paths = items.map(\.path)
                held = Mutex(Held(locks: locks, lender: try purpose.lender()))
                return
            }
            try wait.check()
        }
    }

    /// Releases the locks.
    func release() { held.withLock { $0 = nil } }

    private static func take(
        _ needs: [LockNeed], for purpose: Purpose, _ wait: inout LockWait
    ) throws(FileCoordinationError) -> [HeldLock] {
        // One lock for each thing, exclusive if any item needs an exclusive one.
        var strongest: [LockedObject: (lock: HeldLock, isExclusive: Bool)] = [:]
        for need in needs {
            guard let lock = need.lock else { continue }
            let other = strongest[lock.object]
            strongest[lock.object] = (other?.lock ?? lock, need.isExclusive || other?.isExclusive == true)
        }
        var held: [HeldLock] = []
        for (object, need) in strongest.sorted(by: { $0.key < $1.key }) {
            held.append(try take(need.lock, on: object, exclusive: need.isExclusive, for: purpose, &wait))
        }
        return held
    }

    /// Takes a lock. If the purpose already holds it, it is shared, and made exclusive if necessary.
    private static func take(
        _ new: HeldLock, on object: LockedObject, exclusive: Bool, for purpose: Purpose, _ wait: inout LockWait
    ) throws(FileCoordinationError) -> HeldLock {
        while true {
            let held = try purpose.lock(on: object, askingOthers: true)
            if let held, held.isExclusive || !exclusive { return held }
            let lock = held ?? new
            let isHeld = try lock.take(exclusive: exclusive, &wait) { hasWaitedLong throws(FileCoordinationError) in
                guard held == nil else { return false }
                return try purpose.lock(on: object, askingOthers: hasWaitedLong) != nil
            }
            guard isHeld else { continue }
            lock.enter(exclusive: exclusive, for: purpose.identifier)
            return lock
        }
    }
}
