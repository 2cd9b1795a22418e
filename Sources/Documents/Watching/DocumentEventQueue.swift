internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// A queue of events for a consumer that may be slow, so that the producer never waits.
///
/// Its memory is bounded: repeated changes to a document are merged until the first one is taken; when the queue is
/// full, events are dropped and a single event of kind `overflow` replaces them.
package final class DocumentEventQueue: Sendable, Waitable {
    private struct State {
        var events: ArraySlice<DocumentEvent> = []
        /// The kind of the last queued event of each document.
        var lastKinds: [FilePath: DocumentEvent.Kind] = [:]
        var isFinished = false
    }

    private let state = Mutex(State())
    private let limit: Int
    private let wakeUp: WakeUp

    /// - Parameter limit: the maximum number of queued events, of some hundred bytes each.
    package init(limit: Int = 1 << 16) throws(DocumentError) {
        self.limit = limit
        wakeUp = try translating { try WakeUp() }
    }

    /// Adds an event at the end; does nothing after ``finish()``.
    package func add(_ event: DocumentEvent) {
        state.withLock { state in
            if state.isFinished || event.isTold(by: state.lastKinds[event.path]) { return }
            var event = event
            if state.events.count >= limit {
                if state.events.last?.kind == .overflow { return }
                event = DocumentEvent(.overflow, at: event.path, time: event.time, detail: "events were lost")
            }
            state.events.append(event)
            state.lastKinds[event.path] = event.kind
        }
        wakeUp.signal()
    }

    package var pollDescriptor: Int32 { wakeUp.pollDescriptor }

    /// Takes the queued events without waiting.
    package func takeReady() -> [DocumentEvent] {
        wakeUp.clear()
        return state.withLock { state in
            defer { (state.events, state.lastKinds) = ([], [:]) }
            return Array(state.events)
        }
    }

    /// Accepts no more events; those already queued can still be taken.
    package func finish() {
        state.withLock { $0.isFinished = true }
        wakeUp.signal()
    }

    /// Takes the first events, and waits if there are none.
    ///
    /// - Parameter count: the maximum number of events to take.
    /// - Returns: `nil` when the queue is finished and empty.
    package func take(atMost count: Int = .max) -> [DocumentEvent]? {
        while true {
            wakeUp.clear()
            let (taken, isFinished) = state.withLock { state in
                let taken = state.events.prefix(count)
                state.events.removeFirst(taken.count)
                if state.events.isEmpty { state.lastKinds = [:] }
                return (Array(taken), state.isFinished)
            }
            if !taken.isEmpty { return taken }
            if isFinished { return nil }
            _ = try? wait(for: [wakeUp], atMost: nil)
        }
    }
}

extension DocumentEvent {
    /// Whether an earlier event that has not been taken yet reports the same.
    fileprivate func isTold(by earlier: Kind?) -> Bool {
        guard [.changed, .checkpointed, .overflow].contains(kind) else { return false }
        return kind == earlier
    }
}
