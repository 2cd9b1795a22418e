import Checkpointing
import SystemPackage
import TestSupport
import Testing

@testable import FileDocuments

/// A whole document type.
struct Note: ByteContents {
    var text = ""
    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }
    func bytes() -> [UInt8] { Array(text.utf8) }
}

/// A change whose kind says neither how it is merged nor what takes it back.
struct Counter: ByteContents {
    var count: Int
    init(_ bytes: [UInt8]) { count = Int(String(decoding: bytes, as: UTF8.self)) ?? 0 }
    mutating func apply(_ change: Int) { count += change }
    func bytes() -> [UInt8] { Array("\(count)".utf8) }
}

/// Documents whose changes the engine finds out by comparing what is written.
@Suite(.timeLimit(.minutes(10))) struct NoteTests {
    /// What an app has on its main actor.
    @MainActor private final class Window {
        var line = "typed\n"

        func type(into note: FileDocument<Note>) async throws {
            let line = line
            try await note.update(named: "Typing") { $0.text += line }
            self.line = try await note.read { $0.text.replacing(line, with: "") }
        }
    }

    private func text(_ note: FileDocument<Note>) async throws -> String { try await note.read { $0.text } }

    @Test func `A change is undone and made again, before a save and after it, by whoever has the document open`()
        async throws
    {
        try await JournalScene.use("one\n") { scene in
            let (note, other) = (try await scene.open(as: Note.self), try await scene.open(as: Note.self))
            try await note.update(named: "Typing") { $0.text += "two\n" }
            try await other.update { $0.text = $0.text.replacing("one", with: "1") }
            try await note.update { _ in }
            #expect(try await text(note) == "1\ntwo\n")
            #expect(try await note.unsavedCount() == 2)
            #expect(try await note.next(.redo) == nil)
            #expect(try await note.undo().changes == 1)
            #expect(try await other.next(.undo)?.change?.name == "Typing")
            #expect(try await other.undo().changes == 1)
            #expect(try await note.next(.redo)?.change?.name == "Typing")
            #expect(try await note.next(.undo) == nil)
            #expect(try await text(other) == "one\n")
            #expect(try await other.redo(2).changes == 2)
            _ = try await note.save()
            #expect(try scene.text() == "1\ntwo\n")
            #expect(try await note.next(.redo) == nil)
            #expect(try await note.next(.undo) != nil)
            #expect(try await other.undo().changes == 1)
            #expect(try await other.next(.undo)?.change?.name == "Typing")
            #expect(try await text(note) == "one\ntwo\n")
            #expect(try await note.undo().all.map(\.name) == ["Typing"])
            #expect(try await text(note) == "one\n")
            #expect(try await note.redo(2).changes == 2)
            try await note.close()
            try await other.close()
            #expect(try scene.text() == "1\ntwo\n")
        }
    }

    @Test func `What is unsaved stays, and is a conflict where another program has written`() async throws {
        try await JournalScene.use("one\n") { scene in
            let note = try await scene.open(as: Note.self)
            try await note.update { $0.text += "two\n" }
            try await note.close(.keep)
            let later = try await scene.open(as: Note.self)
            #expect(try await text(later) == "one\ntwo\n")
            try await scene.replace(with: "other\n")
            let error = await #expect(throws: DocumentError.self) { try await later.save() }
            #expect(error?.conflictReason != nil)
            #expect(try scene.text() == "other\n")
            _ = try await later.resolve(.save)
            #expect(try scene.text() == "one\ntwo\n")
        }
    }

    @Test func `What another program has changed since is not taken back, and the reason is told`() async throws {
        try await JournalScene.use("one\ntwo\n") { scene in
            let note = try await scene.open(as: Note.self)
            try await note.update { $0.text = $0.text.replacing("one", with: "1") }
            _ = try await note.save()
            try await note.update { $0.text = $0.text.replacing("1", with: "I") }
            _ = try await note.save()
            #expect(try await note.undo(2).changes == 2)
            #expect(try await text(note) == "one\ntwo\n")
            #expect(try await note.redo().changes == 1)
            _ = try await note.save()
            try await scene.replace(with: "3\ntwo\n")
            let error = await #expect(throws: DocumentError.self) { try await note.undo() }
            guard case .notUndoable = error?.situation else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(try await text(note) == "3\ntwo\n")
        }
    }

    /// It once said that the file had been changed, where nobody had changed it.
    @Test func `A kind that does not say how a change is merged or taken back can undo it after a save`() async throws {
        try await JournalScene.use("7") { scene in
            let counter = try await scene.open(as: Counter.self)
            try await counter.perform(5)
            try await counter.perform(30)
            _ = try await counter.save()
            #expect(try await counter.undo(2).changes == 2)
            #expect(try await counter.read { $0.count } == 7)
            #expect(try await counter.redo(2).changes == 2)
            #expect(try await counter.read { $0.count } == 42)
        }
    }

    /// Without folding, the log of 50 has 70 MB.
    @Test func `Two hundred rewrites of a mebibyte keep the log below 48 MiB, and what was folded is one step`()
        async throws
    {
        try await JournalScene.use("") { scene in
            let note = try await scene.open(as: Note.self)
            let (count, logs) = (CrashScenario.isThorough ? 200 : 50, scene.data.appending("checkpoints"))
            var longest = 0
            for number in 1...count {
                try await note.update {
                    $0.text = String(repeating: "\(number),", count: (1 << 20) / "\(number),".count)
                }
                for name in try logs.list() where name.hasSuffix(".checkpoint") {
                    longest = max(longest, Int(try logs.appending(name).stat().size))
                }
            }
            #expect(longest < 48 << 20)
            #expect(try await note.unsavedCount() == count)
            #expect(try await text(note).hasPrefix("\(count),"))
            #expect(try await note.undo().changes == 1)
            #expect(try await text(note).hasPrefix("\(count - 1),"))
            // The last of them stands for all that were folded.
            let all = try await note.undo(count).all
            #expect(all.count < count - 1 && all.last?.editCount == count - all.count)
            #expect(try await text(note).isEmpty)
            _ = try await note.redo(count)
            _ = try await note.save()
            #expect(try scene.text().hasPrefix("\(count),"))
        }
    }

    @Test func `A window reads and changes a document from the main actor`() async throws {
        try await JournalScene.use("one\n") { scene in
            let note = try await scene.open(as: Note.self)
            let window = Window()
            try await window.type(into: note)
            #expect(await window.line == "one\n")
            #expect(try await text(note) == "one\ntyped\n")
        }
    }

    @Test func `Of several that open a document or create it, one creates it`() async throws {
        try await JournalScene.use(nil) { scene in
            let documents = try (0..<4).map { _ in try scene.document(as: Note.self) }
            try await withThrowingTaskGroup { group in
                for (number, document) in documents.enumerated() {
                    group.addTask {
                        try await document.open(orCreating: Note(Array("new\n".utf8)))
                        try await document.update { $0.text += "\(number)\n" }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await text(documents[0]).split(separator: "\n").sorted() == ["0", "1", "2", "3", "new"])
            for document in documents { try await document.close() }
            #expect(try scene.text().hasPrefix("new\n"))
        }
    }

    @Test func `Unsaved changes are discarded with the document, and left aside they disable editing`() async throws {
        try await JournalScene.use("one\n") { scene in
            let note = try await scene.open(as: Note.self)
            try await note.update { $0.text += "two\n" }
            try await note.close(.keep)
            var configuration = note.configuration
            configuration.loadsCheckpoint = false
            let aside = try FileDocument<Note>(fileAt: scene.path, configuration)
            try await aside.open()
            #expect(aside.state == .editingDisabled)
            #expect(try await text(aside) == "one\n")
            try await aside.loadCheckpoint()
            #expect(aside.state == .normal)
            #expect(try await text(aside) == "one\ntwo\n")
            try await aside.close(.discard)
            #expect(try scene.text() == "one\n")
            let later = try await scene.open(as: Note.self)
            #expect(try await later.unsavedCount() == 0)
        }
    }
}
