/// Writes changes to a document's log, which others may write in between.
struct ChangeWriter {
    let store: CheckpointStore
    let identifier: CheckpointIdentifier
    let header: @Sendable () throws(CheckpointError) -> CheckpointHeader
    let seal: (@Sendable (_ salt: String) -> CheckpointSeal)?

    /// The log after the last write, open and not locked, so that only what others have added must be read.
    private var parked: CheckpointLog?
    private var usedSeal: (salt: String, seal: CheckpointSeal)?

    init(
        store: CheckpointStore, identifier: CheckpointIdentifier,
        header: @escaping @Sendable () throws(CheckpointError) -> CheckpointHeader,
        seal: (@Sendable (_ salt: String) -> CheckpointSeal)?
    ) {
        (self.store, self.identifier, self.header, self.seal) = (store, identifier, header, seal)
    }

    /// Writes the changes after all others; when this returns, they are on the disk.
    mutating func write(_ changes: [CheckpointedChange]) throws(CheckpointError) {
        let log = if let resumed = try resumed() { resumed } else { try store.log(identifier) }
        let header = if let header = log.contents.header { header } else { try newHeader() }
        try log.record(sealed(changes, under: header, of: log), under: header)
        try log.park()
        parked = log
    }

    /// Removes the log, or sets it aside if it cannot be read to its end; false if there is none.
    mutating func delete() throws(CheckpointError) -> Bool {
        let found = if let resumed = try resumed() { resumed } else { try store.existingLog(identifier) }
        guard let log = found, log.contents.header != nil else { return false }
        if log.contents.isDamaged { _ = try log.setAside() } else { try log.remove() }
        return true
    }

    /// Returns the log of the last write, locked; `nil` if there is none or it is no longer the document's.
    private mutating func resumed() throws(CheckpointError) -> CheckpointLog? {
        guard let log = parked else { return nil }
        parked = nil
        return try log.resume(until: .now + store.timeout) ? log : nil
    }

    private func newHeader() throws(CheckpointError) -> CheckpointHeader {
        var header = try header()
        if seal != nil, header.salt == nil { header.salt = CheckpointSeal.newSalt() }
        return header
    }

    private mutating func sealed(
        _ changes: [CheckpointedChange], under header: CheckpointHeader, of log: CheckpointLog
    ) throws(CheckpointError) -> [CheckpointedChange] {
        // Readable changes among sealed ones, or sealed among readable ones, would make the log unreadable.
        guard (seal == nil) == (header.salt == nil) else { throw .wrongKey(log.path) }
        guard let makeSeal = seal, let salt = header.salt else { return changes }
        let seal = usedSeal?.salt == salt ? usedSeal!.seal : makeSeal(salt)
        usedSeal = (salt, seal)
        return changes.map { CheckpointedChange(payload: seal.sealed($0.payload), editCount: $0.editCount) }
    }
}
