internal import LinuxFiles

/// Records that are made durable together, with one fsync: none of them is acknowledged before.
extension CheckpointLog {
    /// Whether each record is made durable when it is written.
    var synchronizesEach: Bool { synchronizes && groupStart == nil }

    /// Begins a group in a log that has changes: what is recorded from here on is not durable before ``endGroup()``.
    package func beginGroup() {
        precondition(contents.header != nil, "A log begins with a record of its own.")
        groupStart = contents.validLength
    }

    /// Makes the records of the group durable.
    ///
    /// A crash before this returns leaves any number of them, the first ones first.
    ///
    /// - Throws: the reason why they cannot be made durable. They are no longer in the log then, and nothing more can be
    ///   recorded with this object (invariant 6).
    package func endGroup() throws(CheckpointError) {
        guard let start = groupStart else { return }
        groupStart = nil
        guard contents.validLength > start else { return }
        do {
            if synchronizes { try file.synchronizeData() }
        } catch {
            // If this fails as well, unacknowledged changes are left at the end.
            try? file.truncate(to: start)
            let reason = CheckpointError.systemCall(error)
            failure = reason
            throw reason
        }
        try confirm()
        compact()
    }
}
