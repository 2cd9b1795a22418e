import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A document that somebody else changed after its unsaved changes were recorded: they are merged where pages and annotations
/// are recognisably the same, and else nothing is written until the user chooses.
struct ConflictTests {
    /// What somebody else does to the document.
    struct Change: Sendable, CustomTestStringConvertible {
        var name: String
        var fixture = "report.pdf"
        /// What is recorded beside the highlight `ours` on page 1.
        var recorded: [String] = []
        /// Part of the reason why they cannot be brought together; `nil` where they can.
        var reason: String?
        var make: @Sendable (Workplace) async throws -> Void

        var testDescription: String { name }
    }

    static let changes = [
        Change(name: "annotated on the same page") {
            try await $0.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs")
        },
        Change(name: "annotated on another page") {
            try await $0.editElsewhere("square", "--page", "2", "--rect", "1,1,9,9", "--name", "theirs")
        },
        Change(name: "the same annotation added") {
            try await $0.editElsewhere("highlight", "--rect", "20,20,60,40", "--name", "ours")
        },
        Change(name: "another of the same name added", reason: "the annotation 'ours' was changed there as well") {
            try await $0.editElsewhere("highlight", "--rect", "20,20,60,41", "--name", "ours")
        },
        Change(name: "linearized") { try await $0.rewrite("--linearize") },
        Change(name: "object streams") { try await $0.rewrite("--object-streams=generate") },
        Change(name: "streams decoded") {
            try await $0.rewrite("--stream-data=uncompress", "--decode-level=generalized")
        },
        Change(name: "contents joined") { try await $0.rewrite("--coalesce-contents") },
        Change(name: "the page turned", reason: "page 1 is no longer the same") {
            try await $0.rewrite("--rotate=90:1")
        },
        Change(name: "another page turned") { try await $0.rewrite("--rotate=90:2") },
        Change(name: "pages in another order", reason: "page 1 is no longer the same") {
            try await $0.rewrite("--pages", ".", "2,1,3", "--")
        },
        Change(name: "the page removed", reason: "page 1 is no longer the same") {
            try await $0.rewrite("--pages", ".", "2-3", "--")
        },
        Change(name: "a later page removed") { try await $0.rewrite("--pages", ".", "1-2", "--") },
        Change(name: "the page copied", reason: "several look like page 1") {
            try await $0.rewrite("--pages", ".", "1,1-3", "--")
        },
        Change(name: "its contents replaced", fixture: "revisions.pdf", reason: "page 1 is no longer the same") {
            place in
            try await place.done("restore", "document.pdf", "--revision", "4", "-o", "old.pdf")
            try place.directory.appending("document.pdf").write(place.directory.appending("old.pdf").readBytes())
        },
        Change(name: "certified", fixture: "table.pdf", reason: "it is certified now, at level 1") { place in
            try place.directory.appending("document.pdf").write(Fixture.named("certified.pdf").readBytes())
        },
        Change(name: "encrypted") { try await $0.rewrite("--encrypt", "user", "owner", "256", "--") },
    ]

    @Test(arguments: changes)
    func `What fits is merged, and the rest is a conflict that changes nothing`(change: Change) async throws {
        try await withWorkplace { place in
            let file = try place.copy(change.fixture)
            try await place.record()
            try await change.make(place)
            let theirs = try await change.name == "encrypted" ? [] : place.names()
            let before = (try FileSnapshot(of: file), try place.checkpoint().readBytes())

            expectRefusal(
                try await place.run("save", "document.pdf", "--on-conflict", "fail"), 10, hint: "--on-conflict")
            let listed: Recoverables = try await place.json("checkpoint", "list")
            #expect(listed.checkpoints?.map(\.state) == ["changed"])
            let result = try await place.run("restore", "document.pdf")
            if let reason = change.reason {
                expectRefusal(result, 10, hint: "--on-conflict")
                #expect(result.errorText.contains(reason))
                let recording = try await place.run(
                    "annotate", "text", "document.pdf", "--contents", "x", "--rect", "1,1,2,2", "--name", "second")
                expectRefusal(recording, 10)
                #expect(try (FileSnapshot(of: file)) == before.0)
                #expect(try place.checkpoint().readBytes() == before.1)
                try await expectShownWithoutThem(place)
            } else {
                #expect(result.exitStatus == 0, "\(result.errorText)")
                #expect(try await Set(place.names()) == Set(theirs + ["ours"]))
                #expect(try await QPDF.findings(in: file, password: "user").isEmpty)
                #expect(try await MuPDF.pages(of: file, password: "user")[0].annotations.isEmpty == false)
                #expect(try !place.hasCheckpoint())
            }
        }
    }

