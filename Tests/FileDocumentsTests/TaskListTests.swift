import FileDocuments
import SystemPackage
import TestDocuments
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct TaskListTests {
    @Test func `Tasks are added, finished, undone, shared, and merged with what another program writes`() async throws {
        try await JournalScene.use(#"{"old":false}"#) { scene in
            let document = try await scene.open(as: TaskList.self)
            try await document.perform(.add("new"))
            try await document.perform(.finish("old"))
            #expect(try await document.undo().changes == 1)
            #expect(try await document.read { $0.tasks } == ["old": false, "new": false])
            #expect(try await document.redo().changes == 1)
            try await scene.replace(with: #"{"old":false,"theirs":true}"#)
            #expect(try await document.save()?.bytes == 38)
            #expect(try scene.text() == #"{"new":false,"old":true,"theirs":true}"#)
            #expect(try await document.save() == nil)
        }
    }

    @Test func `What was saved is taken back and made again, also where another program has written since`()
        async throws
    {
        try await JournalScene.use(#"{"old":false}"#) { scene in
            let document = try await scene.open(as: TaskList.self)
            try await document.perform(.add("new"))
            try await document.perform(.finish("old"))
            _ = try await document.save()
            #expect(try await document.undo().changes == 1)
            #expect(try await document.read { $0.tasks } == ["old": false, "new": false])
            _ = try await document.save()
            #expect(try await document.undo().changes == 1)
            #expect(try await document.read { $0.tasks } == ["old": false])
            #expect(try await document.redo(5).changes == 2)
            #expect(try await document.read { $0.tasks } == ["old": true, "new": false])
            try await document.close()
            #expect(try scene.text() == #"{"new":false,"old":true}"#)
            let later = try await scene.open(as: TaskList.self)
            #expect(try await later.undo(9).changes == 2)
            try await later.close()
            #expect(try scene.text() == #"{"old":false}"#)
        }
    }

    @Test func `A task that another program has removed is a conflict`() async throws {
        try await JournalScene.use(#"{"old":false}"#) { scene in
            let document = try await scene.open(as: TaskList.self)
            try await document.perform(.finish("old"))
            try await scene.replace(with: "{}")
            let error = await #expect(throws: DocumentError.self) { try await document.save() }
            #expect(error?.conflictReason == "NoSuchTask()")
            #expect(try await document.read { $0.tasks } == ["old": true])
            #expect(try await document.resolve(.copy)?.copy != nil)
            #expect(try await document.read { $0.tasks } == [:])
        }
    }
}
