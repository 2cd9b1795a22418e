internal import LinuxFiles

/// Records the changes of one document for a program that keeps it open for a long time.
///
/// The changes go into the same log as those of commands and of other programs: it is locked only while it is written.
/// All methods may be called from any thread; those that write wait for the disk, so call them where waiting does no
/// harm.
///
/// A change that was passed to ``record(_:editCount:)`` and is not in the log yet is *pending*. When the object is
/// released, changes that ``Strategy/timed(interval:)`` would have written later are written at once, on a thread that
/// nobody waits for; other pending changes are dropped. So call ``saveCheckpoint()`` before the process ends.
public final class DocumentCheckpointer: Sendable {
    /// When recorded changes become durable.
    public enum Strategy: Sendable, Equatable {
        /// Not before ``DocumentCheckpointer/saveCheckpoint()``.
        case manual
        /// At the latest when this interval has passed since the first pending change. Several changes cost one write.
        case timed(interval: Duration)
        /// Before ``DocumentCheckpointer/record(_:editCount:)`` returns.
        case immediate
    }

    /// The result of an attempt to write the pending changes: the number of changes written, or why none was.
    public typealias Outcome = Result<Int, CheckpointError>

    private let recorder: ChangeRecorder

    /// - Parameters:
    ///   - identifier: the identifier of the checkpoint.
    ///   - store: the store of the checkpoint; its timeout is how long a write waits for other processes.
    ///   - strategy: when changes become durable; may be changed later.
    ///   - header: returns the header of a new log. Called each time that a log is begun, on the thread that writes.
    ///   - seal: for an encrypted document, returns the seal for a salt; see ``CheckpointSeal/init(secret:salt:)``. An
    ///     existing log keeps its salt, and a new one gets one.
    ///   - didWrite: called after each attempt to write, on the thread that made it and outside of all locks: it may
    ///     call methods of this object.
    public init(
        _ identifier: CheckpointIdentifier, in store: CheckpointStore, strategy: Strategy = .manual,
        header: @escaping @Sendable () throws(CheckpointError) -> CheckpointHeader,
        seal: (@Sendable (_ salt: String) -> CheckpointSeal)? = nil,
        didWrite: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) {
        let writer = ChangeWriter(store: store, identifier: identifier, header: header, seal: seal)
        recorder = ChangeRecorder(writer, strategy: strategy, didWrite: didWrite)
    }

    deinit { recorder.end() }

    /// When changes become durable. A new strategy applies to pending changes at once, on a thread of its own.
    public var strategy: Strategy {
        get { recorder.strategy }
        set { recorder.strategy = newValue }
    }

    /// Records a change, which becomes durable as the ``strategy`` says.
    ///
    /// - Parameters:
    ///   - payload: the change, without line feeds; any bytes if it will be sealed.
    ///   - editCount: the number of edits in it.
    /// - Throws: only with ``Strategy/immediate``, if the change could not be written. It is then pending and need not
    ///   be recorded again: the next write, such as ``saveCheckpoint()``, begins with it.
    public func record(_ payload: [UInt8], editCount: Int) throws(CheckpointError) {
        try recorder.record(CheckpointedChange(payload: payload, editCount: editCount))
    }

    /// Makes all pending changes durable.
    ///
    /// - Returns: whether there were any.
    /// - Throws: if they could not be written; they stay pending.
    @discardableResult
    public func saveCheckpoint() throws(CheckpointError) -> Bool {
        try recorder.writePending() > 0
    }

    /// Removes the checkpoint and drops pending changes: the changes are on the disk in the document, or no longer
    /// wanted.
    ///
    /// This also removes what other processes have recorded. A log that cannot be read to its end is set aside instead
    /// (``CheckpointStore/logsSetAside()``).
    ///
    /// - Returns: whether there was a checkpoint.
    @discardableResult
    public func deleteCheckpoint() throws(CheckpointError) -> Bool {
        try recorder.delete()
    }

    /// Whether the document has a checkpoint, whichever process wrote it, checked on the disk each time. Pending
    /// changes are not in it.
    public var checkpointExists: Bool {
        get throws(CheckpointError) { try recorder.exists() }
    }
}
