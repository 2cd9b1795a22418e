import Checkpointing
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// Documents from providers, and several as one.
@Suite(.timeLimit(.minutes(10))) struct CombinedDocumentTests {
    /// A square on a page of all.
    private func square(_ name: String, page: Int) -> Edit {
        var square = Annotation("Square", page: page, rect: Rectangle(100, 100, 140, 140))
        square.name = name
        return .add(square)
    }

    /// Three parts of two, three and two pages: a file, an encrypted one, and bytes in memory.
    private func withParts(_ body: (OpenDocumentScene, CombinedDocument, MemoryDataProvider) async throws -> Void)
        async throws
    {
        try await OpenDocumentScene.use { scene in
            let second = try Fixture.named("encrypted.pdf").copy(into: scene.onDisk.directory)
            let memory = try MemoryDataProvider(Fixture.named("stream.pdf").readBytes())
            let identifier = try CheckpointIdentifier("joined")
            let document = try CombinedDocument(
                dataProviders: [CoordinatedFileDataProvider(scene.path), FileDataProvider(second), memory],
                scene.configuration {
                    $0.identifier = identifier
                    $0.options.password = "user"
                })
            try #require(document.parts.count == 3)
            try await document.open()
            try await body(scene, document, memory)
        }
    }

    @Test func `Pages follow each other, and annotations go to the part that has the page`() async throws {
        try await withParts { scene, document, memory in
            try #require(document.parts.count > 2)
            let counts = try await [document.parts[0].summary().pages, document.parts[1].summary().pages]
            let total = try await document.pageCount()
            let last = try await document.parts[2].summary().pages
            #expect(total == counts[0] + counts[1] + last)
            let pages = [1, counts[0] + 1, total]
            let edits = pages.map { square("page \($0)", page: $0) }
            #expect(try await document.perform(edits).applied == 3)
            #expect(try await document.unsavedCount() == 3)
            let listed = try await document.annotations().filter { $0.annotation.name?.hasPrefix("page ") == true }
            #expect(listed.map(\.annotation.page) == pages)
            #expect(
                OpenDocument<PDFContents>.recoverable(try CheckpointIdentifier("joined-2"), in: scene.store)?.edits == 1
            )
            #expect(try await document.save() == 3)
            #expect(try scene.names() == ["page 1"])
            let saved = try await document.parts[2].annotations().compactMap(\.annotation.name)
            #expect(saved.contains("page \(total)"))
            #expect(try memory.bytes.count > Fixture.named("stream.pdf").readBytes().count)
            try await document.close()
        }
    }

    @Test func `A change of several parts is one change`() async throws {
        try await withParts { _, document, _ in
            let total = try await document.pageCount()
            let (all, last) = (try #require(PageRange("1-z")), try #require(PageRange("z")))
            _ = try await document.perform([square("same", page: 1), square("same", page: total)])
            _ = try await document.perform([.remove(name: "same", pages: all)])
            #expect(try await document.undo())
            #expect(try await document.annotations().filter { $0.annotation.name == "same" }.count == 2)
            #expect(try await document.undo())
            #expect(try await document.unsavedCount() == 0)
            #expect(try await document.undo() == false)
            #expect(try await document.redo())
            #expect(try await document.unsavedCount() == 2)
            // The second part of the edits cannot be applied: nothing of them is.
            await #expect(throws: DocumentError.self) {
                try await document.perform([
                    square("new", page: 1), .update(name: "new", pages: last, change: .init()),
                ])
            }
            #expect(try await document.unsavedCount() == 2)
            #expect(try await document.revert() == 2)
            await #expect(throws: DocumentError.self) { try await document.perform([square("far", page: total + 1)]) }
        }
    }

    @Test func `A change that one part cannot undo stays in all, and is undone later`() async throws {
        try await withParts { _, document, _ in
            let total = try await document.pageCount()
            _ = try await document.perform([square("same", page: 1), square("same", page: total)])
            await document.parts[2].disableEditing()
            await #expect(throws: DocumentError.self) { try await document.undo() }
            #expect(try await document.unsavedCount() == 2)
            await document.parts[2].enableEditing()
            #expect(try await document.undo())
            #expect(try await document.unsavedCount() == 0)
            await document.parts[2].disableEditing()
            await #expect(throws: DocumentError.self) { try await document.redo() }
            #expect(try await document.unsavedCount() == 0)
            await document.parts[2].enableEditing()
            #expect(try await document.redo())
            #expect(try await document.unsavedCount() == 2)
        }
    }

    @Test func `What is unsaved is recovered part by part`() async throws {
        try await withParts { scene, document, _ in
            _ = try await document.perform([square("one", page: 1), square("two", page: 3)])
            try await document.close(.keep)
            #expect(document.state == .closed)
            let found = try OpenDocument<PDFContents>.recoverable(in: scene.store)
            #expect(found.map(\.edits) == [1, 1])
            try await document.open()
            #expect(try await document.unsavedCount() == 2)
        }
    }

    @Test func `Where one part cannot be read, none is open`() async throws {
        try await OpenDocumentScene.use { scene in
            let memory = try MemoryDataProvider(Array("nothing".utf8))
            let document = try CombinedDocument(
                dataProviders: [CoordinatedFileDataProvider(scene.path), memory], scene.configuration())
            await #expect(throws: DocumentError.self) { try await document.open() }
            #expect(document.state == .closed)
            #expect(try await scene.pdfco("open", scene.path.string, "--json").outputText.contains("\"presenters\":[]"))
        }
    }

    @Test func `Bytes in memory go with their provider`() throws {
        var path = FilePath()
        do {
            let memory = try MemoryDataProvider([1, 2, 3], named: "mine.pdf")
            path = memory.path
            #expect(try memory.bytes == [1, 2, 3])
        }
        #expect(throws: (any Error).self) { try path.readBytes() }
    }

    @Test func `Bytes come to memory while others clear what was left`() async throws {
        try await forEachConcurrently(Array(UInt8(0)..<8)) { task in
            for round in UInt8(0)..<50 {
                let memory = try MemoryDataProvider([task, round])
                #expect(try memory.bytes == [task, round])
            }
        }
    }
}
