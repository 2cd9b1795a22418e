internal import LinuxFiles
internal import SystemPackage

extension HeldLock {
    /// Takes the lock, waiting as long as `wait` allows. What was held before, shared, becomes exclusive where asked for.
    ///
    /// - Parameter isHeld: whether another access of the purpose has the lock by now.
    /// - Returns: whether it was taken; `false` where waiting ended because the purpose holds it.
    func take(
        exclusive: Bool, _ wait: inout LockWait,
        unless isHeld: (_ hasWaitedLong: Bool) throws(FileCoordinationError) -> Bool
    ) throws(FileCoordinationError) -> Bool {
        guard case .name(_, let position) = thing else {
            return try lock(exclusive ? .exclusive : .shared, &wait, isHeld)
        }
        let marks = NameMarks(position: position)
        return try exclusive ? enterAsWriter(marks, &wait, isHeld) : enterAsReader(marks, &wait, isHeld)
    }

    private typealias Condition = (_ hasWaitedLong: Bool) throws(FileCoordinationError) -> Bool

    /// Takes flock(2), which programs such as flock(1) see. Made exclusive, a shared lock is lost for a moment: the name,
    /// which is taken first, keeps those who coordinate away meanwhile.
    private func lock(
        _ kind: FileLock, _ wait: inout LockWait, _ isHeld: Condition
    ) throws(FileCoordinationError) -> Bool {
        while try !wait.supported({ () throws(SystemCallError) in try file.tryLock(kind) }) {
            try wait.pause(watching: file)
            if try isHeld(wait.isLong) { return false }
        }
        return true
    }

    /// A reader shows itself and then looks for writers: so of a reader and a writer who come together, at least one sees
    /// the other. Those who wait come first, and so no stream of readers keeps a writer out.
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

    /// Writers take their turns by tickets, which only put them in order, and keep readers out who come later: whose turn it
    /// is must still find nobody in.
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
        // Where the lock is shared with another access of the purpose, its open file lives on, and so would the ticket.
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

    /// Marks the name as written if nobody else is in. Two writers who come together see each other, and both step back; the
    /// pauses in between differ.
    private func enter(_ marks: NameMarks) throws(SystemCallError) -> Bool {
        guard try !file.isMarkedElsewhere(marks.readersAndWriter) else { return false }
        try file.mark(marks.writer)
        guard try file.isMarkedElsewhere(marks.readersAndWriter) else { return true }
        try file.unmark(marks.writer)
        return false
    }
}
