import Testing

@testable import FileCoordination

/// Sequences of events, each with one consumer.
@Suite(.timeLimit(.minutes(10))) struct EventSequenceTests {
    private func buffer(limit: Int = 4) -> EventBuffer<Int> { EventBuffer(limit: limit) { _, _ in -1 } }

    private func all(_ sequence: EventSequence<Int>) async -> [Int] {
        var found: [Int] = []
        for await event in sequence { found.append(event) }
        return found
    }

    @Test func `Every consumer gets every event since its sequence was made`() async {
        let source = EventSource<Int>()
        let (early, late) = (buffer(), buffer())
        source.add(early)
        source.send(1)
        source.add(late)
        source.send(2)
        source.finish()
        source.send(3)
        #expect(await all(EventSequence(early)) == [1, 2])
        #expect(await all(EventSequence(late)) == [2])
    }

    @Test func `Two consumers get the same events, whenever their source ends`() async {
        for _ in 1...2_000 {
            let source = EventSource<Int>()
            let consumers = (1...4).map { _ in buffer(limit: 64) }
            for consumer in consumers { source.add(consumer) }
            async let sent: Void = { for number in 1...20 { source.send(number) } }()
            source.finish()
            await sent
            var found: [[Int]] = []
            for consumer in consumers { found.append(await all(EventSequence(consumer))) }
            #expect(found.allSatisfy { $0 == found[0] })
        }
    }

    @Test func `A full buffer says that events were lost`() async {
        let source = EventSource<Int>()
        let slow = buffer()
        source.add(slow)
        for number in 1...6 { source.send(number) }
        var iterator = EventSequence(slow).makeAsyncIterator()
        #expect(await iterator.next() == 1)
        source.send(7)
        source.finish()
        #expect(await all(EventSequence(slow)) == [2, 3, -1, 7])
    }

    @Test func `A waiting consumer gets an event at once`() async {
        let source = EventSource<Int>()
        let waiting = buffer(limit: 1)
        source.add(waiting)
        async let first = waiting.next()
        source.send(1)
        #expect(await first == 1)
    }

    @Test func `The sequence ends when its source is released`() async {
        let waiting = buffer()
        do {
            let source = EventSource<Int>()
            source.add(waiting)
        }
        #expect(await all(EventSequence(waiting)) == [])
    }

    @Test func `A cancelled task takes no more events, and others do`() async {
        let source = EventSource<Int>()
        let shared = buffer()
        source.add(shared)
        let cancelled = Task { await shared.next() }
        let other = Task { await shared.next() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        source.send(1)
        #expect(await other.value == 1)
    }
}
