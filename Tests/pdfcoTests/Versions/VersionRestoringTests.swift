import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import Testing

/// `pdfco restore --version`: the document as another had left it.
struct VersionRestoringTests {
    @Test func `The document goes back to a version and forth again, and nothing is lost on the way`() async throws {
        try await Workplace.withOverwritten { place, file, theirs, ours in
            _ = try await Command("chmod", ["604", file.string]).run()
            let version = try await place.version()
            let before = try FileSnapshot(of: file)
            try await place.done("restore", "document.pdf", "--version", version.id, "--dry-run")
            #expect(try FileSnapshot(of: file) == before)
            #expect(try await place.versions() == [version])

            struct Report: Decodable {
                var version: String
                var kept: String?
                var bytes: Int
                var saved: Bool
            }
            let report: Report = try await place.json("restore", "document.pdf", "--version", version.id)
            #expect(report.version == version.id && report.bytes == theirs.count && report.saved)
            #expect(try file.readBytes() == theirs)
            #expect(try FileSnapshot(of: file).mode == before.mode)
            let all = try await place.versions()
            let resolved = try #require(all.first { $0.id == version.id })
            let kept = try #require(all.first { $0.id == report.kept })
            #expect(all.count == 2 && resolved.conflict && resolved.resolved && !kept.conflict)
            #expect(try place.bytes(of: kept) == ours && place.bytes(of: resolved) == theirs)

            // Again: the document is that version already.
            let again: Report = try await place.json("restore", "document.pdf", "--version", version.id)
            #expect(!again.saved && again.kept == nil)
            try await place.done("restore", "document.pdf", "--version", kept.id)
            #expect(try file.readBytes() == ours)
        }
    }

    @Test func `A version is written to a new file, and the document left alone`() async throws {
        try await Workplace.withOverwritten { place, file, theirs, _ in
            let version = try await place.version()
            let before = try FileSnapshot(of: file)
            let restore = ["restore", "document.pdf", "--version", version.id, "-o"]
            expectRefusal(try await place.command(restore + ["document.pdf", "--force"]).run(), 64)
            try await place.done("restore", "document.pdf", "--version", version.id, "-o", "theirs.pdf", "--dry-run")
            #expect(try place.directory.list() == ["document.pdf"])
            #expect(try await place.version() == version)
            try await place.done("restore", "document.pdf", "--version", version.id, "-o", "theirs.pdf")
            #expect(try place.directory.appending("theirs.pdf").readBytes() == theirs)
            var after = try FileSnapshot(of: file)
            after.neighbours = before.neighbours
            #expect(after == before)
            #expect(try await place.version().resolved)
            expectRefusal(try await place.command(restore + ["theirs.pdf"]).run(), 73, hint: "choose another name")
            try await place.done(
                "restore", "document.pdf", "--version", version.id, "-o", "theirs.pdf", "--force")
            try #require(unlink(file.string) == 0)
            try await place.done("restore", "document.pdf", "--version", version.id, "-o", "again.pdf")
            #expect(try place.directory.appending("again.pdf").readBytes() == theirs)
        }
    }

    @Test func `A version that is discarded is gone, and the conflict with it`() async throws {
        try await Workplace.withOverwritten { place, file, _, ours in
            let version = try await place.version()
            try await place.done("restore", "document.pdf", "--version", version.id, "--discard", "--dry-run")
            #expect(try await place.version() == version)
            let result = try await place.run("restore", "document.pdf", "--version", version.id, "--discard", "--json")
            #expect(result.outputText.contains(#""discarded":true"#))
            #expect(try await place.versions().isEmpty)
            #expect(try file.readBytes() == ours)
            #expect(try await place.run("restore").exitStatus == 1)
            for options in [[], ["--discard"], ["-o", "out.pdf"]] {
                let command = place.command(["restore", "document.pdf", "--version", version.id] + options)
                expectRefusal(try await command.run(), 1, hint: "pdfco log document.pdf lists")
            }
        }
    }

    @Test func `Unsaved changes belong to the document as it is, and keep it from going back`() async throws {
        try await Workplace.withOverwritten { place, file, theirs, _ in
            let version = try await place.version()
            try await place.record("unsaved")
            let before = (try FileSnapshot(of: file), try place.checkpoint().readBytes())
            let result = try await place.run("restore", "document.pdf", "--version", version.id)
            expectRefusal(result, 10, hint: "pdfco save document.pdf saves them")
            #expect(try FileSnapshot(of: file) == before.0)
            #expect(try await place.versions() == [version])
            try await place.done("restore", "document.pdf", "--version", version.id, "-o", "theirs.pdf")
            #expect(try place.directory.appending("theirs.pdf").readBytes() == theirs)
            #expect(try place.checkpoint().readBytes() == before.1)
        }
    }

