import Checkpointing
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// A document that is open: UIDocument's behaviours.
@Suite(.timeLimit(.minutes(10))) struct OpenDocumentTests {
    @Test func `An edit is in the checkpoint at once, and in the file after a save`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            #expect(try await document.perform([.square("one")]).applied == 1)
            #expect(try await document.unsavedCount() == 1)
            #expect(try await document.annotations().map(\.annotation.name) == ["one"])
            #expect(try scene.names() == [])
            #expect(
                OpenDocument<PDFContents>.recoverable(CheckpointIdentifier(for: scene.path), in: scene.store)?.edits
                    == 1)
            #expect(try await document.save()?.bytesAppended ?? 0 > 0)
            #expect(try await document.hasUnsavedChanges() == false)
            #expect(try scene.names() == ["one"])
            #expect(try await document.save() == nil)
        }
    }

    @Test func `Closing saves, unless it is not wanted`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("one")])
            try await document.close()
            #expect(try scene.names() == ["one"])
            #expect(document.state == .closed)
            await #expect(throws: DocumentError(.documentClosed, scene.path)) {
                try await document.perform([.square("two")])
            }

            try await document.open()
            _ = try await document.perform([.square("two")])
            try await document.close(.keep)
            #expect(try scene.names() == ["one"])
            try await document.open()
            #expect(try await document.unsavedCount() == 1)
        }
    }

    @Test func `Changes are taken back and made again, also after they were saved`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("one")])
            _ = try await document.perform([.square("two"), .square("three")])
            #expect(try await document.undo().counts == (1, 1))
            #expect(try await document.redo(5).counts == (1, 3))
            #expect(try await document.undo(5).counts == (2, 0))
            #expect(try await document.undo().counts == (0, 0))
            #expect(try await document.redo().counts == (1, 1))
            _ = try await document.save()
            #expect(try await document.undo().counts == (1, 1))
            #expect(try scene.names() == ["one"])
            _ = try await document.save()
            #expect(try scene.names() == [])
            #expect(try await document.redo(2).counts == (2, 3))
            _ = try await document.save()
            #expect(try scene.names() == ["one", "two", "three"])
            #expect(try await document.undo(5).counts == (2, 3))
        }
    }

    @Test func `Going back to the file drops what is unsaved`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("one"), .square("two")])
            #expect(try await document.revert() == 2)
            #expect(try await document.unsavedCount() == 0)
            #expect(try scene.names() == [])
            #expect(document.state == .normal)
        }
    }

    @Test func `A document whose editing is disabled refuses edits`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            await document.disableEditing()
            #expect(document.state.names == ["editingDisabled"])
            await #expect(throws: DocumentError(.editingDisabled, scene.path)) {
                try await document.perform([.square("one")])
            }
            await document.enableEditing()
            #expect(try await document.perform([.square("one")]).applied == 1)
            #expect(document.state.names == ["normal"])
        }
    }

    @Test func `A damaged document is opened, and not edited`() async throws {
        try await OpenDocumentScene.use { scene in
            try scene.path.write(try scene.onDisk.bytes().dropLast(60))
            let document = try await scene.open()
            #expect(document.state == .editingDisabled)
            await #expect(throws: DocumentError.self) { try await document.perform([.square("one")]) }
            #expect(try await document.summary().pages == 2)
            await document.enableEditing()
            #expect(document.state == .editingDisabled)
        }
    }

    @Test func `What cannot be read stays closed`() async throws {
        try await OpenDocumentScene.use { scene in
            try scene.path.write("no document".utf8)
            let document = try Document(fileAt: scene.path, scene.configuration())
            await #expect(throws: DocumentError.self) { try await document.open() }
            #expect(document.state == .closed)
        }
    }

    @Test func `A save that fails is a state, and the changes stay`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("one")])
            try scene.path.write("gone".utf8)
            await #expect(throws: DocumentError.self) { try await document.save() }
            #expect(document.state.contains(.inConflict))
            #expect(
                OpenDocument<PDFContents>.recoverable(CheckpointIdentifier(for: scene.path), in: scene.store)?.edits
                    == 1)
        }
    }

    @Test func `A document that is written to a new file is that file from then on`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("one")])
            let new = scene.onDisk.directory.appending("new.pdf")
            #expect(try await document.save(to: new, for: .forCreating) != nil)
            #expect(document.path == new)
            #expect(try scene.names() == [])
            _ = try await document.perform([.square("two")])
            #expect(try await document.save(to: new, for: .forOverwriting) != nil)
            #expect(try await document.annotations().compactMap(\.annotation.name) == ["one", "two"])
            await #expect(throws: DocumentError(.fileExists, scene.path)) {
                try await document.save(to: scene.path, for: .forCreating)
            }
            #expect(document.state == .normal)
        }
    }

    @Test func `An edit made during a save stays unsaved, and none is lost`() async throws {
        try await OpenDocumentScene.use { scene in
            let (first, second) = (try await scene.open(), try await scene.open())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for document in [first, second] {
                    group.addTask {
                        for number in 0..<20 {
                            _ = try await document.perform([.square("\(ObjectIdentifier(document)) \(number)")])
                            if number.isMultiple(of: 4) { _ = try await document.save() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let unsaved = try await first.unsavedCount()
            #expect(try scene.names().count + unsaved == 40)
            try await first.close()
            try await second.close()
            #expect(Set(try scene.names()).count == 40)
        }
    }

    @Test(arguments: [Document.CheckpointStrategy.manual, .timed(interval: .milliseconds(20))])
    func `Changes of every strategy are in the checkpoint at once, and durable in time`(
        strategy: Document.CheckpointStrategy
    ) async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open { $0.strategy = strategy }
            _ = try await document.perform([.square("one")])
            #expect(try await scene.pdfco("checkpoint", scene.path.string).outputText.contains("1 unsaved change"))
            try await document.saveCheckpoint()
            try await document.close()
            #expect(try scene.names() == ["one"])
        }
    }

    @Test func `A document saves by itself`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open { $0.autosaveInterval = .milliseconds(10) }
            _ = try await document.perform([.square("one")])
            _ = try await scene.next(.saved)
            #expect(try scene.names() == ["one"])
            try await document.close()
        }
    }

    @Test func `States are told as they change`() async throws {
        try await OpenDocumentScene.use { scene in
            let (states, heard) = AsyncStream<Document.State>.makeStream()
            let document = try await scene.open { $0.observers.stateDidChange = { heard.yield($0) } }
            await document.disableEditing()
            await document.enableEditing()
            try await document.close()
            heard.finish()
            var all: [[String]] = []
            for await state in states { all.append(state.names) }
            #expect(all == [["normal"], ["editingDisabled"], ["normal"], ["closed"]])
        }
    }

    @Test func `Progress is told while a document is written anew`() async throws {
        try await OpenDocumentScene.use { scene in
            let (states, heard) = AsyncStream<Document.State>.makeStream()
            let document = try await scene.open { $0.observers.stateDidChange = { heard.yield($0) } }
            _ = try await document.perform([.square("one")])
            #expect(try await document.rewrite(.init())?.bytes ?? 0 > 0)
            #expect(document.progress == nil)
            heard.finish()
            var all: [[String]] = []
            for await state in states { all.append(state.names) }
            #expect(all.contains(["progressAvailable"]))
            #expect(try scene.names() == ["one"])
        }
    }
}

extension UndoReport {
    fileprivate var counts: (Int, Int) { (changes, unsaved) }
}
