internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// The waiting of one access: tries again when the item is let go of, and now and then besides, until the deadline.
///
/// The kernel tells when an open file is closed, the last thing that happens before its locks end; a lock that is given
/// back without closing is found by trying.
struct LockWait: ~Copyable {
    private let path: FilePath
    private let deadline: Deadline
    private let cancellation: Cancellation
    private var events: FileEvents?
    private var watches: Set<Int32> = []
    /// The kernel has no more queues to give: then trying must do.
    private var hasNoEvents = false
    private var pauseLength = Self.shortest
    private var began: ContinuousClock.Instant?

    private static let shortest = Duration.microseconds(50)
    private static let longest = Duration.milliseconds(20)
    /// How long those who came before, and wait as well, are let in first.
    private static let patience = Duration.seconds(5)
    private static let longestWithoutEvents = Duration.milliseconds(2)

    /// - Parameter path: what is waited for, to be named by errors.
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

    /// Whether others who wait are no reason to wait any longer: one of them may have been stopped.
    var hasLostPatience: Bool { began.map { ContinuousClock.now - $0 > Self.patience } ?? false }

    /// Whether it has been waiting for some time, so that what costs more may be tried.
    var isLong: Bool { pauseLength >= Self.longest }

    /// Waits for a moment, or until the file is let go of.
    ///
    /// - Parameter isNext: whether it is this access's turn as soon as the item is free; the others need not hurry.
    mutating func pause(watching file: borrowing OpenFile, isNext: Bool = true) throws(FileCoordinationError) {
        try check()
        if began == nil { began = .now }
        if try startWatching(file) { return }
        do throws(SystemCallError) {
            // Not all together: of many who wait, each comes back a little earlier or later.
            let length = (isNext ? pauseLength : Self.longest) * Double.random(in: 0.5...1)
            let limit = min(deadline.remaining ?? length, length)
            let news = try wait(for: [events, cancellation.wakeUp()], atMost: limit)
            if news[0] {
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

    /// Ends the waiting where it must end.
    func check() throws(FileCoordinationError) {
        if cancellation.isCancelled { throw .cancelled }
        if deadline.isOver { throw .timedOut(path) }
    }

    /// Whether the watch is new: then the caller tries once more, since the file may have been let go of before it was set.
    private mutating func startWatching(_ file: borrowing OpenFile) throws(FileCoordinationError) -> Bool {
        guard !hasNoEvents else { return false }
        do throws(SystemCallError) {
            if events == nil { events = try EventQueues.take() }
            guard let watch = try events?.watch(file, for: .closed) else { return false }
            return watches.insert(watch).inserted
        } catch {
            hasNoEvents = true
            events = nil
            return false
        }
    }

    /// The answer of a locking call; a file system that has no locks is an error of its own.
    func supported<Result>(_ body: () throws(SystemCallError) -> Result) throws(FileCoordinationError) -> Result {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw error.saysNoLocks ? .locksNotSupported(error.path ?? path) : .systemCall(error)
        }
    }
}

/// The kernel's queues of past waits, kept for later ones: to close one takes the kernel ten milliseconds, which an access that
/// has just been granted does not have.
private enum EventQueues {
    private static let free = Mutex<[FileEvents]>([])

    static func take() throws(SystemCallError) -> FileEvents {
        guard let events = free.withLock({ $0.popLast() }) else { return try FileEvents() }
        // What is left from the wait before.
        while try !events.read().isEmpty {}
        return events
    }

    static func giveBack(_ events: FileEvents) { free.withLock { $0.append(events) } }
}
