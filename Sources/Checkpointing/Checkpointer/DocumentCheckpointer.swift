internal import LinuxFiles

/// Records the changes of one document for a program that has it open for long.
///
/// The changes go into the same log as those of commands and of other programs: it is locked only while it is written. All
/// methods may be called from any thread; those that write wait for the disk, so call them where waiting does no harm.
///
/// A change that was given to ``record(_:editCount:)`` and is not in the log yet is *pending*. When the object goes, what
/// would have been written later by ``Strategy/timed(interval:)`` is written at once, on a thread that nobody waits for; what
/// else is pending is given up. So call ``saveCheckpoint()`` before the process ends.
public final class DocumentCheckpointer: Sendable {
    /// When changes that were recorded become durable.
    public enum Strategy: Sendable, Equatable {
        /// Not before ``DocumentCheckpointer/saveCheckpoint()``.
        case manual
        /// At the latest when so much time has passed since the first pending change. Several changes cost one write.
        case timed(interval: Duration)
        /// Before ``DocumentCheckpointer/record(_:editCount:)`` returns.
        case immediate
    }

    /// How an attempt to write the pending changes ended: the number of those that were written, or why none was.
    public typealias Outcome = Result<Int, CheckpointError>

    private let recorder: ChangeRecorder

    /// - Parameters:
    ///   - identifier: which checkpoint it is.
    ///   - store: where it is; its timeout is how long a write waits for other processes.
    ///   - strategy: when changes become durable; may be changed later.
    ///   - header: what a new log says of the document. It is asked each time that a log is begun, on the thread that writes.
    ///   - seal: for an encrypted document, the seal to a salt; see ``CheckpointSeal/init(secret:salt:)``. A log that is there
    ///     keeps its salt, and a new one gets one.
    ///   - didWrite: hears of each attempt to write when it has ended, on the thread that made it and outside of all locks: it
    ///     may call methods of this object.
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

    /// When changes become durable. What is pending is treated by the new strategy at once, by a thread of its own.
    public var strategy: Strategy {
        get { recorder.strategy }
        set { recorder.strategy = newValue }
    }

    /// Records a change, to be durable when the ``strategy`` says.
    ///
    /// - Parameters:
    ///   - payload: what the change is, without line feeds, or of any bytes where it will be sealed.
    ///   - editCount: how many edits it makes.
    /// - Throws: only with ``Strategy/immediate``, where it could not be written. It is pending then and need not be recorded
    ///   again: the next write, such as ``saveCheckpoint()``, begins with it.
    public func record(_ payload: [UInt8], editCount: Int) throws(CheckpointError) {
        try recorder.record(CheckpointedChange(payload: payload, editCount: editCount))
    }

    /// Makes all pending changes durable.
    ///
    /// - Returns: whether there were any.
    /// - Throws: where they could not be written; they stay pending.
    @discardableResult
    public func saveCheckpoint() throws(CheckpointError) -> Bool {
        try recorder.writePending() > 0
    }

    /// Removes the checkpoint and drops what is pending: the changes are in the document, on the disk, or nobody wants them.
    ///
    /// What other processes have recorded goes with it. A log that cannot be read to its end is set aside instead
    /// (``CheckpointStore/logsSetAside()``).
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func deleteCheckpoint() throws(CheckpointError) -> Bool {
        try recorder.delete()
    }

    /// Whether the document has a checkpoint, whoever wrote it; the disk is asked each time. What is pending is not in it.
    public var checkpointExists: Bool {
        get throws(CheckpointError) { try recorder.exists() }
    }
}
