internal import LinuxFiles
internal import Synchronization

/// What a ``DocumentCheckpointer`` does, and shares with its thread: it goes before the thread ends.
final class ChangeRecorder: Sendable {
    private struct State {
        var pending: PendingChanges
        /// Wakes the thread that writes what is due; `nil` as long as there is none.
        var wakeUp: WakeUp?
        var isOver = false
    }

    /// Held for moments only: so nobody who records waits for the disk, unless he asked for it.
    private let state: Mutex<State>
    /// Held while the log is written, so that changes come into it in their order.
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
        // Where another thread has just written it, nothing is left to do.
        if strategy == .immediate { try writePending() } else { seeToDue() }
    }

    /// Writes what is pending, and returns how many changes that were.
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

    /// Lets the thread write what is pending, if the strategy is to write by itself, and end.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.wakeUp?.signal()
        }
    }

    // MARK: The thread

    /// Makes sure that a thread writes what is pending when it is due.
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
            // No thread to be had: sooner is allowed. A failure is told to `didWrite`.
            _ = try? writePending()
        }
    }

    private func writeWhenDue(_ wakeUp: WakeUp) {
        while true {
            wakeUp.clear()
            let (due, isOver) = state.withLock { ($0.pending.due, $0.isOver) }
            if let due, isOver || due <= .now {
                // A failure is told to `didWrite`.
                _ = try? writePending()
                if !isOver { continue }
            }
            if isOver { return }
            _ = try? wait(for: [wakeUp], atMost: due.map { $0 - .now })
        }
    }
}
