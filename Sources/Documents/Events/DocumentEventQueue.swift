package import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Events on their way to somebody who may be slow, so that whoever tells them never waits.
///
/// Its memory is bounded: a document that changes again before the change was taken has changed once; and where the queue is
/// full, events are dropped and one of the kind `overflow` stands for them.
package final class DocumentEventQueue: Sendable, Waitable {
    private struct State {
        var events: ArraySlice<DocumentEvent> = []
        /// The kind of the last event of each document among them.
        var lastKinds: [FilePath: DocumentEvent.Kind] = [:]
        var isFinished = false
    }

    private let state = Mutex(State())
    private let limit: Int
    private let wakeUp: WakeUp

    /// - Parameter limit: so many events wait at most; some hundred bytes each.
    package init(limit: Int = 1 << 16) throws(DocumentError) {
        self.limit = limit
        wakeUp = try translatingSystemCalls { () throws(SystemCallError) in try WakeUp() }
    }

    /// Adds an event at the end; does nothing after ``finish()``.
    package func add(_ event: DocumentEvent) {
        state.withLock { state in
            if state.isFinished || event.isTold(by: state.lastKinds[event.path]) { return }
            var event = event
            if state.events.count >= limit {
                if state.events.last?.kind == .overflow { return }
                event = DocumentEvent(.overflow, at: event.path, time: event.time, detail: "events were dropped")
            }
            state.events.append(event)
            state.lastKinds[event.path] = event.kind
        }
        wakeUp.signal()
    }

    package var pollDescriptor: Int32 { wakeUp.pollDescriptor }

    /// Takes the events that are there.
    package func takeReady() -> [DocumentEvent] {
        wakeUp.clear()
        return state.withLock { state in
            defer { (state.events, state.lastKinds) = ([], [:]) }
            return Array(state.events)
        }
    }

    /// Nothing more is added; what is there can still be taken.
    package func finish() {
        state.withLock { $0.isFinished = true }
        wakeUp.signal()
    }

    /// Takes the first events, and waits until there are some.
    ///
    /// - Parameters:
    ///   - count: so many at most.
    ///   - interruption: ends the waiting, with no events.
    /// - Returns: `nil` when the queue is finished and empty.
    package func take(atMost count: Int = .max, orUntil interruption: WakeUp? = nil) -> [DocumentEvent]? {
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
            let ready = try? wait(for: [wakeUp, interruption], atMost: nil)
            if ready?[1] == true {
                interruption?.clear()
                return []
            }
        }
    }
}

extension DocumentEvent {
    /// Whether an earlier event that nobody has taken yet says the same.
    fileprivate func isTold(by earlier: Kind?) -> Bool {
        guard [.changed, .checkpointed, .overflow].contains(kind) else { return false }
        return kind == earlier
    }
}
