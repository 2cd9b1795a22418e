internal import LinuxFiles
internal import Synchronization

/// The implementation of a ``DocumentCheckpointer``, shared with its thread: the checkpointer is released before the
/// thread ends.
final class ChangeRecorder: Sendable {
    private struct State {
        var pending: PendingChanges
        /// Wakes the thread that writes due changes; `nil` while there is none.
        var wakeUp: WakeUp?
        var isOver = false
    }

    /// Held only briefly, so that recording never waits for the disk unless the caller asked for it.
    private let state: Mutex<State>
    /// Held while the log is written, so that changes are written in order.
    private let writer: Mutex<ChangeWriter>
    private let store: CheckpointStore
    private let identifier: CheckpointIdentifier
    private let didWrite: @Sendable (DocumentCheckpointer.Outcome) -> Void

    init(
        _ writer: sending ChangeWriter, strategy: DocumentCheckpointer.Strategy,
        didWrite: @escaping @Sendable (DocumentCheckpointer.Outcome) -> Void
    ) {
        (store, identifier) = (writer.store, writer.identifier)
        state = Mutex(State(pending: PendingChanges(strategy: strategy)))
        self.writer = Mutex(writer)
        self.didWrite = didWrite
    }

    var strategy: DocumentCheckpointer.Strategy {
        get { state.withLock { $0.pending.strategy } }
        set {
            state.withLock { $0.pending.use(newValue, at: .now) }
            seeToDue()
        }
    }

    func record(_ change: CheckpointedChange) throws(CheckpointError) {
        let strategy = state.withLock { state in
            state.pending.add(change, at: .now)
            return state.pending.strategy
        }
        // If another thread has just written the change, nothing is left to do.
        if strategy == .immediate { try writePending() } else { seeToDue() }
    }

    /// Writes the pending changes, and returns how many there were.
    @discardableResult
    func writePending() throws(CheckpointError) -> Int {
        let outcome = writer.withLock { writer -> DocumentCheckpointer.Outcome in
            let changes = state.withLock { $0.pending.changes }
            guard !changes.isEmpty else { return .success(0) }
            do throws(CheckpointError) {
                try writer.write(changes)
                state.withLock { $0.pending.removeFirst(changes.count) }
                return .success(changes.count)
            } catch {
                state.withLock { $0.pending.noteFailure(at: .now) }
                return .failure(error)
            }
        }
        if outcome != .success(0) { didWrite(outcome) }
        return try outcome.get()
    }

    func delete() throws(CheckpointError) -> Bool {
        try writer.withLock { writer throws(CheckpointError) in
            let count = state.withLock { $0.pending.changes.count }
            let wasThere = try writer.delete()
            state.withLock { $0.pending.removeFirst(count) }
            return wasThere
        }
    }

    func exists() throws(CheckpointError) -> Bool {
        try store.contents(identifier) != nil
    }

    /// Ends the thread, which first writes pending changes if the strategy writes on its own.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.wakeUp?.signal()
        }
    }

    // MARK: The thread

    /// Ensures that a thread writes pending changes when they are due.
    private func seeToDue() {
        do throws(SystemCallError) {
            try state.withLock { state throws(SystemCallError) in
                if let wakeUp = state.wakeUp { return wakeUp.signal() }
                guard state.pending.due != nil else { return }
                let wakeUp = try WakeUp()
                try DedicatedThread.run(name: "checkpoints") { self.writeWhenDue(wakeUp) }
                state.wakeUp = wakeUp
            }
        } catch {
            // No thread is available: writing sooner is allowed. A failure is reported to `didWrite`.
            _ = try? writePending()
        }
    }

    private func writeWhenDue(_ wakeUp: WakeUp) {
        while true {
            wakeUp.clear()
            let (due, isOver) = state.withLock { ($0.pending.due, $0.isOver) }
            if let due, isOver || due <= .now {
                // A failure is reported to `didWrite`.
                _ = try? writePending()
                if !isOver { continue }
            }
            if isOver { return }
            _ = try? wait(for: [wakeUp], atMost: due.map { $0 - .now })
        }
    }
}
