import FoundationEssentials
import LinuxFiles
import SystemPackage
import Testing

@testable import Documents

/// The queue between those who tell events and those who print them.
struct DocumentEventQueueTests {
    private func event(_ kind: DocumentEvent.Kind, _ path: FilePath = "/a.pdf") -> DocumentEvent {
        DocumentEvent(kind, at: path, time: Date(timeIntervalSince1970: 0))
    }

    @Test func `Events come out as they went in, some or all at once, until the queue is finished`() throws {
        let queue = try DocumentEventQueue()
        for kind in [DocumentEvent.Kind.appeared, .changed, .deleted] { queue.add(event(kind)) }
        #expect(queue.take(atMost: 1)?.map(\.kind) == [.appeared])
        #expect(queue.take()?.map(\.kind) == [.changed, .deleted])
        queue.add(event(.appeared))
        queue.finish()
        queue.add(event(.changed))
        #expect(queue.take()?.map(\.kind) == [.appeared])
        #expect(queue.take() == nil)
    }

    @Test func `A change that nobody has heard of yet is told once`() throws {
        let queue = try DocumentEventQueue()
        for _ in 1...1000 {
            queue.add(event(.changed))
            queue.add(event(.changed, "/b.pdf"))
        }
        queue.add(event(.deleted))
        queue.add(event(.appeared))
        queue.add(event(.changed))
        #expect(queue.take()?.map(\.kind) == [.changed, .changed, .deleted, .appeared, .changed])
        queue.add(event(.changed))
        #expect(queue.take()?.count == 1)
    }

    @Test func `A full queue says that events are missing`() throws {
        let queue = try DocumentEventQueue(limit: 4)
        for _ in 1...10 {
            queue.add(event(.relinquishedToReader))
            queue.add(event(.reacquired))
        }
        let kinds = queue.take()?.map(\.kind) ?? []
        #expect(kinds == [.relinquishedToReader, .reacquired, .relinquishedToReader, .reacquired, .overflow])
        queue.add(event(.reacquired))
        #expect(queue.take()?.map(\.kind) == [.reacquired])
    }
}