    private func expectShownWithoutThem(_ place: Workplace) async throws {
        struct Summary: Decodable {
            var state: [String]
            var unsavedChanges: Int
            var warnings: [String]
        }
        let summary: Summary = try await place.json("open", "document.pdf")
        #expect(summary.state.contains("inConflict") && summary.unsavedChanges == 1)
        #expect(summary.warnings.contains { $0.contains("the unsaved changes are not shown") })
        expectRefusal(try await place.run("annotate", "list", "document.pdf"), 10, hint: "--no-checkpoint")
        expectRefusal(try await place.run("annotate", "export", "document.pdf"), 10, hint: "--no-checkpoint")
        try await place.done("annotate", "export", "document.pdf", "--no-checkpoint")
    }

    /// What was recorded of an annotation `old` that the document had before, and what becomes of it.
    @Test(arguments: [
        (["update", "old", "--contents", "ours"], ["update", "old", "--contents", "theirs"], false),
        (["update", "old", "--contents", "ours"], ["update", "old", "--contents", "ours"], true),
        (["update", "old", "--contents", "ours"], ["remove", "old"], false),
        (["remove", "old"], ["update", "old", "--contents", "theirs"], false),
        (["remove", "old"], ["remove", "old"], true),
        (
            ["text", "--rect", "5,5,6,6", "--contents", "x", "--name", "reply", "--reply-to", "old"],
            ["remove", "old"], false
        ),
        (
            ["text", "--rect", "5,5,6,6", "--contents", "x", "--name", "reply", "--reply-to", "old"],
            ["update", "old", "--contents", "x"], true
        ),
    ])
    func `Both sides change one annotation`(ours: [String], theirs: [String], isMerged: Bool) async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.editElsewhere("highlight", "--rect", "20,20,60,40", "--name", "old")
            let record = try await place.command(["annotate", ours[0], "document.pdf"] + ours.dropFirst()).run()
            #expect(record.exitStatus == 0, "\(record.errorText)")
            let edit = place.command(
                ["annotate", theirs[0], "document.pdf"] + theirs.dropFirst()
                    + ["--save", "--data-dir", place.directory.appending("other").string])
            #expect(try await edit.run().exitStatus == 0)
            let before = (try file.readBytes(), try place.checkpoint().readBytes())
            let result = try await place.run("restore", "document.pdf")
            if isMerged {
                #expect(result.exitStatus == 0, "\(result.errorText)")
                #expect(try await QPDF.isClean(file))
            } else {
                expectRefusal(result, 10)
                #expect(result.errorText.contains("'old'"))
                #expect(try file.readBytes() == before.0)
                #expect(try place.checkpoint().readBytes() == before.1)
            }
        }
    }

    /// The object that an annotation without a name is known by: numbers mean nothing once a document was written anew.
    @Test(arguments: ["update", "remove"])
    func `An annotation that is known by its object is lost when the document is written anew`(edit: String)
        async throws
    {
        try await withWorkplace { place in
            let file = try place.copy("foreign-annotations.pdf")
            let original = try file.readBytes()
            let listing: ObjectListing = try await place.json("annotate", "list", "document.pdf")
            let object = try #require(listing.annotations.first { $0.name == nil && $0.subtype == "Highlight" }?.object)
            let options = edit == "update" ? ["--contents", "ours"] : []
            let record = try await place.command(["annotate", edit, "document.pdf", object] + options).run()
            #expect(record.exitStatus == 0, "\(record.errorText)")

            try await place.rewrite("--object-streams=generate")
            let result = try await place.run("restore", "document.pdf")
            expectRefusal(result, 10)
            #expect(result.errorText.contains("'\(object)'"))
            // Where it was only added to, it is the same object.
            try file.write(original)
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs")
            try await place.done("restore", "document.pdf")
        }
    }

    private struct ObjectListing: Decodable {
        struct Annotation: Decodable {
            var subtype: String
            var name: String?
            var object: String?
        }

        var annotations: [Annotation]
    }

    @Test func `Pages that differ in nothing but their image are told apart`() async throws {
        try await withWorkplace { place in
            try place.directory.appending("document.pdf").write(ScannedPages.document(["first", "second"]))
            try await place.record("ours", in: "document.pdf", "--page", "2")
            try place.directory.appending("document.pdf").write(ScannedPages.document(["second", "first"]))
            expectRefusal(try await place.run("restore", "document.pdf"), 10)
            try place.directory.appending("document.pdf").write(ScannedPages.document(["other", "second"]))
            try await place.rewrite("--object-streams=generate")
            try await place.done("restore", "document.pdf")
        }
    }

    @Test func `Another edit is merged and recorded on the document as it is now`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record("first")
            try await place.rewrite("--linearize")
            try await place.record("second")
            let listed: Recoverables = try await place.json("restore")
            #expect(listed.checkpoints?.map(\.state) == ["ready"] && listed.checkpoints?.first?.edits == 2)
            try await place.done("save", "document.pdf", "--on-conflict", "fail")
            #expect(try await place.names() == ["first", "second"])
            #expect(try await QPDF.isClean(file))
        }
    }
}
