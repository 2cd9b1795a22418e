import Checkpointing
import FoundationEssentials
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// Jobs, as commands and apps perform them.
struct WorkspaceTests {
    private func workspace(_ scene: DocumentOnDisk) -> Workspace {
        var workspace = Workspace(
            coordinator: nil, checkpoints: CheckpointStore(dataDirectory: scene.directory.appending("data")))
        workspace.now = { Date(timeIntervalSince1970: 1_725_192_000) }
        return workspace
    }

    @Test func `A job that is recorded leaves the file and shows in what is read`() async throws {
        try await DocumentOnDisk.with { scene in
            let (before, workspace) = (try scene.bytes(), workspace(scene))
            let report = try workspace.perform(
                Job(scene.path, [.edit(.square("one"))], to: .checkpoint(Saving())))
            guard case .recorded(let edits) = report.outcome else { throw Mismatch() }
            #expect(edits.applied == 1)
            #expect(report.unsaved == 1)
            #expect(try scene.bytes() == before)
            let shown = try workspace.read(scene.path) { document throws(DocumentError) in
                try document.annotations().compactMap(\.annotation.name)
            }
            #expect(shown == ["one"])
            #expect(try workspace.undo(scene.path).unsaved == 0)
            #expect(try workspace.redo(scene.path).unsaved == 1)
        }
    }

    @Test func `A job that is saved writes the unsaved changes, too`() async throws {
        try await DocumentOnDisk.with { scene in
            let workspace = workspace(scene)
            _ = try workspace.perform(Job(scene.path, [.edit(.square("one"))], to: .checkpoint(Saving())))
            let report = try workspace.perform(Job(scene.path, [.edit(.square("two"))], to: .file(Saving())))
            #expect(report.edits?.applied == 1)
            #expect(report.save?.method == .replace)
            #expect(report.unsaved == 0)
            #expect(try scene.annotationNames() == ["one", "two"])
            let nothing = try workspace.perform(Job(scene.path, [], to: .file(Saving())))
            #expect(nothing.save == nil)
            #expect(nothing.edits == nil)
        }
    }

    @Test func `A template is added to each page under a name of its own`() async throws {
        try await DocumentOnDisk.with("report.pdf") { scene in
            let square = Annotation("Square", page: 1, rect: Rectangle(100, 100, 140, 140))
            let job = Job(scene.path, [.add(square, onPages: .all)], to: .file(Saving()))
            let report = try workspace(scene).perform(job)
            #expect(report.edits?.applied == 3)
            let list = try scene.open(for: .read()).annotations().map(\.annotation)
            #expect(list.map(\.page) == [1, 2, 3])
            #expect(Set(list.compactMap(\.name)).count == 3)
        }
    }

    @Test func `A dry run leaves everything as it was`() async throws {
        try await DocumentOnDisk.with { scene in
            let (before, names) = (try scene.bytes(), try scene.names())
            var saving = Saving()
            saving.dryRun = true
            for destination in [Job.Destination.checkpoint(saving), .file(saving)] {
                let report = try workspace(scene).perform(Job(scene.path, [.edit(.square("one"))], to: destination))
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
                try workspace(scene).perform(Job(scene.path, [.edit(.square("one")), missing], to: .file(Saving())))
            }
            var removal = Job(scene.path, [.edit(.remove(name: "nobody", pages: .all))], to: .file(Saving()))
            #expect(try workspace(scene).perform(removal).edits?.alreadyApplied == 1)
            removal.mustApply = true
            #expect(throws: DocumentError(.pdf(.noSuchAnnotation("nobody")), scene.path)) {
                try workspace(scene).perform(removal)
            }
            #expect(try scene.bytes() == before)
        }
    }

    @Test func `A job is done again on what another save has left`() async throws {
        try await DocumentOnDisk.with { scene in
            var workspace = workspace(scene)
            workspace.checkpoints = nil
            var isFirst = true
            workspace.notify = { notice in
                guard case .opened = notice, isFirst else { return }
                isFirst = false
                do {
                    let other = try scene.open()
                    _ = try other.perform([.square("other")])
                    _ = try other.save()
                } catch { Issue.record(error) }
            }
            let report = try workspace.perform(Job(scene.path, [.edit(.square("ours"))], to: .file(Saving())))
            #expect(report.edits?.applied == 1)
            #expect(try scene.annotationNames() == ["other", "ours"])
        }
    }

    @Test func `Restoring saves what was recorded, once`() async throws {
        try await DocumentOnDisk.with { scene in
            let workspace = workspace(scene)
            #expect(try workspace.restore(scene.path, Saving()) == nil)
            _ = try workspace.perform(Job(scene.path, [.edit(.square("one"))], to: .checkpoint(Saving())))
            let report = try #require(try workspace.restore(scene.path, Saving()))
            guard case .restored(1, cutBack: 0, let save?) = report.outcome else { throw Mismatch() }
            #expect(save.bytesAppended > 0)
            #expect(try scene.annotationNames() == ["one"])
            #expect(try workspace.restore(scene.path, Saving()) == nil)
            let back = try workspace.goBack(scene.path, toRevision: 1, Saving())
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
