internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// A lock on one thing, for as long as this object lives; the kernel also releases it when the process ends.
///
/// The lock belongs to the open file and not to the process, so that handing the open file to another process with the
/// same purpose shares the lock: it ends when both have released it.
final class HeldLock: Sendable {
    let object: LockedObject
    /// The file, or the directory that has the name.
    let file: OpenFile
    private let exclusive = Mutex(false)
    private let heldForPurpose = Mutex<String?>(nil)

    /// - Parameter isExclusive: whether another process with the same purpose has taken it for itself alone.
    init(_ object: LockedObject, _ file: consuming OpenFile, isExclusive: Bool = false) {
        self.object = object
        self.file = file
        exclusive.withLock { $0 = isExclusive }
    }

    deinit {
        if let purpose = heldForPurpose.withLock({ $0 }) { HeldLocks.remove(object, of: purpose) }
    }

    var isExclusive: Bool { exclusive.withLock { $0 } }

    /// Records that the lock is taken, so that other accesses with the same purpose find it.
    func enter(exclusive isExclusive: Bool, for purpose: String) {
        exclusive.withLock { $0 = $0 || isExclusive }
        let isNew = heldForPurpose.withLock { held in
            defer { held = purpose }
            return held == nil
        }
        if isNew { HeldLocks.add(self, of: purpose) }
    }
}

/// The locks that this process holds, by purpose, so that a purpose does not wait for a lock of its own.
enum HeldLocks {
    private struct Entry {
        weak var lock: HeldLock?
    }

    private static let entries = Mutex<[String: [LockedObject: Entry]]>([:])

    static func lock(on object: LockedObject, of purpose: String) -> HeldLock? {
        entries.withLock { $0[purpose]?[object]?.lock }
    }

    static func locks(of purpose: String) -> [HeldLock] {
        entries.withLock { $0[purpose]?.values.compactMap(\.lock) ?? [] }
    }

    static func add(_ lock: HeldLock, of purpose: String) {
        entries.withLock { $0[purpose, default: [:]][lock.object] = Entry(lock: lock) }
    }

    /// Forgets a lock that has ended; another one on the same thing stays.
    static func remove(_ object: LockedObject, of purpose: String) {
        entries.withLock { entries in
            guard let locks = entries[purpose], locks[object]?.lock == nil else { return }
            entries[purpose]?[object] = nil
            if entries[purpose]?.isEmpty == true { entries[purpose] = nil }
        }
    }
}

/// The object of one lock of an access.
///
/// An item has three: its directory, which an access that removes or moves the directory locks exclusively; its name,
/// which stays the same when the file is replaced; and the file itself, which stays the same when it is moved, and
/// which other names and other programs may use. Every access takes its locks in one order, so that no two wait for
/// each other: names first, where waiting accesses are visible, so that readers cannot keep a writer out; then
/// directories, then files.
enum LockedObject: Hashable, Comparable {
    case directory(FileIdentity)
    /// A name in a directory; `position` is where its ``NameLocks`` begin.
    case name(directory: FileIdentity, position: Int)
    case file(FileIdentity)

    static func < (first: LockedObject, second: LockedObject) -> Bool { first.rank < second.rank }

    private var rank: (Int, UInt64, UInt64, Int) {
        switch self {
        case .name(let directory, let position): (0, directory.device, directory.inode, position)
        case .directory(let identity): (1, identity.device, identity.inode, 0)
        case .file(let identity): (2, identity.device, identity.inode, 0)
        }
    }
}
