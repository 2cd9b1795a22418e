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
        let marks = NameMarks(position: position)
        return try exclusive ? enterAsWriter(marks, &wait, isHeld) : enterAsReader(marks, &wait, isHeld)
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

    /// A reader sets its mark and then looks for writers: of a reader and a writer that arrive together, at least one
    /// sees the other. Waiting writers come first, so that a stream of readers cannot keep a writer out.
    private func enterAsReader(
        _ marks: NameMarks, _ wait: inout LockWait, _ isHeld: Condition
    ) throws(FileCoordinationError) -> Bool {
        while true {
            let writers = wait.hasLostPatience ? marks.writer..<marks.writer + 1 : marks.writerAndTickets
            let isFree = try wait.supported { () throws(SystemCallError) in
                try file.mark(marks.reader)
                guard try file.isMarkedElsewhere(writers) else { return true }
                try file.unmark(marks.reader)
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
        _ marks: NameMarks, _ wait: inout LockWait, _ isHeld: Condition
    ) throws(FileCoordinationError) -> Bool {
        let isInAtOnce = try wait.supported { () throws(SystemCallError) in
            guard try !file.isMarkedElsewhere(marks.tickets) else { return false }
            return try enter(marks)
        }
        if isInAtOnce { return true }
        let ticket = marks.ticket(at: MonotonicTime.milliseconds)
        try wait.supported { () throws(SystemCallError) in try file.mark(ticket) }
        // If the lock is shared with another access of the purpose, its open file lives on, and so would the ticket.
        defer { try? file.unmark(ticket) }
        while true {
            let before = wait.hasLostPatience ? ticket..<ticket : marks.tickets(before: ticket)
            let (isNext, isIn) = try wait.supported { () throws(SystemCallError) -> (Bool, Bool) in
                if try file.isMarkedElsewhere(before) { return (false, false) }
                return (true, try enter(marks))
            }
            if isIn { return true }
            try wait.pause(watching: file, isNext: isNext)
            if try isHeld(wait.isLong) { return false }
        }
    }

    /// Marks the name as written if nobody else holds it. Two writers that arrive together see each other, and both
    /// step back; their pauses differ.
    private func enter(_ marks: NameMarks) throws(SystemCallError) -> Bool {
        guard try !file.isMarkedElsewhere(marks.readersAndWriter) else { return false }
        try file.mark(marks.writer)
        guard try file.isMarkedElsewhere(marks.readersAndWriter) else { return true }
        try file.unmark(marks.writer)
        return false
    }
}
