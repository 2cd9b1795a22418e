import SystemPackage
import TestSupport
import Testing

/// A document whose file is gone or has nothing of its own is put back from the copy in the checkpoint; where the file has anything of
/// its own, it is left alone, and the copy goes into a new file.
struct LostDocumentTests {
    private static func withLost(_ change: String, _ body: (Workplace) async throws -> Void) async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            try await place.shell(change)
            try await body(place)
        }
    }

    /// After these the document may have been moved.
    static let ambiguous = ["rm document.pdf", "mv document.pdf moved.pdf; : > document.pdf"]
    static let certain = [
        ": > document.pdf", "truncate -s 400 document.pdf",
        "truncate -s 0 document.pdf; truncate -s 1000 document.pdf",
        "truncate -s 0 document.pdf; truncate -s 5000 document.pdf",
        "truncate -s 400 document.pdf; truncate -s 1200 document.pdf",
    ]

    @Test(arguments: ambiguous + certain)
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
            if Self.ambiguous.contains(change) {
                let refused = try await place.run("restore", "document.pdf")
                #expect([65, 66].contains(refused.exitStatus) && refused.errorText.contains("--on-conflict overwrite"))
                #expect(try place.checkpoint().readBytes() == log)
                try await place.done("restore", "document.pdf", "--on-conflict", "overwrite")
            } else {
                try await place.done("restore", "document.pdf")
            }
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
            #expect(try writer.next() == "ready")
            expectRefusal(try await place.run("restore", "document.pdf"), 65, hint: "--on-conflict overwrite")
            #expect(try document.readBytes().isEmpty)
            writer.kill()
            try await place.done("restore", "document.pdf")
            #expect(try await place.names() == ["ours"])
        }
    }

    @Test(arguments: [
        "printf x > document.pdf", "rm document.pdf; echo other > document.pdf", "rm document.pdf; mkdir document.pdf",
        "truncate -s 400 document.pdf; truncate -s 1200 document.pdf; printf x >> document.pdf",
    ])
    func `What has anything of its own is left alone`(change: String) async throws {
        try await Self.withLost(change) { place in
            let log = try place.checkpoint().readBytes()
            let document = place.directory.appending("document.pdf")
            let before = try? document.readBytes()
            let options = [
                [], ["--on-conflict", "overwrite"], ["--dry-run"], ["--on-conflict", "overwrite", "--dry-run"],
                ["-o", "./document.pdf", "--force"], ["--output-dir", ".", "--force"],
            ]
            // Over a directory, and onto an absent file, there is nothing to lose.
            for options in before == nil ? Array(options.prefix(2)) : options {
                let result = try await place.command(["restore", "document.pdf"] + options).run()
                #expect([64, 65, 66].contains(result.exitStatus), "\(options): \(result.errorText)")
            }
            if before != nil {
                let way = "restore document.pdf -o OUT"
                expectRefusal(try await place.run("save", "document.pdf"), 65, hint: way)
                if !change.hasPrefix("truncate") {
                    // A session opens what may be a document in conflict, and ends with that.
                    try place.directory.appending("script").write("list\n".utf8)
                    expectRefusal(try await place.run("open", "document.pdf", "--script", "script"), 65, hint: way)
                }
                try await place.done("restore", "document.pdf", "-o", "out.pdf")
                #expect(try await place.names(in: "out.pdf") == ["ours"])
            }
            #expect((try? document.readBytes()) == before)
            #expect(try place.checkpoint().readBytes() == log)
        }
    }

    @Test func `A copy of which a byte has changed is not taken`() async throws {
        try await Self.withLost("rm document.pdf") { place in
            let log = try place.checkpoint()
            let copy = try place.checkpoints.appending(#require(place.checkpoints.list().first { $0.hasSuffix(".base") }))
            var bytes = try copy.readBytes()
            bytes[500] ^= 1
            try copy.write(bytes)
            expectRefusal(try await place.run("restore", "document.pdf"), 66)
            #expect(try !place.directory.list().contains("document.pdf"))
        }
    }
}
