import FileDocuments
import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Tasks in JSON: all that an app has to say about its kind of document.
struct TaskList: DocumentContents {
    enum Change: Codable, DocumentChange {
        case add(String)
        case finish(String)
    }

    struct NoSuchTask: Error {}

    /// Whether each is done.
    private(set) var tasks: [String: Bool]

    init(_ bytes: [UInt8]) throws { tasks = try JSONDecoder().decode([String: Bool].self, from: Data(bytes)) }

    mutating func apply(_ change: Change) throws {
        switch change {
        case .add(let title): tasks[title] = false
        case .finish(let title):
            guard tasks[title] != nil else { throw NoSuchTask() }
            tasks[title] = true
        }
    }

    mutating func merge(_ change: Change) throws { try apply(change) }

    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try Array(encoder.encode(tasks))
    }
}

@Suite(.timeLimit(.minutes(10))) struct TaskListTests {
    private func open(_ scene: JournalScene) async throws -> FileDocument<TaskList> {
        var configuration = FileDocument<TaskList>.Configuration(checkpoints: scene.store)
        configuration.runtimeDirectory = RuntimeDirectory(scene.runtime)
        let document = try FileDocument<TaskList>(fileAt: scene.path, configuration)
        try await document.open()
        return document
    }

    @Test func `Tasks are added, finished, undone, shared, and merged with what another program writes`() async throws {
        try await JournalScene.use(#"{"old":false}"#) { scene in
            let document = try await open(scene)
            try await document.perform(.add("new"))
            try await document.perform(.finish("old"))
            #expect(try await document.undo() == 1)
            #expect(try await document.read { $0.tasks } == ["old": false, "new": false])
            #expect(try await document.redo() == 1)
            try await scene.replace(with: #"{"old":false,"theirs":true}"#)
            #expect(try await document.save()?.bytes == 38)
            #expect(try scene.text() == #"{"new":false,"old":true,"theirs":true}"#)
            #expect(try await document.save() == nil)
        }
    }

    @Test func `A task that another program has removed is a conflict`() async throws {
        try await JournalScene.use(#"{"old":false}"#) { scene in
            let document = try await open(scene)
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
