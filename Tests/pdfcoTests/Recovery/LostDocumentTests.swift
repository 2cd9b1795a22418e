import SystemPackage
import TestSupport
import Testing

/// A document whose file is gone or has nothing of its own is put back from the original in the checkpoint (invariant 23).
/// `OriginalTests` has the rest.
struct LostDocumentTests {
    private static func withLost(_ change: String, _ body: (Workplace) async throws -> Void) async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            try await place.shell(change)
            try await body(place)
        }
    }

    static let changes = [
        "rm document.pdf", "mv document.pdf moved.pdf; : > document.pdf",
        ": > document.pdf", "truncate -s 400 document.pdf",
        "truncate -s 0 document.pdf; truncate -s 1000 document.pdf",
        "truncate -s 0 document.pdf; truncate -s 5000 document.pdf",
        "truncate -s 400 document.pdf; truncate -s 1200 document.pdf",
    ]

    @Test(arguments: changes)
    func `A lost document is put back with its unsaved changes`(change: String) async throws {
        try await Self.withLost(change) { place in
            let before = try place.directory.list()
            let log = try place.checkpoint().readBytes()
            try await place.done("restore", "document.pdf", "--dry-run")
            #expect(try place.directory.list() == before && place.checkpoint().readBytes() == log)
            let written = try await place.done("restore", "document.pdf", "-o", "out.pdf")
            #expect(written.errorText.contains("it is missing or damaged"))
            #expect(try await place.names(in: "out.pdf") == ["ours"])
            #expect(try place.directory.list() == (before + ["out.pdf"]).sorted())
            #expect(try place.checkpoint().readBytes() == log)
            if change.hasPrefix("truncate -s 400") {
                expectRefusal(try await place.run("list", "document.pdf"), 10, hint: "pdfco restore document.pdf puts")
                #expect(
                    try await place.run("status", "document.pdf").errorText.contains("run `pdfco restore document.pdf`")
                )
            }
            try await place.done("restore", "document.pdf")
            let document = place.directory.appending("document.pdf")
            let original = try Fixture.named("table.pdf").readBytes()
            #expect(try document.readBytes().starts(with: original))
            #expect(try await place.names() == ["ours"])
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test func `What a program is still writing is left alone`() async throws {
        try await Self.withLost("true") { place in
            let script = "exec 3> \"$1\"; echo ready; read line"
            let document = place.directory.appending("document.pdf")
            let writer = try RunningCommand(
                Command("/bin/sh", ["-c", script, "sh", document.string]), takesInput: true)
            let line = try writer.next()
            #expect(line == "ready")
            expectRefusal(try await place.run("restore", "document.pdf"), 65, hint: "--on-conflict overwrite")
            #expect(try document.readBytes().isEmpty)
            writer.kill()
            try await place.done("restore", "document.pdf")
            #expect(try await place.names() == ["ours"])
        }
    }

    @Test func `A copy of which a byte has changed is not taken`() async throws {
        try await Self.withLost("rm document.pdf") { place in
            let copy = try place.checkpoints.appending(
                #require(place.checkpoints.list().first { $0.hasSuffix(".base") }))
            var bytes = try copy.readBytes()
            bytes[500] ^= 1
            try copy.write(bytes)
            expectRefusal(try await place.run("restore", "document.pdf"), 66)
            #expect(try !place.directory.list().contains("document.pdf"))
        }
    }
}
