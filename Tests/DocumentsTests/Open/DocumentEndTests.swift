import Checkpointing
import Glibc
import LinuxFiles
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// How a document ends, and how it becomes another file.
@Suite(.timeLimit(.minutes(10))) struct DocumentEndTests {
    @Test func `A damaged document is closed`() async throws {
        try await OpenDocumentScene.use { scene in
            try scene.path.write(try scene.onDisk.bytes().dropLast(60))
            let document = try await scene.open()
            #expect(document.state == .editingDisabled)
            try await document.close()
            #expect(document.state == .closed)
        }
    }

    @Test func `A clean document whose file was deleted is closed, and one with changes is not`() async throws {
        try await OpenDocumentScene.use { scene in
            let clean = try await scene.open()
            try #require(unlink(scene.path.string) == 0)
            try await clean.close()
            #expect(clean.state == .closed)
            _ = try Fixture.named("table.pdf").copy(into: scene.onDisk.directory)
            let edited = try await scene.open()
            _ = try await edited.perform([.square("one")])
            try #require(unlink(scene.path.string) == 0)
            let error = await #expect(throws: DocumentError.self) { try await edited.close() }
            #expect(error?.situation == .unsavedConflict("it was deleted"))
            #expect(!edited.state.contains(.closed))
            try await edited.close(.keep)
            #expect(
                OpenDocument<PDFContents>.recoverable(CheckpointIdentifier(for: scene.path), in: scene.store)?.edits
                    == 1)
        }
    }

    @Test func `The identifier of a document that is written to a new file is that file's`() async throws {
        try await OpenDocumentScene.use { scene in
            let identifier = try CheckpointIdentifier("report")
            let document = try await scene.open { $0.identifier = identifier }
            _ = try await document.perform([.square("one")])
            let new = scene.onDisk.directory.appending("new.pdf")
            _ = try await document.save(to: new, for: .forCreating)
            #expect(document.state == .normal)
            #expect(try await document.hasUnsavedChanges() == false)
            _ = try await document.perform([.square("two")])
            try await document.close(.keep)
            let again = try Document(fileAt: new, scene.configuration { $0.identifier = identifier })
            try await again.open()
            #expect(try await again.annotations().compactMap(\.annotation.name) == ["one", "two"])
            try await again.close()
            #expect(try scene.names() == [])
            #expect(try scene.store.identifiers() == [])
        }
    }

    @Test func `A document that is written to a new file goes on telling what happens`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            var events = document.events().makeAsyncIterator()
            var states = document.states().makeAsyncIterator()
            #expect(await states.next() == .normal)
            _ = try await document.perform([.square("one")])
            let new = scene.onDisk.directory.appending("new.pdf")
            _ = try await document.save(to: new, for: .forCreating)
            _ = try await document.perform([.square("two")])
            await document.disableEditing()
            #expect(await states.next() == .editingDisabled)
            await #expect(throws: DocumentError(.editingDisabled, new)) { try await document.undo() }
            await document.enableEditing()
            #expect(try await document.undo().changes == 1)
            try await document.close()
            var paths: [FilePath] = []
            while let event = await events.next() {
                if event.kind == .checkpointed { paths.append(event.path) }
            }
            #expect(paths == [scene.path, new, new])
        }
    }

    @Test(arguments: [nil, "report"])
    func `A document in memory that is written to a file is presented there`(identifier: String?) async throws {
        try await OpenDocumentScene.use { scene in
            let bytes = try scene.onDisk.bytes()
            let configuration = scene.configuration {
                $0.identifier = identifier.flatMap { try? CheckpointIdentifier($0) }
            }
            let document = try Document(dataProvider: MemoryDataProvider(bytes), configuration)
            try await document.open()
            let memory = document.path
            _ = try await document.perform([.square("one")])
            let new = scene.onDisk.directory.appending("new.pdf")
            _ = try await document.save(to: new, for: .forCreating)
            #expect(document.path == new)
            #expect((try? FileStatus(of: memory)) == nil)
            _ = try await document.perform([.square("two")])
            let read = try await scene.pdfco("open", new.string, "--", "cat", new.string)
            #expect(read.exitStatus == 0)
            _ = try await scene.next(.saveRequested)
            #expect(try await document.hasUnsavedChanges() == false)
            try await document.close()
            #expect(try scene.store.identifiers() == [])
        }
    }

    @Test func `A document moves its file, and its changes with it`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            _ = try await document.perform([.square("one")])
            let new = scene.onDisk.directory.appending("new.pdf")
            try await document.move(to: new)
            #expect(try await document.unsavedCount() == 1)
            _ = try await document.perform([.square("two")])
            try await document.close(.keep)
            #expect(try scene.store.identifiers() == [CheckpointIdentifier(for: new)])
            #expect(try await scene.pdfco("save", new.string).exitStatus == 0)
            #expect(try OpenDocument<PDFContents>(openingFileAt: new, for: .read()).annotations().count == 2)
        }
    }

    @Test func `Progress is told in percent, up to its end`() async throws {
        try await OpenDocumentScene.use { scene in
            let (progress, heard) = AsyncStream<Int?>.makeStream()
            let document = try await scene.open { $0.observers.progressDidChange = { heard.yield($0) } }
            _ = try await document.rewrite(.init())
            heard.finish()
            var all: [Int?] = []
            for await percent in progress { all.append(percent) }
            #expect(all.count > 2 && all.last == .some(nil))
            let percents = all.compactMap(\.self)
            #expect(percents == percents.sorted() && percents.first == 0 && percents.count == all.count - 1)
        }
    }

    @Test func `A document in memory is recovered after a kill, and what was left is cleared`() async throws {
        try await OpenDocumentScene.use { scene in
            let bytes = try scene.onDisk.bytes()
            let configuration = scene.configuration { $0.identifier = try? CheckpointIdentifier("report") }
            // What the kernel leaves of a killed process: the file and the checkpoint, and no lock.
            let directory = FilePath("/dev/shm/pdfco-document-\(UInt64.random(in: .min ... .max))")
            try PrivateDirectory.make(directory)
            let running = try OpenFile(reading: directory)
            try #require(try running.tryLock(.exclusive))
            let left = directory.appending("document.pdf")
            try left.write(bytes)
            let killed = try Document(dataProvider: FileDataProvider(left), configuration)
            try await killed.open()
            _ = try await killed.perform([.square("one")])
            try await killed.close(.keep)
            try running.unlock()

            let provider = try MemoryDataProvider(bytes)
            // Another test's provider may be clearing it at the moment, and has it locked until it is gone.
            while try !running.tryLock(.exclusive) { await Task.yield() }
            #expect((try? FileStatus(of: directory)) == nil)
            let other = try MemoryDataProvider(bytes)
            #expect(try provider.bytes == bytes)
            #expect(try other.bytes == bytes)
            let document = try Document(dataProvider: provider, configuration)
            try await document.open()
            #expect(try await document.annotations().compactMap(\.annotation.name) == ["one"])
            _ = try await document.save()
            #expect(try provider.bytes.count > bytes.count)
        }
    }
}
