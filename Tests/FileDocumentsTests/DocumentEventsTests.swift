import FileDocuments
import SystemPackage
import TestSupport
import Testing

/// The events and states of a document as sequences.
@Suite(.timeLimit(.minutes(10))) struct DocumentEventsTests {
    private func kinds(_ events: EventSequence<DocumentEvent>) async -> [DocumentEvent.Kind] {
        var kinds: [DocumentEvent.Kind] = []
        for await event in events { kinds.append(event.kind) }
        return kinds
    }

    @Test func `Two consumers each get every event, until the document is closed`() async throws {
        try await JournalScene.use { scene in
            let document = try scene.document()
            let (first, second) = (document.events(), document.events())
            try await document.open()
            try await document.add("second")
            _ = try await document.save()
            let late = document.events()
            try await document.add("third")
            try await document.close()
            let expected: [DocumentEvent.Kind] = [.checkpointed, .saved, .checkpointed, .saved]
            #expect(await kinds(first) == expected)
            #expect(await kinds(second) == expected)
            #expect(await kinds(late) == Array(expected.suffix(2)))
        }
    }

    @Test func `States begin with the current one and end with closed`() async throws {
        try await JournalScene.use { scene in
            let document = try scene.document()
            var states = document.states().makeAsyncIterator()
            #expect(await states.next() == .closed)
            try await document.open()
            #expect(await states.next() == .normal)
            await document.disableEditing()
            #expect(await states.next() == .editingDisabled)
            await document.enableEditing()
            // A slow consumer gets only the newest.
            try await document.close()
            #expect(await states.next() == .closed)
            #expect(await states.next() == nil)
        }
    }

    @Test func `A document that is released ends its sequences`() async throws {
        try await JournalScene.use { scene in
            let events: EventSequence<DocumentEvent>
            do {
                let document = try scene.document()
                events = document.events()
            }
            #expect(await kinds(events) == [])
        }
    }

    @Test func `A slow consumer is told that it missed events`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open { $0.strategy = .manual }
            let events = document.events()
            for _ in 0..<1100 { document.core.report(.checkpointed) }
            try await document.close(.keep)
            let kinds = await kinds(events)
            #expect(kinds.count == 1024)
            #expect(kinds.last == .overflow)
            #expect(kinds.dropLast().allSatisfy { $0 == .checkpointed })
        }
    }
}
