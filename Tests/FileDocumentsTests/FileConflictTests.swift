import FileDocuments
import Glibc
import SystemPackage
import TestSupport
import Testing

/// What others do to the file of a document that is no PDF, and open.
@Suite(.timeLimit(.minutes(10))) struct FileConflictTests {
    @Test func `A clean document follows its file`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await scene.replace(with: "theirs\n")
            _ = try await scene.next(.changed)
            #expect(try await document.text == "theirs\n")
            try await document.add("mine")
            try await document.close()
            #expect(try scene.text() == "theirs\nmine\n")
        }
    }

    @Test func `Changes that fit are merged, and are saved with what is there`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("mine")
            try await scene.replace(with: "merge\n")
            _ = try await scene.next(.changed)
            #expect(document.state == .normal)
            try await document.add("later")
            #expect(try await document.lines() == ["merge", "mine", "later"])
            try await document.close()
            #expect(try scene.text() == "merge\nmine\nlater\n")
        }
    }

    /// Another program writes the file while there are changes that do not fit then.
    private func conflict(_ scene: JournalScene) async throws -> Journal {
        let document = try await scene.open()
        try await document.add("mine")
        try await scene.replace(with: "theirs\n")
        _ = try await scene.next(.conflict)
        #expect(document.state == .inConflict)
        let error = await #expect(throws: DocumentError.self) { try await document.save() }
        #expect(error?.conflictReason != nil)
        await #expect(throws: DocumentError.self) { try await document.add("later") }
        #expect(try await document.text == "first\nmine\n")
        #expect(try scene.text() == "theirs\n")
        return document
    }

    @Test func `In a conflict, ours can win, and theirs is kept as a version`() async throws {
        try await JournalScene.use { scene in
            let document = try await conflict(scene)
            let report = try #require(try await document.resolve(.save))
            #expect(try scene.text() == "first\nmine\n")
            #expect(try #require(report.kept).path.readBytes() == Array("theirs\n".utf8))
            #expect(try scene.names() == ["journal.txt"])
            // Somebody decides what becomes of theirs.
            #expect(document.state == .inConflict)
            var version = try #require(report.kept)
            try version.resolve(in: VersionStore(beside: scene.store))
            try await document.add("later")
            try await document.close()
            #expect(try scene.text() == "first\nmine\nlater\n")
        }
    }

    @Test func `In a conflict, theirs can be reloaded`() async throws {
        try await JournalScene.use { scene in
            let document = try await conflict(scene)
            #expect(try await document.resolve(.reload) == nil)
            #expect(try await document.text == "theirs\n")
            #expect(try await document.hasUnsavedChanges() == false)
            #expect(document.state == .normal)
            #expect(try scene.names() == ["journal.txt"])
        }
    }

    @Test func `In a conflict, ours can go to a file beside theirs`() async throws {
        try await JournalScene.use { scene in
            let document = try await conflict(scene)
            let copy = try #require(try await document.resolve(.copy)?.copy?.lastComponent?.string)
            #expect(try scene.text(copy) == "first\nmine\n")
            #expect(try scene.text() == "theirs\n")
            #expect(try await document.text == "theirs\n")
            #expect(document.state == .normal)
            try await scene.replace(with: "later\n")
            // The document was not saved.
            for await event in scene.heard where [.saved, .changed].contains(event.kind) {
                #expect(event.kind == .changed)
                break
            }
        }
    }

    @Test func `A conflict that was closed is still one, and can be resolved all the same`() async throws {
        try await JournalScene.use { scene in
            let document = try await conflict(scene)
            #expect(try await document.resolve(.close) == nil)
            #expect(document.state == .closed)
            let again = try await scene.open()
            #expect(again.state == .inConflict)
            #expect(try await again.text == "first\nmine\n")
            _ = try await again.resolve(.save)
            #expect(try scene.text() == "first\nmine\n")
        }
    }

    @Test func `Theirs may come to be what ours were made on again`() async throws {
        try await JournalScene.use { scene in
            let document = try await conflict(scene)
            try await scene.replace(with: "first\n")
            _ = try await scene.next(.changed)
            #expect(document.state == .normal)
            try await document.close()
            #expect(try scene.text() == "first\nmine\n")
        }
    }

    @Test func `A file that was deleted is there again with its changes, if that is wanted`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("mine")
            try #require(unlink(scene.path.string) == 0)
            _ = try await scene.next(.conflict)
            let error = await #expect(throws: DocumentError.self) { try await document.save() }
            #expect(error?.situation == .unsavedConflict("it was deleted"))
            _ = try await document.resolve(.save)
            #expect(try scene.text() == "first\nmine\n")
            #expect(document.state == .normal)
        }
    }

    /// What others did to the file, and what is beside it once the document has been put back.
    static let losses: [(damage: String, kept: [String])] = [
        ("rm journal.txt", []), (": > journal.txt", []), ("truncate -s 3 journal.txt; truncate -s 9 journal.txt", []),
        ("rm journal.txt; mkdir journal.txt", ["journal (kept).txt"]),
    ]

    private func lose(_ damage: String, in scene: JournalScene) async throws {
        var command = Command("sh", ["-c", damage])
        command.directory = scene.directory
        try #require(await command.run().exitStatus == 0)
    }

    @Test(arguments: losses)
    func `A lost document is in conflict, and its original can win, go elsewhere, or stay where it is`(
        damage: String, kept: [String]
    ) async throws {
        try await JournalScene.use { scene in
            for resolution in [FileConflictResolution.copy, .close, .save] {
                try await lose("rm -r journal*; echo first > journal.txt", in: scene)
                let before = try await scene.open()
                try await before.add("mine")
                try await before.close(.keep)
                try await lose(damage, in: scene)

                let document = try await scene.open()
                #expect(document.state == .inConflict)
                #expect(try await document.text == "first\nmine\n")
                let error = await #expect(throws: DocumentError.self) { try await document.save() }
                #expect(error?.conflictReason != nil && error?.original != nil)
                await #expect(throws: DocumentError.self) { try await document.add("later") }
                let report = try await document.resolve(resolution)
                switch resolution {
                case .save:
                    #expect(try scene.text() == "first\nmine\n" && document.state == .normal)
                    #expect(try scene.names() == (kept + ["journal.txt"]).sorted())
                case .copy:
                    let copy = try #require(report?.copy?.lastComponent?.string)
                    #expect(try scene.text(copy) == "first\nmine\n")
                case .close, .reload:
                    #expect(document.state == .closed)
                    #expect(try scene.store.identifiers().count == 1)
                    let new = scene.directory.appending("new.txt")
                    let again = try await scene.open()
                    _ = try await again.save(to: new, for: .forCreating)
                    #expect(try scene.text("new.txt") == "first\nmine\n" && again.path == new)
                    try await again.close()
                    try await lose("rm new.txt", in: scene)
                    for identifier in try scene.store.identifiers() {
                        try scene.store.existingLog(identifier)?.remove()
                    }
                }
                if !document.state.contains(.closed) { try await document.close(.keep) }
            }
        }
    }

    @Test(arguments: [ConflictResolution.fail, .reload, .overwrite, .copy])
    func `What fits is no conflict, whatever the policy`(policy: ConflictResolution) async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open { $0.onConflict = policy }
            try await document.add("mine")
            try await scene.replace(with: "merge\n")
            try await document.close()
            #expect(try scene.text() == "merge\nmine\n")
            #expect(try scene.names() == ["journal.txt"])
        }
    }

    @Test(arguments: [ConflictResolution.reload, .overwrite, .copy])
    func `A policy resolves a conflict by itself`(policy: ConflictResolution) async throws {
        try await JournalScene.use { scene in
            let (states, heard) = AsyncStream<FileDocumentState>.makeStream()
            let document = try await scene.open {
                $0.onConflict = policy
                $0.observers.stateDidChange = { heard.yield($0) }
            }
            try await document.add("mine")
            try await scene.replace(with: "theirs\n")
            for await state in states where state == .inConflict { break }
            // What was overwritten is a version that somebody decides about.
            if policy == .overwrite {
                _ = try await scene.next(.saved)
            } else {
                for await state in states where state == .normal { break }
            }
            #expect(try await document.hasUnsavedChanges() == false)
            #expect(try scene.text() == (policy == .overwrite ? "first\nmine\n" : "theirs\n"))
            #expect(try scene.names().count == (policy == .copy ? 2 : 1))
        }
    }

    @Test func `A clean document closes although its file is gone or cannot be loaded`() async throws {
        for damage in ["", "\0"] {
            try await JournalScene.use { scene in
                let document = try await scene.open()
                if damage.isEmpty {
                    try #require(unlink(scene.path.string) == 0)
                } else {
                    try scene.path.write(damage.utf8)
                }
                try await document.close()
                #expect(document.state == .closed)
            }
        }
    }
}
