internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// A lock that an access needs.
struct LockNeed {
    let lock: HeldLock
    var isExclusive: Bool

    init(_ lock: HeldLock, _ isExclusive: Bool) {
        self.lock = lock
        self.isExclusive = isExclusive
    }
}

/// What an access holds until it ends: all of its locks, or none.
final class AccessClaim: Sendable {
    /// Where the items are, in the order they were asked for; each may have moved while its turn came.
    let paths: [FilePath]
    private struct Held {
        var locks: [HeldLock]
        /// Lends the locks to other processes of the purpose.
        var lender: PurposeLender?
    }

    private let held: Mutex<Held?>

    /// Takes the locks of all items, in one order for all processes, waiting as long as it must and may.
    ///
    /// What is locked is what the paths lead to *then*: a file that was replaced meanwhile is let go of for the new one,
    /// one that was moved is followed.
    init(
        on items: [SoughtItem], purpose: Purpose, until deadline: Deadline, _ cancellation: Cancellation
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

    /// Lets others in.
    func release() { held.withLock { $0 = nil } }

    private static func take(
        _ needs: [LockNeed], for purpose: Purpose, _ wait: inout LockWait
    ) throws(FileCoordinationError) -> [HeldLock] {
        // One lock for each thing, exclusive if any item needs it so.
        var strongest: [LockedThing: LockNeed] = [:]
        for need in needs {
            let isExclusive = need.isExclusive || strongest[need.lock.thing]?.isExclusive == true
            strongest[need.lock.thing] = LockNeed(strongest[need.lock.thing]?.lock ?? need.lock, isExclusive)
        }
        let wholeFolders = Set(strongest.filter { $0.value.isExclusive }.keys)
        var taken: [HeldLock] = []
        for need in strongest.values.sorted(by: { $0.lock.thing < $1.lock.thing }) {
            taken.append(try take(need, for: purpose, wholeFolders, &wait))
        }
        return taken
    }

    /// Where the purpose holds the lock already it is shared, and at most made exclusive.
    private static func take(
        _ need: LockNeed, for purpose: Purpose, _ wholeFolders: Set<LockedThing>, _ wait: inout LockWait
    ) throws(FileCoordinationError) -> HeldLock {
        let thing = need.lock.thing
        while true {
            let held = try purpose.lock(on: thing, askingOthers: true)
            let lock = held ?? need.lock
            guard held == nil || need.isExclusive && !lock.isExclusive else { return lock }
            var locksFolder = true
            switch thing {
            case .name(let folder, _):
                let whole = LockedThing.file(folder)
                let isWhole = try purpose.lock(on: whole, askingOthers: true)?.isExclusive == true
                locksFolder = !isWhole && !wholeFolders.contains(whole)
            case .file(let identity):
                // The purpose has the folder to itself: what it holds inside must not keep it waiting.
                if need.isExclusive { purpose.unlockFolder(identity) }
            }
            let isTaken = try lock.take(exclusive: need.isExclusive, locksFolder: locksFolder, &wait) {
                hasWaitedLong throws(FileCoordinationError) in
                guard held == nil else { return false }
                return try purpose.lock(on: thing, askingOthers: hasWaitedLong) != nil
            }
            guard isTaken else { continue }
            lock.enter(exclusive: need.isExclusive, for: purpose.identifier)
            return lock
        }
    }
}
