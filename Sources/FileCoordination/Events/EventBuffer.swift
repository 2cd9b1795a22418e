internal import Synchronization

/// The events that one consumer has not taken yet, and the iterators that wait for the next ones.
package final class EventBuffer<Element: Sendable>: Sendable {
    private struct State {
        var events: ArraySlice<Element> = []
        /// The iterators that wait, each with its number.
        var waiting: [(number: Int, continuation: CheckedContinuation<Element?, Never>)] = []
        var waits = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let limit: Int
    private let replace: @Sendable (_ last: Element, _ new: Element) -> Element
    /// Keeps alive what sends the events.
    private let source: (any AnyObject & Sendable)?

    /// - Parameters:
    ///   - limit: the number of events that it holds, at least 1.
    ///   - source: retained as long as there is a consumer.
    ///   - replace: returns what replaces the last event and the new one when it is full.
    package init(
        limit: Int, from source: (any AnyObject & Sendable)? = nil,
        whenFull replace: @escaping @Sendable (_ last: Element, _ new: Element) -> Element
    ) {
        (self.limit, self.source, self.replace) = (limit, source, replace)
    }

    /// Adds an event at the end; does nothing after ``finish()``.
    package func add(_ event: Element) {
        let waiting = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            if state.isFinished { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
            if let last = state.events.last, state.events.count >= limit {
                state.events[state.events.endIndex - 1] = replace(last, event)
            } else {
                state.events.append(event)
            }
            return nil
        }
        waiting?.resume(returning: event)
    }

    /// Adds nothing more; what is buffered can still be taken.
    package func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for iterator in waiting { iterator.continuation.resume(returning: nil) }
    }

    /// Takes the first event, and waits until there is one; `nil` at the end, or if the task is cancelled.
    func next() async -> Element? {
        let number = state.withLock { state in
            state.waits += 1
            return state.waits
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Element?? in
                    if let event = state.events.popFirst() { return event }
                    if state.isFinished { return .some(nil) }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let answer { return continuation.resume(returning: answer) }
                // The task may have been cancelled before it waited.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        let continuation = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
        }
        continuation?.resume(returning: nil)
    }
}

/// Sends events to any number of consumers.
package final class EventSource<Element: Sendable>: Sendable {
    private struct Consumer {
        weak var buffer: EventBuffer<Element>?
    }

    private let consumers = Mutex<[Consumer]>([])

    package init() {}

    deinit { finish() }

    /// Sends the buffer every event from now on.
    package func add(_ buffer: EventBuffer<Element>) {
        consumers.withLock { $0.append(Consumer(buffer: buffer)) }
    }

    /// Sends an event to all consumers; if ``finish()`` is called meanwhile, to all or to none.
    package func send(_ event: Element) {
        withBuffers { buffers, _ in for buffer in buffers { buffer.add(event) } }
    }

    /// Ends the sequences of all consumers so far.
    package func finish() {
        withBuffers { buffers, consumers in
            for buffer in buffers { buffer.finish() }
            consumers = []
        }
    }

    private func withBuffers(_ body: ([EventBuffer<Element>], inout [Consumer]) -> Void) {
        // They are released outside the lock: the last consumer may release this source.
        _ = consumers.withLock { consumers in
            consumers.removeAll { $0.buffer == nil }
            let buffers = consumers.compactMap(\.buffer)
            body(buffers, &consumers)
            return buffers
        }
    }
}

/// Events in their order, for one consumer.
///
/// Each call that returns a sequence makes a new one with a buffer of its own, so several consumers each get every
/// event. The buffer begins with the call, not with the loop. If a consumer is so slow that its buffer is full, the last
/// event in it is replaced: by one that says that events were lost or, for a sequence of states, by the newest state.
/// The producer never waits.
///
/// The sequence ends when its producer says so, after the events that are buffered, or when the task that iterates is
/// cancelled. Iterators of one sequence share its buffer, so that each event goes to one of them.
public struct EventSequence<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    package let buffer: EventBuffer<Element>

    package init(_ buffer: EventBuffer<Element>) { self.buffer = buffer }

    /// Takes the events of an ``EventSequence`` one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let buffer: EventBuffer<Element>

        /// Returns the next event, and waits until there is one; `nil` at the end, or if the task is cancelled.
        public func next(isolation actor: isolated (any Actor)?) async -> Element? { await buffer.next() }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }
}
