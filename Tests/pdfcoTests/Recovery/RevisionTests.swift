import SystemPackage
import TestSupport
import Testing

/// `pdfco restore --revision`: the document as it was, byte for byte.
struct RevisionTests {
    @Test(arguments: ["table.pdf", "stream.pdf", "hybrid.pdf", "linearized.pdf", "encrypted.pdf", "header-junk.pdf"])
    func `A document goes back to any of its revisions`(fixture: String) async throws {
        try await withWorkplace { place in
            let file = try place.copy(fixture)
            var revisions = [try file.readBytes()]
            for name in ["second", "third"] {
                try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", name)
                revisions.append(try file.readBytes())
            }
            for (index, bytes) in revisions.enumerated() {
                let output = place.directory.appending("\(index).pdf")
                try await place.done("restore", "document.pdf", "--revision", "\(index + 1)", "-o", output.string)
                #expect(try output.readBytes() == bytes)
                #expect(try await QPDF.findings(in: output, password: "user").isEmpty)
            }
            try #require(revisions.count > 2)
            #expect(try file.readBytes() == revisions[2])
            expectRefusal(
                try await place.run("restore", "document.pdf", "--revision", "4"), 64,
                hint: "pdfco log document.pdf lists them")
            for (number, bytes) in [(3, revisions[2]), (2, revisions[1]), (1, revisions[0]), (1, revisions[0])] {
                try await place.done("restore", "document.pdf", "--revision", "\(number)", "--dry-run")
                try await place.done("restore", "document.pdf", "--revision", "\(number)")
                #expect(try file.readBytes() == bytes)
            }
            expectRefusal(try await place.run("restore", "document.pdf", "--revision", "2"), 64)
            expectRefusal(try await place.run("restore", "document.pdf", "--revision", "0"), 64)
        }
    }

    @Test func `What a revision replaces is kept as a version, whose name is printed`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("revisions.pdf")
            let bytes = try file.readBytes()
            let result = try await place.run("restore", "document.pdf", "--revision", "2")
            #expect(result.exitStatus == 0)
            let kept = try #require(result.errorText.firstMatch(of: #/the previous document is kept as version (\w+)/#))
                .1
            try await place.done("restore", "document.pdf", "--version", String(kept))
            #expect(try file.readBytes() == bytes)
        }
    }

    @Test func `Revisions that other programs made are found`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("revisions.pdf")
            let bytes = try file.readBytes()
            for number in [4, 3, 2, 1] {
                try await place.done("restore", "document.pdf", "--revision", "\(number)")
                #expect(try bytes.starts(with: file.readBytes()) && file.readBytes().count < bytes.count)
                #expect(try await QPDF.isClean(file))
            }
        }
    }

    @Test func `An unfinished end counts as no revision, and goes`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "second")
            let second = try file.readBytes()
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "torn")
            try file.write(file.readBytes().dropLast(100))
            expectRefusal(try await place.run("restore", "document.pdf", "--revision", "3"), 64)
            try await place.done("restore", "document.pdf", "--revision", "2")
            #expect(try file.readBytes() == second)
        }
    }

    @Test func `Unsaved changes belong to the latest revision, so that they keep the document from going back`()
        async throws
    {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            let first = try file.readBytes()
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "second")
            try await place.record()
            let before = (try FileSnapshot(of: file), try place.checkpoint().readBytes())
            expectRefusal(
                try await place.run("restore", "document.pdf", "--revision", "1"), 10,
                hint: "pdfco save document.pdf saves them"
            )
            #expect(try FileSnapshot(of: file) == before.0)
            try await place.done("restore", "document.pdf", "--revision", "1", "-o", "first.pdf")
            #expect(try place.directory.appending("first.pdf").readBytes() == first)
            #expect(try place.checkpoint().readBytes() == before.1)
        }
    }

    @Test(.enabled(if: PyHanko.isInstalled, "\(PyHanko.isMissing)"))
    func `A signature is not undone unasked`() async throws {
        try await withWorkplace { place in
            let signed = try place.directory.making("signed")
            try await PyHanko.sign(into: signed)
            let file = signed.appending("approved-twice.pdf")
            let bytes = try file.readBytes()
            struct Summary: Decodable {
                struct Revision: Decodable { var bytes: Int }
                var revisions: [Revision]
            }
            let summary: Summary = try await place.json("open", file.string)
            expectRefusal(
                try await place.run("restore", file.string, "--revision", "1"), 65, hint: "--ignore-signatures")
            #expect(try file.readBytes() == bytes)
            try await place.done("restore", file.string, "--revision", "1", "--ignore-signatures")
            let first = try #require(summary.revisions.first)
            #expect(try file.readBytes() == Array(bytes.prefix(first.bytes)))
        }
    }
}
