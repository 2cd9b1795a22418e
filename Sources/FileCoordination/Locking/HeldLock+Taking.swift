internal import LinuxFiles
internal import SystemPackage

extension HeldLock {
    /// Takes the lock, waiting as long as `wait` allows. A shared lock that is already held becomes exclusive on
    /// request.
    ///
    /// - Parameter isHeld: whether another access with the same purpose has the lock by now.
    /// - Returns: whether it was taken; `false` if the wait ended because the purpose holds it.
    func take(
        exclusive: Bool, _ wait: inout LockWait,
        unless isHeld: (_ hasWaitedLong: Bool) throws(FileCoordinationError) -> Bool
    ) throws(FileCoordinationError) -> Bool {
        guard case .name(_, let position) = object else {
            return try lock(exclusive ? .exclusive : .shared, &wait, isHeld)
        }
        let locks = NameLocks(position: position)
        return try exclusive ? enterAsWriter(locks, &wait, isHeld) : enterAsReader(locks, &wait, isHeld)
    }

    private typealias Condition = (_ hasWaitedLong: Bool) throws(FileCoordinationError) -> Bool

    /// Takes flock(2), which programs such as flock(1) see. A shared lock is lost for a moment while it becomes
    /// exclusive: the name, which is taken first, keeps other coordinators out meanwhile.
    private func lock(
        _ kind: FileLock, _ wait: inout LockWait, _ isHeld: Condition
    ) throws(FileCoordinationError) -> Bool {
        while try !wait.supported({ () throws(SystemCallError) in try file.tryLock(kind) }) {
            try wait.pause(watching: file)
            if try isHeld(wait.isLong) { return false }
        }
        return true
    }

    /// A reader takes its lock and then looks for writers: of a reader and a writer that arrive together, at least one
    /// sees the other. Waiting writers come first, so that a stream of readers cannot keep a writer out.
    private func enterAsReader(
        _ locks: NameLocks, _ wait: inout LockWait, _ isHeld: Condition
    ) throws(FileCoordinationError) -> Bool {
        while true {
            let writers = wait.ignoresTurns ? locks.writer..<locks.writer + 1 : locks.writerAndTickets
            let isFree = try wait.supported { () throws(SystemCallError) in
                try file.lockByte(locks.reader)
                guard try file.isByteLockedElsewhere(writers) else { return true }
                try file.unlockByte(locks.reader)
                return false
            }
            if isFree { return true }
            try wait.pause(watching: file)
            if try isHeld(wait.isLong) { return false }
        }
    }

    /// Tickets only order the writers and keep later readers out: a writer whose turn it is must still find that nobody
    /// holds the name.
    private func enterAsWriter(
        _ locks: NameLocks, _ wait: inout LockWait, _ isHeld: Condition
    ) throws(FileCoordinationError) -> Bool {
        let isInAtOnce = try wait.supported { () throws(SystemCallError) in
            guard try !file.isByteLockedElsewhere(locks.tickets) else { return false }
            return try enter(locks)
        }
        if isInAtOnce { return true }
        let ticket = locks.ticket(at: MonotonicTime.milliseconds)
        try wait.supported { () throws(SystemCallError) in try file.lockByte(ticket) }
        // If the lock is shared with another access of the purpose, its open file lives on, and so would the ticket.
        defer { try? file.unlockByte(ticket) }
        while true {
            let before = wait.ignoresTurns ? ticket..<ticket : locks.tickets(before: ticket)
            let (isNext, isIn) = try wait.supported { () throws(SystemCallError) -> (Bool, Bool) in
                if try file.isByteLockedElsewhere(before) { return (false, false) }
                return (true, try enter(locks))
            }
            if isIn { return true }
            try wait.pause(watching: file, isNext: isNext)
            if try isHeld(wait.isLong) { return false }
        }
    }

    /// Takes the writer's lock if nobody else holds the name. Two writers that arrive together see each other, and both
    /// step back; their pauses differ.
    private func enter(_ locks: NameLocks) throws(SystemCallError) -> Bool {
        guard try !file.isByteLockedElsewhere(locks.readersAndWriter) else { return false }
        try file.lockByte(locks.writer)
        guard try file.isByteLockedElsewhere(locks.readersAndWriter) else { return true }
        try file.unlockByte(locks.writer)
        return false
    }
}
