import FileDocuments
import SystemPackage
import TestSupport
import Testing

/// The example `notes`, in two processes.
@Suite(.timeLimit(.minutes(10))) struct NotesTests {
    @Test func `Two processes edit one file, and neither loses anything`() async throws {
        try await JournalScene.use { scene in
            let (first, second) = (try scene.notes(), try scene.notes())
            for process in [first, second] { #expect(try process.next() == "open, 0 unsaved") }
            #expect(try first.say("add one") == ["ok"])
            #expect(try second.say("add two") == ["ok"])
            #expect(try first.say("show") == ["- first", "- one", "- two", "ok"])
            #expect(try second.say("remove first") == ["ok"])
            #expect(try first.say("remove first") == ["error: there is no note 'first'"])
            #expect(try first.say("save") == ["ok"])
            #expect(try scene.text() == "one\ntwo\n")
            #expect(try second.say("add three") == ["ok"])
            try first.quit()
            try second.quit()
            #expect(try scene.text() == "one\ntwo\nthree\n")
        }
    }

    @Test func `The standard directory of a program is in the data directory of the desktop`() async throws {
        try await JournalScene.use { scene in
            let process = try scene.notes(dataHome: scene.data)
            #expect(try process.next() == "open, 0 unsaved")
            #expect(try process.say("add one") == ["ok"])
            try process.quit("stop")
            let store = CheckpointStore(dataDirectory: scene.data.appending("notes"))
            #expect(try store.identifiers().count == 1)
        }
    }

    @Test func `What a killed process recorded is there for the next one`() async throws {
        try await JournalScene.use { scene in
            let process = try scene.notes()
            #expect(try process.next() == "open, 0 unsaved")
            #expect(try process.say("add one") == ["ok"])
            #expect(try process.say("add two") == ["ok"])
            #expect(try process.say("undo") == ["ok"])
            process.kill()
            #expect(try scene.text() == "first\n")
            let next = try scene.notes()
            #expect(try next.next() == "open, 1 unsaved")
            #expect(try next.say("redo") == ["ok"])
            #expect(try next.say("show") == ["- first", "- one", "- two", "ok"])
            try next.quit()
            #expect(try scene.text() == "first\none\ntwo\n")
            #expect(try scene.store.identifiers() == [])
        }
    }

    @Test(arguments: [1, 4, 5, 6, 11])
    func `Whenever a process is killed, each note is there once`(answers: Int) async throws {
        try await JournalScene.use("") { scene in
            let process = try scene.notes()
            #expect(try process.next() == "open, 0 unsaved")
            // A save after each five notes; the process is killed while it is at some later command.
            for number in 1...30 { try process.write("add \(number)\n" + (number % 5 == 0 ? "save\n" : "")) }
            for _ in 0..<answers { #expect(try process.next() == "ok") }
            process.kill()
            let next = try scene.notes()
            _ = try next.next()
            let notes = try next.say("show").dropLast()
            #expect(notes.count >= answers - answers / 6)
            #expect(Array(notes) == (0..<notes.count).map { "- \($0 + 1)" })
            try next.quit()
            #expect(try scene.text() == (0..<notes.count).map { "\($0 + 1)\n" }.joined())
            #expect(try scene.names() == ["journal.txt"])
        }
    }

    @Test func `An editor that knows nothing of it is merged, or its conflict is resolved by a word`() async throws {
        try await JournalScene.use { scene in
            let process = try scene.notes()
            #expect(try process.next() == "open, 0 unsaved")
            #expect(try process.say("add mine") == ["ok"])
            try await scene.replace(with: "first\ntheirs\n")
            try process.wait(for: "changed")
            #expect(try process.say("show") == ["- first", "- theirs", "- mine", "ok"])
            #expect(try process.say("remove first") == ["ok"])
            try await scene.replace(with: "theirs\n")
            #expect(try process.next() == "conflict: there is no note 'first'")
            #expect(try process.say("save").last?.hasPrefix("error: conflicts with its unsaved changes") == true)
            let answer = try process.say("copy")
            #expect(answer.first?.hasSuffix(".txt") == true)
            #expect(try process.say("show") == ["- theirs", "ok"])
            try process.quit()
            #expect(try scene.text() == "theirs\n")
            #expect(try scene.names().count == 2)
        }
    }

    @Test func `Another process that reads gets the changes saved first`() async throws {
        try await JournalScene.use { scene in
            let process = try scene.notes()
            #expect(try process.next() == "open, 0 unsaved")
            #expect(try process.say("add one") == ["ok"])
            let coordinator = FileCoordinator(runtimeDirectory: RuntimeDirectory(scene.runtime))
            let text = try coordinator.coordinate(readingItemAt: scene.path) { path in
                try? String(decoding: path.readBytes(), as: UTF8.self)
            }
            #expect(text == "first\none\n")
            try process.quit()
        }
    }

    @Test func `An app that stops leaves what is unsaved for the next time`() async throws {
        try await JournalScene.use { scene in
            let process = try scene.notes()
            #expect(try process.next() == "open, 0 unsaved")
            #expect(try process.say("add one") == ["ok"])
            try process.quit("stop")
            #expect(try scene.text() == "first\n")
            #expect(try scene.notes().next() == "open, 1 unsaved")
        }
    }

    @Test func `A file that does not exist is created`() async throws {
        try await JournalScene.use(nil) { scene in
            let process = try scene.notes()
            #expect(try process.next() == "open, 0 unsaved")
            #expect(try process.say("add one") == ["ok"])
            try process.quit()
            #expect(try scene.text() == "one\n")
        }
    }
}
