import Checkpointing
import FoundationEssentials
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// Jobs, as commands and apps perform them.
struct WorkspaceTests {
    private func documents(_ scene: DocumentOnDisk) -> DocumentStore<PDFContents> {
        var documents = DocumentStore<PDFContents>(
            coordinator: nil, checkpoints: CheckpointStore(dataDirectory: scene.directory.appending("data")))
        documents.now = { Date(timeIntervalSince1970: 1_725_192_000) }
        return documents
    }

    @Test func `A job that is recorded leaves the file and shows in what is read`() async throws {
        try await DocumentOnDisk.with { scene in
            let (before, documents) = (try scene.bytes(), documents(scene))
            let report = try documents.perform(
                Job(scene.path, [.edit(.square("one"))], to: .checkpoint(DocumentSaving<PDFContents>())))
            guard case .recorded(let edits) = report.outcome else { throw Mismatch() }
            #expect(edits.applied == 1)
            #expect(report.unsaved == 1)
            #expect(try scene.bytes() == before)
            let shown = try documents.read(scene.path) { document throws(DocumentError) in
                try document.annotations().compactMap(\.annotation.name)
            }
            #expect(shown == ["one"])
            #expect(try documents.undo(scene.path).unsaved == 0)
            #expect(try documents.redo(scene.path).unsaved == 1)
        }
    }

    @Test func `A job that is saved writes the unsaved changes, too`() async throws {
        try await DocumentOnDisk.with { scene in
            let documents = documents(scene)
            _ = try documents.perform(
                Job(scene.path, [.edit(.square("one"))], to: .checkpoint(DocumentSaving<PDFContents>())))
            let report = try documents.perform(
                Job(scene.path, [.edit(.square("two"))], to: .file(DocumentSaving<PDFContents>())))
            #expect(report.edits?.applied == 1)
            #expect(report.save?.method == .replace)
            #expect(report.unsaved == 0)
            #expect(try scene.annotationNames() == ["one", "two"])
            let nothing = try documents.perform(Job(scene.path, [], to: .file(DocumentSaving<PDFContents>())))
            #expect(nothing.save == nil)
            #expect(nothing.edits == nil)
        }
    }

    @Test func `A template is added to each page under a name of its own`() async throws {
        try await DocumentOnDisk.with("report.pdf") { scene in
            let square = Annotation("Square", page: 1, rect: Rectangle(100, 100, 140, 140))
            let job = Job(scene.path, [.add(square, onPages: .all)], to: .file(DocumentSaving<PDFContents>()))
            let report = try documents(scene).perform(job)
            #expect(report.edits?.applied == 3)
            let list = try scene.open(for: .read()).annotations().map(\.annotation)
            #expect(list.map(\.page) == [1, 2, 3])
            #expect(Set(list.compactMap(\.name)).count == 3)
        }
    }

    @Test func `A dry run leaves everything as it was`() async throws {
        try await DocumentOnDisk.with { scene in
            let (before, names) = (try scene.bytes(), try scene.names())
            var saving = DocumentSaving<PDFContents>()
            saving.dryRun = true
            for destination in [Job.Destination.checkpoint(saving), .file(saving)] {
                let report = try documents(scene).perform(Job(scene.path, [.edit(.square("one"))], to: destination))
                #expect(report.edits?.applied == 1)
            }
            #expect(try scene.bytes() == before)
            #expect(try scene.names() == names)
        }
    }

    @Test func `All edits are made or none`() async throws {
        try await DocumentOnDisk.with { scene in
            let before = try scene.bytes()
            let missing = EditTemplate.edit(.update(name: "nobody", pages: .all, change: AnnotationChange()))
            #expect(throws: DocumentError.self) {
                try documents(scene).perform(
                    Job(scene.path, [.edit(.square("one")), missing], to: .file(DocumentSaving<PDFContents>())))
            }
            var removal = Job(
                scene.path, [.edit(.remove(name: "nobody", pages: .all))], to: .file(DocumentSaving<PDFContents>()))
            #expect(try documents(scene).perform(removal).edits?.alreadyApplied == 1)
            removal.mustApply = true
            #expect(throws: DocumentError(.pdf(.noSuchAnnotation("nobody")), scene.path)) {
                try documents(scene).perform(removal)
            }
            #expect(try scene.bytes() == before)
        }
    }

    @Test func `A job is done again on what another save has left`() async throws {
        try await DocumentOnDisk.with { scene in
            var documents = documents(scene)
            documents.checkpoints = nil
            var isFirst = true
            documents.notify = { notice in
                guard case .opened = notice, isFirst else { return }
                isFirst = false
                do {
                    let other = try scene.open()
                    _ = try other.perform([.square("other")])
                    _ = try other.save()
                } catch { Issue.record(error) }
            }
            let report = try documents.perform(
                Job(scene.path, [.edit(.square("ours"))], to: .file(DocumentSaving<PDFContents>())))
            #expect(report.edits?.applied == 1)
            #expect(try scene.annotationNames() == ["other", "ours"])
        }
    }

    @Test func `Restoring saves what was recorded, once`() async throws {
        try await DocumentOnDisk.with { scene in
            let documents = documents(scene)
            #expect(try documents.restore(scene.path, DocumentSaving<PDFContents>()) == nil)
            _ = try documents.perform(
                Job(scene.path, [.edit(.square("one"))], to: .checkpoint(DocumentSaving<PDFContents>())))
            let report = try #require(try documents.restore(scene.path, DocumentSaving<PDFContents>()))
            guard case .restored(1, cutBack: 0, let save?) = report.outcome else { throw Mismatch() }
            #expect(save.bytesAppended > 0)
            #expect(try scene.annotationNames() == ["one"])
            #expect(try documents.restore(scene.path, DocumentSaving<PDFContents>()) == nil)
            let back = try documents.goBack(scene.path, toRevision: 1, DocumentSaving<PDFContents>())
            #expect(back.save != nil)
            #expect(try scene.annotationNames() == [])
        }
    }

    private struct Mismatch: Error {}

    @Test func `Words in braces stand for what they name, and all others stay`() {
        let words = WordValues(start: 9, user: "jo")
        let now = Date(timeIntervalSince1970: 1_767_323_045)
        func text(_ text: String) -> String {
            words.replaced(in: text, page: 3, of: 12, index: 2, "/a/report.pdf", now)
        }
        #expect(text("{n} {n:4} {n:04} {n:07}") == "11 0011 0011 0000011")
        #expect(text("{page} of {pages}: {file}, {user}") == "3 of 12: report.pdf, jo")
        #expect(text("{date} {time}") == "2026-01-02 03:04")
        #expect(text("{{page} {what} {n:x} {n:99} {page") == "{page} {what} {n:x} {n:99} {page")
        #expect(text("plain }") == "plain }")
        #expect(WordValues(start: -2).replaced(in: "{n:3}", page: 1, of: 1, index: 0, "a", now) == "-002")
    }
}
