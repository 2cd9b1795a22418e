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