    @Test func `A document that is gone, or no document any more, comes back`() async throws {
        try await Workplace.withOverwritten { place, file, theirs, _ in
            let version = try await place.version()
            try file.write(Array("no document".utf8))
            try await place.done("restore", "document.pdf", "--version", version.id)
            #expect(try file.readBytes() == theirs)
            _ = try await Command("rm", [file.string]).run()
            try await place.done("restore", "document.pdf", "--version", version.id)
            #expect(try file.readBytes() == theirs)
            // Where its directory is gone as well, the path that a list tells still names it.
            let resolved = file.string
            _ = try await Command("rm", ["-r", file.removingLastComponent().string]).run()
            var command = place.command(["restore", resolved, "--version", version.id, "--discard"])
            command.directory = nil
            #expect(try await command.run().exitStatus == 0)
        }
    }

    @Test(.enabled(if: PyHanko.isInstalled, "\(PyHanko.isMissing)"))
    func `A signature is not undone unasked`() async throws {
        try await Workplace.withOverwritten { place, file, theirs, _ in
            let version = try await place.version()
            let signed = try place.directory.making("signed")
            try await PyHanko.sign(into: signed)
            let bytes = try signed.appending("approved-twice.pdf").readBytes()
            try file.write(bytes)
            let refused = try await place.run("restore", "document.pdf", "--version", version.id)
            expectRefusal(refused, 65, hint: "--ignore-signatures")
            #expect(refused.errorText.contains("later signatures would be lost"))
            #expect(try file.readBytes() == bytes)
            #expect(try await !place.version().resolved)
            try await place.done("restore", "document.pdf", "--version", version.id, "--ignore-signatures")
            #expect(try file.readBytes() == theirs)
        }
    }

    @Test func `Old versions are cleaned up, those in conflict only when that is forced`() async throws {
        try await Workplace.withOverwritten { place, _, _, _ in
            struct Report: Decodable { var removedVersions: [Workplace.Version] }
            let version = try await place.version()
            let prune = { (options: String...) -> [String] in
                let command = place.command(["checkpoint", "prune", "--older-than", "0s", "--json"] + options)
                return try JSONDecoder().decode(Report.self, from: Data(try await command.run().output))
                    .removedVersions.map(\.id)
            }
            #expect(try await prune().isEmpty)
            #expect(try await prune("--force", "--dry-run") == [version.id])
            try await place.done("restore", "document.pdf", "--version", version.id)
            #expect(try await prune("--older-than", "1d").isEmpty)
            #expect(try await prune().count == 2)
            #expect(try await place.versions().isEmpty)
        }
    }

    @Test func `Options that go with no version are refused`() async throws {
        try await Workplace.withOverwritten { place, _, _, _ in
            for options in [
                ["--version", "x"], ["document.pdf", "--version"],
                ["document.pdf", "--version", "x", "--revision", "1"],
                ["document.pdf", "--version", "x", "--no-such-option"], ["--all", "--version", "x"],
                ["document.pdf", "--version", "x", "--discard", "-o", "out.pdf"],
            ] {
                expectRefusal(try await place.command(["restore"] + options).run(), 64)
            }
        }
    }

    @Test func `Another process that has the document open hears of its versions`() async throws {
        let script = #"""
            mkfifo in out; "$PRESENTER" present "$PDFCO_RUNTIME_DIR" "$FILE" <in >out & exec 3>in 4<out; read line <&4
            hear() { while read line <&4; do case "$line" in "$1 "*) echo "$line"; return;; esac; done; }
            "$PDFCO" save "$FILE" --on-conflict overwrite -q; hear gained
            id=$(echo "$line" | cut -d' ' -f2)
            "$PDFCO" restore "$FILE" --version "$id" -q; hear gained; hear resolved
            "$PDFCO" restore "$FILE" --version "$id" --discard -q; hear lost
            exec 3>&-; wait
            """#
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record()
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs")
            var command = place.command([])
            (command.program, command.arguments) = ("timeout", ["60", "sh", "-c", script])
            command.environment.merge([
                "PDFCO": PDFCO.program.string, "FILE": file.string,
                "PRESENTER": PDFCO.productsDirectory.appending("pdfco-test-presenter").string,
                "PDFCO_RUNTIME_DIR": place.directory.appending("runtime").string,
            ]) { $1 }
            let result = try await command.run()
            let lines = result.outputText.split(separator: "\n").map { $0.split(separator: " ") }
            try #require(lines.count == 4, "\(result.outputText)\(result.errorText)")
            try #require(lines.allSatisfy { $0.count > 1 }, "\(result.outputText)")
            #expect(lines.map(\.[0]) == ["gained", "gained", "resolved", "lost"])
            #expect(lines[0][1] == lines[2][1] && lines[0][1] == lines[3][1] && lines[0][1] != lines[1][1])
        }
    }
}
