import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// What others do to the file of a document that is open.
@Suite(.timeLimit(.minutes(10))) struct ConflictTests {
    /// What programs do that know nothing of coordination and leave the pages as they are.
    private static let harmless: [(program: String, arguments: [String])] = [
        ("qpdf", ["--replace-input", "--object-streams=generate", "table.pdf"]),
        ("cp", ["other.pdf", "table.pdf"]),
        ("sh", ["-c", "cat other.pdf > table.pdf"]),
        ("sh", ["-c", "cp other.pdf new.pdf && mv new.pdf table.pdf"]),
        ("sed", ["-i", "s|/Type /Catalog |/Type/Catalog  |", "table.pdf"]),
    ]

    @Test(arguments: harmless.indices)
    func `An uncooperative editor is noticed, and unsaved changes are merged`(index: Int) async throws {
        let editor = Self.harmless[index]
        try await OpenDocumentScene.use { scene in
            try await scene.run("qpdf", "--linearize", "table.pdf", "other.pdf")
            let document = try await scene.open()
            _ = try await document.perform([.square("mine")])
            let command = Command(editor.program, editor.arguments)
            var inDirectory = command
            inDirectory.directory = scene.onDisk.directory
            #expect(try await inDirectory.runNow().exitStatus == 0)
            let theirs = try scene.onDisk.bytes()
            // A file that is written in place may be seen half written first.
            var event = try await scene.next(.changed)
            while event.detail != nil { event = try await scene.next(.changed) }
            #expect(try await document.unsavedCount() == 1)
            #expect(try await document.save() != nil)
            #expect(try scene.onDisk.bytes().starts(with: theirs))
            #expect(try scene.names() == ["mine"])
        }
    }

    @Test func `A clean document follows its file`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            try await scene.run("qpdf", "--rotate=+90:1", "--replace-input", "table.pdf")
            _ = try await scene.next(.changed)
            #expect(document.state == .normal)
            #expect(try await document.perform([.square("mine")]).applied == 1)
            try await document.close()
            #expect(try scene.names() == ["mine"])
        }
    }

    /// Another program moves a document with an unsaved change.
    private func moved(_ scene: OpenDocumentScene) async throws -> (document: Document, away: FilePath) {
        let document = try await scene.open()
        _ = try await document.perform([.square("one")])
        let away = scene.onDisk.directory.appending("away.pdf")
        try await scene.run("mv", "table.pdf", "away.pdf")
        #expect(try await scene.next(.moved).newPath == away)
        return (document, away)
    }

    @Test func `A document is followed when it moves, there and back`() async throws {
        try await OpenDocumentScene.use { scene in
            let (document, away) = try await moved(scene)
            #expect(document.path == away)
            #expect(try await document.perform([.square("two")]).applied == 1)
            #expect(try await document.unsavedCount() == 2)
            try await scene.run("mv", "away.pdf", "table.pdf")
            #expect(try await scene.next(.moved).newPath == scene.path)
            try await document.close()
            #expect(try scene.names() == ["one", "two"])
        }
    }

    @Test func `A document that is moved and then removed is in conflict, and its changes bring it back`() async throws
    {
        try await OpenDocumentScene.use { scene in
            let (document, away) = try await moved(scene)
            try await scene.run("rm", "away.pdf")
            _ = try await scene.next(.conflict)
            #expect(try await document.unsavedCount() == 1)
            #expect(try await document.resolve(.save) != nil)
            #expect(try DocumentOnDisk(directory: scene.onDisk.directory, path: away).annotationNames() == ["one"])
        }
    }

    /// Turns a page, so that the changes made on it do not fit it any more.
    private func conflict(_ scene: OpenDocumentScene) async throws -> Document {
        let document = try await scene.open()
        _ = try await document.perform([.square("mine")])
        try await scene.run("qpdf", "--rotate=+90:1", "--replace-input", "table.pdf")
        _ = try await scene.next(.conflict)
        #expect(document.state == .inConflict)
        let theirs = try scene.onDisk.bytes()
        await #expect(throws: DocumentError.self) { try await document.save() }
        #expect(try scene.onDisk.bytes() == theirs)
        #expect(try await document.unsavedCount() == 1)
        return document
    }

    @Test func `Another file comes to its place while it is looked at, and ours can win over it all the same`()
        async throws
    {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("mine")])
            let other = try scene.path.copy(into: scene.onDisk.directory, as: "other.pdf")
            try await scene.run("qpdf", "--rotate=+90:1", "--replace-input", "other.pdf")
            try await document.rememberWhile { try #require(rename(other.string, scene.path.string) == 0) }
            _ = try await scene.next(.conflict)
            #expect(try await document.resolve(.save) != nil)
            #expect(try scene.names() == ["mine"])
            #expect(
                try FileVersion.otherVersionsOfItem(at: scene.path, in: VersionStore(dataDirectory: scene.data)).count
                    == 1
            )
        }
    }

    @Test func `What others wrote is reported by whatever sees it first`() async throws {
        try await OpenDocumentScene.use { scene in
            let first = scene.onDisk.directory.appending("1.pdf")
            let second = scene.onDisk.directory.appending("2.pdf")
            try await scene.run("qpdf", "--rotate=+90:1", "table.pdf", "1.pdf")
            try await scene.run("qpdf", "--rotate=+180:1", "table.pdf", "2.pdf")
            // Nothing tells a document that is not presented of changes.
            let path = scene.path
            let configuration = scene.configuration { configuration in
                configuration.observers.didHappen = { [hear = configuration.observers.didHappen] event in
                    hear(event)
                    if event.kind == .saved { rename(second.string, path.string) }
                }
            }
            let document = try Document(dataProvider: FileDataProvider(path), configuration)
            try await document.open()
            _ = try await document.perform([.square("mine")])
            await document.refresh()
            try #require(rename(first.string, path.string) == 0)
            await document.refresh()
            _ = try await scene.next(.changed)
            _ = try await scene.next(.conflict)
            #expect(try await document.resolve(.save) != nil)
            _ = try await scene.next(.saved)
            _ = try await scene.next(.changed)
        }
    }

    @Test func `A document is moved aside for another, and is where it was`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("mine")])
            try await scene.run("qpdf", "--rotate=+90:1", "table.pdf", "other.pdf")
            try await scene.run("mv", "table.pdf", "table.pdf~")
            _ = try await scene.next(.moved)
            // However long the machine took, it has just been moved by the time of its status.
            try await scene.run("sh", "-c", "touch -a table.pdf~; mv other.pdf table.pdf; rm table.pdf~")
            _ = try await scene.next(.conflict)
            #expect(document.path == scene.path)
            #expect(try await document.resolve(.save) != nil)
            #expect(try scene.names() == ["mine"])
        }
    }

    @Test func `In a conflict, theirs can be reloaded`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await conflict(scene)
            let theirs = try scene.onDisk.bytes()
            #expect(try await document.resolve(.reload) == nil)
            #expect(try scene.onDisk.bytes() == theirs)
            #expect(try await document.unsavedCount() == 0)
            #expect(document.state == .normal)
        }
    }

    @Test func `In a conflict, the document can be closed and the changes stay`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await conflict(scene)
            #expect(try await document.resolve(.close) == nil)
            #expect(document.state == .closed)
            #expect(try await scene.pdfco("restore").outputText.contains("1 unsaved change"))
        }
    }

    @Test func `A document that was deleted is there again with its changes, if that is wanted`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            let original = try scene.onDisk.bytes()
            _ = try await document.perform([.square("mine")])
            try await scene.run("rm", "table.pdf")
            _ = try await scene.next(.deleted)
            _ = try await scene.next(.conflict)
            #expect(document.state == .inConflict)
            let error = await #expect(throws: DocumentError.self) { try await document.save() }
            #expect(error?.situation == .unsavedConflict("it was deleted"))
            #expect(try await document.resolve(.save) != nil)
            #expect(try scene.onDisk.bytes().starts(with: original))
            #expect(try scene.names() == ["mine"])
            #expect(document.state == .normal)
        }
    }

    @Test func `Of a document that was changed and then deleted, the change is a version`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await conflict(scene)
            let theirs = try scene.onDisk.bytes()
            try await scene.run("rm", "table.pdf")
            _ = try await scene.next(.deleted)
            #expect(try await document.resolve(.save) != nil)
            #expect(try scene.names() == ["mine"])
            let versions = try FileVersion.otherVersionsOfItem(
                at: scene.path, in: VersionStore(dataDirectory: scene.data))
            #expect(try versions.map { try $0.path.readBytes() } == [theirs])
        }
    }

    @Test func `A policy resolves a conflict by itself`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open { $0.onConflict = .reload }
            _ = try await document.perform([.square("mine")])
            try await scene.run("qpdf", "--rotate=+90:1", "--replace-input", "table.pdf")
            _ = try await scene.next(.conflict)
            try await scene.next(.inConflict)
            try await scene.next(.normal)
            #expect(try await document.unsavedCount() == 0)
        }
    }

    /// Chooses, and says what it was asked and told.
    private final class Chooser: DocumentDelegate {
        let told: AsyncStream<String>.Continuation

        init(_ told: AsyncStream<String>.Continuation) { self.told = told }

        func presentedItemDidChange(for document: Document) async { told.yield("changed") }
        func accommodatePresentedItemDeletion(for document: Document) async { told.yield("deleting") }
        func resolution(of conflict: FileConflict, for document: Document) async -> FileConflictResolution? {
            told.yield(conflict == .deletion ? "deletion" : "modification")
            return .reload
        }
    }

    @Test func `A delegate hears of changes of the contents alone, and decides`() async throws {
        try await OpenDocumentScene.use { scene in
            let (told, continuation) = AsyncStream<String>.makeStream()
            let chooser = Chooser(continuation)
            let document = try await scene.open { $0.delegate = chooser }
            _ = try await document.perform([.square("mine")])
            try await scene.run("chmod", "600", "table.pdf")
            try await scene.run("qpdf", "--rotate=+90:1", "--replace-input", "table.pdf")
            var heard: [String] = []
            for await word in told {
                heard.append(word)
                if word == "modification" { break }
            }
            #expect(heard == ["changed", "modification"])
            try await scene.next(.inConflict)
            try await scene.next(.normal)
            #expect(try await document.unsavedCount() == 0)
            _ = try await scene.pdfco("save", scene.path.string, "--", "true")
        }
    }

    @Test func `A coordinated read gets the unsaved changes saved first`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("mine")])
            let read = try await scene.pdfco("open", scene.path.string, "--", "cat", scene.path.string)
            #expect(read.exitStatus == 0)
            #expect(read.output == (try scene.onDisk.bytes()))
            #expect(try scene.names() == ["mine"])
            let request = try await scene.next(.relinquishedToReader)
            #expect(request.process != nil)
            _ = try await scene.next(.saveRequested)
            _ = try await scene.next(.saved)
            _ = try await scene.next(.reacquired)
            #expect(try await document.hasUnsavedChanges() == false)
        }
    }

    @Test func `A coordinated write of another is seen before the next edit`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("mine")])
            let other = try await scene.pdfco(
                "annotate", "square", scene.path.string, "--rect", "9,9,90,90", "--name", "theirs", "--save")
            #expect(other.exitStatus == 0, "\(other.errorText)")
            // Both were unsaved together; the other's save has written them.
            #expect(try scene.names() == ["mine", "theirs"])
            _ = try await document.perform([.square("later")])
            try await document.close()
            #expect(try scene.names() == ["mine", "theirs", "later"])
        }
    }
}

extension Document {
    /// Remembers the document, while whose file is looked at `body` is called.
    fileprivate func rememberWhile(_ body: @Sendable () throws -> Void) throws {
        try core.attempt(path) { file throws(DocumentError) in
            do { try body() } catch { throw DocumentError(error) }
            try core.remember(file)
        }
    }
}
