internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Waits for one access: tries again when the item is released, and from time to time besides, until the deadline.
///
/// The kernel reports when an open file is closed, which happens just before its locks end; a lock that is released
/// without closing is found by trying.
struct LockWait: ~Copyable {
    private let path: FilePath
    private let deadline: Deadline
    private let cancellation: Cancellation
    private var events: FileEvents?
    private var watches: Set<Int32> = []
    /// The kernel has no more event queues; the wait then relies on retries.
    private var hasNoEvents = false
    private var pauseLength = Self.shortest
    private var began: ContinuousClock.Instant?

    private static let shortest = Duration.microseconds(50)
    private static let longest = Duration.milliseconds(20)
    /// How long earlier waiting accesses are let in first.
    private static let fairWait = Duration.seconds(5)
    private static let longestWithoutEvents = Duration.milliseconds(2)

    /// - Parameter path: the path that the access waits for, named in errors.
    init(for path: FilePath, until deadline: Deadline, _ cancellation: Cancellation) {
        self.path = path
        self.deadline = deadline
        self.cancellation = cancellation
    }

    deinit {
        guard let events else { return }
        for watch in watches { events.unwatch(watch) }
        EventQueues.giveBack(events)
    }

    /// Whether to stop waiting for earlier waiting accesses: the process of one may have been stopped.
    var ignoresTurns: Bool { began.map { ContinuousClock.now - $0 > Self.fairWait } ?? false }

    /// Whether the wait has lasted long enough to try more expensive checks.
    var isLong: Bool { pauseLength >= Self.longest }

    /// Waits for a moment, or until the file is released.
    ///
    /// - Parameter isNext: whether this access is next when the item becomes free; the others need not hurry.
    mutating func pause(watching file: borrowing OpenFile, isNext: Bool = true) throws(FileCoordinationError) {
        try check()
        if began == nil { began = .now }
        if try startWatching(file) { return }
        do {
            // Not all at once: of many waiting accesses, each retries a little earlier or later.
            let length = (isNext ? pauseLength : Self.longest) * Double.random(in: 0.5...1)
            let limit = min(deadline.remaining ?? length, length)
            let ready = try wait(for: [events, cancellation.wakeUp()], atMost: limit)
            if ready[0] {
                _ = try events?.read()
                pauseLength = Self.shortest
            } else {
                let longest = hasNoEvents ? Self.longestWithoutEvents : Self.longest
                pauseLength = min(pauseLength * 2, longest)
            }
        } catch {
            throw .systemCall(error)
        }
    }

    /// Throws if the wait was cancelled or the deadline has passed.
    func check() throws(FileCoordinationError) {
        if cancellation.isCancelled { throw .cancelled }
        if deadline.isOver { throw .timedOut(path) }
    }

    /// Starts watching the file; true if the watch is new. The caller then tries once more, since the file may have
    /// been released before.
    private mutating func startWatching(_ file: borrowing OpenFile) throws(FileCoordinationError) -> Bool {
        guard !hasNoEvents else { return false }
        do {
            if events == nil { events = try EventQueues.take() }
            guard let watch = try events?.watch(file, for: .closed) else { return false }
            return watches.insert(watch).inserted
        } catch {
            hasNoEvents = true
            events = nil
            return false
        }
    }

    /// Returns the result of a locking call; a file system without locks is an error of its own.
    func supported<Result>(_ body: () throws(SystemCallError) -> Result) throws(FileCoordinationError) -> Result {
        do {
            return try body()
        } catch {
            throw error.saysNoLocks ? .locksNotSupported(error.path ?? path) : .systemCall(error)
        }
    }
}

/// The kernel's event queues of past waits, kept for later ones: closing one takes the kernel ten milliseconds, which
/// would delay an access that has just been granted.
private enum EventQueues {
    private static let free = Mutex<[FileEvents]>([])

    static func take() throws(SystemCallError) -> FileEvents {
        guard let events = free.withLock({ $0.popLast() }) else { return try FileEvents() }
        // Discard events left over from the wait before.
        while try !events.read().isEmpty {}
        return events
    }

    static func giveBack(_ events: FileEvents) { free.withLock { $0.append(events) } }
}
