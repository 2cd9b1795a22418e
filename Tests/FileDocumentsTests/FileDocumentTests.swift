import Checkpointing
import FileDocuments
import Glibc
import SystemPackage
import TestSupport
import Testing

/// A document that is no PDF, and open: UIDocument's behaviours.
@Suite(.timeLimit(.minutes(10))) struct FileDocumentTests {
    @Test func `A change is in the checkpoint at once, and in the file after a save`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            #expect(try await document.lines() == ["first", "second"])
            #expect(try scene.text() == "first\n")
            #expect(try document.recordedEditCount() == 1)
            #expect(try await document.save()?.bytes == 13)
            #expect(try scene.text() == "first\nsecond\n")
            #expect(try await document.hasUnsavedChanges() == false)
            #expect(try await document.save() == nil)
            #expect(try scene.store.identifiers() == [])
        }
    }

    @Test func `A save appends to a copy of the file that was loaded`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            #expect(try await document.save()?.bytesAppended == 7)
            try await document.add("third")
            #expect(try await document.save()?.bytesAppended == 6)
            #expect(try scene.text() == "first\nsecond\nthird\n")
            #expect(try scene.names() == ["journal.txt"])
        }
    }

    @Test func `A save keeps the mode of the file`() async throws {
        try await JournalScene.use { scene in
            try #require(chmod(scene.path.string, 0o640) == 0)
            let document = try await scene.open()
            try await document.add("second")
            _ = try await document.save()
            #expect(try scene.path.stat().permissions == FilePermissions(rawValue: 0o640))
        }
    }

    @Test func `Unsaved changes are there when the document is opened again`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            try await document.close(.keep)
            #expect(document.state == .closed)
            let again = try await scene.open()
            #expect(try await again.lines() == ["first", "second"])
            try await again.close()
            #expect(try scene.text() == "first\nsecond\n")
        }
    }

    @Test func `Bytes of every kind are changes`() async throws {
        try await JournalScene.use("") { scene in
            let all = [UInt8](1...255) + [UInt8(ascii: "\n")]
            let document = try await scene.open()
            try await document.perform(all)
            let text = try await document.text
            try await document.close(.keep)
            let again = try await scene.open()
            #expect(try await again.text == text)
            #expect(try await again.text == String(decoding: all, as: UTF8.self))
        }
    }

    @Test func `Changes are undone and redone`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            for line in ["second", "third", "fourth"] { try await document.add(line) }
            #expect(try await document.undo(2).changes == 2)
            #expect(try await document.lines() == ["first", "second"])
            #expect(try await document.redo().changes == 1)
            #expect(try await document.lines() == ["first", "second", "third"])
            #expect(try await document.undo(5).changes == 2)
            #expect(try await document.undo().changes == 0)
            #expect(try await document.lines() == ["first"])
            #expect(try await document.redo(5).changes == 3)
            try await document.close()
            #expect(try scene.text() == "first\nsecond\nthird\nfourth\n")
        }
    }

    @Test func `A change that the document refuses is not recorded`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            let error = await #expect(throws: DocumentError.self) { try await document.perform([1]) }
            guard case .contents(let failure) = error?.situation else { throw try #require(error) }
            #expect(failure.error is JournalText.Unreadable)
            #expect(try await document.lines() == ["first", "second"])
            #expect(try document.recordedEditCount() == 1)
        }
    }

    @Test func `A change that follows from the contents sees what others have added`() async throws {
        try await JournalScene.use { scene in
            let (document, other) = (try await scene.open(), try await scene.open())
            try await document.addNumbered("mine")
            try await other.addNumbered("theirs")
            try await document.addNumbered("too many", atMost: 3)
            #expect(try await document.lines() == ["first", "2 mine", "3 theirs"])
            #expect(try document.recordedEditCount() == 2)
        }
    }

    @Test func `Reverting drops what is unsaved`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            try await document.add("third")
            #expect(try await document.revert() == 2)
            #expect(try await document.text == "first\n")
            #expect(try await document.hasUnsavedChanges() == false)
        }
    }

    @Test func `A document whose editing is disabled refuses changes`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            await document.disableEditing()
            #expect(document.state == .editingDisabled)
            await #expect(throws: DocumentError.self) { try await document.add("second") }
            await document.enableEditing()
            try await document.add("second")
            await document.disableEditing()
            await #expect(throws: DocumentError(.editingDisabled, document.path)) { try await document.undo() }
            await document.enableEditing()
            #expect(try await document.undo().changes == 1)
            #expect(document.state == .normal)
        }
    }

    @Test func `What the document cannot load stays closed`() async throws {
        try await JournalScene.use("\0") { scene in
            let document = try scene.document()
            await #expect(throws: DocumentError.self) { try await document.open() }
            #expect(document.state == .closed)
            try scene.path.write("first\n".utf8)
            try await document.open()
            #expect(try await document.lines() == ["first"])
        }
    }

    @Test func `A new document is created, and no file is replaced by one`() async throws {
        try await JournalScene.use(nil) { scene in
            let document = try scene.document()
            let missing = await #expect(throws: DocumentError.self) { try await document.open() }
            #expect(missing?.situation == .noSuchFile)
            try await document.create(JournalText([]))
            #expect(try scene.text() == "")
            try await document.add("first")
            try await document.close()
            let error = await #expect(throws: DocumentError.self) { try await scene.document().create(JournalText([])) }
            #expect(error?.description == "\(scene.path): cannot create: the file already exists")
            #expect(try scene.text() == "first\n")
        }
    }

    @Test func `A new document inherits nothing from the one that was there, whose changes are kept`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            try await document.close(.keep)
            try #require(unlink(scene.path.string) == 0)
            let new = try scene.document()
            try await new.create(JournalText(Array("first\n".utf8)))
            #expect(try await new.lines() == ["first"])
            #expect(try await new.hasUnsavedChanges() == false)
            #expect(try scene.store.identifiers().map(\.description) == ["\(CheckpointIdentifier(for: scene.path))-1"])
        }
    }

    @Test func `A document that is written to a new file is that file from then on`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open { $0.identifier = try? CheckpointIdentifier("journal") }
            try await document.add("second")
            let new = scene.directory.appending("new.txt")
            #expect(try await document.save(to: new, for: .forCreating)?.bytes == 13)
            #expect(document.path == new)
            #expect(try scene.text() == "first\n")
            #expect(try await document.hasUnsavedChanges() == false)
            try await document.add("third")
            #expect(try await document.lines() == ["first", "second", "third"])
            try await document.close()
            #expect(try scene.text("new.txt") == "first\nsecond\nthird\n")
        }
    }

    @Test func `A document saves by itself`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open { $0.autosaveInterval = .milliseconds(10) }
            try await document.add("second")
            _ = try await scene.next(.saved)
            #expect(try scene.text() == "first\nsecond\n")
        }
    }

    @Test func `A document is followed when it moves, and so are its changes, open or not`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            let away = scene.directory.appending("away.txt")
            try #require(rename(scene.path.string, away.string) == 0)
            _ = try await scene.next(.moved)
            #expect(document.path == away)
            #expect(try await document.hasUnsavedChanges())
            try await document.add("third")
            try await document.close(.keep)
            try #require(rename(away.string, scene.path.string) == 0)
            let again = try await scene.open()
            #expect(try await again.lines() == ["first", "second", "third"])
            try await again.close()
            #expect(try scene.text() == "first\nsecond\nthird\n")
        }
    }

    @Test func `No change of two documents in one file is lost`() async throws {
        try await JournalScene.use { scene in
            let (first, second) = (try await scene.open(), try await scene.open())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, document) in [("a", first), ("b", second)] {
                    group.addTask {
                        for number in 0..<20 {
                            try await document.add("\(name) \(number)")
                            if number.isMultiple(of: 4) { _ = try await document.save() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await first.close()
            try await second.close()
            #expect(Set(try scene.text().split(separator: "\n")).count == 41)
        }
    }
}
