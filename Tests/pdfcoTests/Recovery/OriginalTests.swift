import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A copy of the original is kept before the first edit is acknowledged. For whatever is at the document's path later, `restore` gives
/// the whole document, and what another program put there is not lost (invariant 23).
struct OriginalTests {
    static let missing = "rm document.pdf"
    static let lost = [
        ": > document.pdf", "truncate -s 400 document.pdf",
        "size=$(stat -c %s document.pdf); truncate -s 0 document.pdf; truncate -s $size document.pdf",
        "size=$(stat -c %s document.pdf); truncate -s 400 document.pdf; truncate -s $size document.pdf",
        "truncate -s 400 document.pdf; truncate -s 9000000 document.pdf",
    ]
    static let others = [
        "printf x > document.pdf", "rm document.pdf; echo other > document.pdf", "cp ../other.pdf document.pdf",
        "truncate -s 400 document.pdf; printf x >> document.pdf",
    ]
    static let inTheWay = [
        "mkdir document.pdf", "mkdir document.pdf; echo theirs > document.pdf/inside", "mkfifo document.pdf",
        "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"document.pdf\")'",
    ]
    static let repairs = [["save", "--repair"], ["save", "--rewrite"], ["restore", "--repair"]]

    /// Makes `document.pdf`, with mode 640 and one unsaved change, and damages it; `../original.pdf` stays.
    private static func withDamaged(
        _ damage: String, isLarge: Bool = false, _ body: (Workplace, _ document: FilePath) async throws -> Void
    ) async throws {
        try await withWorkplace { place in
            let document = place.directory.appending("document.pdf")
            try document.write(isLarge ? largeDocument : Fixture.named("table.pdf").readBytes())
            _ = try Fixture.named("rotated.pdf").copy(into: place.directory.removingLastComponent(), as: "other.pdf")
            try await place.shell("chmod 640 document.pdf; cp document.pdf ../original.pdf")
            try await place.record()
            try await place.shell(damage)
            try await body(place, document)
        }
    }

    /// 5 MiB: too long for a digest in the header.
    private static let largeDocument: [UInt8] = {
        let data = String(repeating: "0123456789abcde\n", count: 5 << 16)
        var file = HandmadePDF.onePage(
            catalog: "/Data 4 0 R", objects: [4: "<< /Length \(5 << 20) >>\nstream\n\(data)\nendstream"])
        file.table()
        return file.bytes
    }()

    private func expectWhole(_ file: String, in place: Workplace, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let original = place.directory.removingLastComponent().appending("original.pdf")
        let (bytes, expected) = try (place.directory.pushing(FilePath(file)).readBytes(), original.readBytes())
        #expect(Array(bytes.prefix(expected.count)) == expected, sourceLocation: sourceLocation)
        #expect(try await place.names(in: file) == ["ours"], sourceLocation: sourceLocation)
        #expect(
            try await QPDF.isClean(place.directory.pushing(FilePath(file))), sourceLocation: sourceLocation)
    }

    /// What is at the path, and everything beside and in it.
    private func everything(in place: Workplace) async throws -> String {
        var list = Command("sh", ["-c", "find . -printf '%p %y %i %l\\n' | sort; find . -type f | sort | xargs cksum"])
        list.directory = place.directory
        return try await list.run().outputText
    }

    // MARK: Putting back

    @Test(arguments: [missing] + lost, [false, true])
    func `What is lost is put back with its rights, and saved`(damage: String, isLarge: Bool) async throws {
        try await Self.withDamaged(damage, isLarge: isLarge) { place, document in
            let result = try await place.run("restore", "document.pdf")
            try #require(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errorText.contains("the copy kept with its unsaved changes"))
            try await expectWhole("document.pdf", in: place)
            #expect(try FileSnapshot(of: document).mode == 0o640)
            #expect(try place.directory.list() == ["document.pdf"])
            #expect(try place.checkpointNames().isEmpty)
        }
    }

    @Test(arguments: [missing] + lost)
    func `A copy leaves what is at the path, and the new file is whole`(damage: String) async throws {
        try await Self.withDamaged(damage, isLarge: true) { place, _ in
            let before = try await everything(in: place)
            try await place.done("restore", "document.pdf", "-o", "../out.pdf")
            #expect(try await everything(in: place) == before)
            try await expectWhole("../out.pdf", in: place)
            let copied: Restored = try await place.json("restore", "document.pdf", "--on-conflict", "copy")
            try await expectWhole(copied.output ?? "document.pdf", in: place)
        }
    }

    @Test(arguments: [missing] + lost, repairs)
    func `What repairs puts a lost document back first`(damage: String, command: [String]) async throws {
        try await Self.withDamaged(damage) { place, _ in
            let result = try await place.command(command + ["document.pdf"]).run()
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await place.names() == ["ours"])
            if !command.contains("--rewrite") { try await expectWhole("document.pdf", in: place) }
            #expect(try place.directory.list() == ["document.pdf"])
        }
    }

    @Test(arguments: [missing] + lost)
    func `A batch that repairs puts a lost document back first`(damage: String) async throws {
        try await Self.withDamaged(damage) { place, document in
            var batch = place.command(["batch", "--repair"])
            let edit = #"{"add":{"subtype":"Square","page":1,"name":"batch","rect":[1,1,9,9]}}"#
            batch.input = Array(#"{"file":"document.pdf","edits":[\#(edit)]}"#.utf8)
            let result = try await batch.run()
            #expect(result.exitStatus == 0, "\(result.outputText)")
            #expect(try document.readBytes().starts(with: Fixture.named("table.pdf").readBytes()))
            #expect(try await place.names() == ["batch", "ours"])
        }
    }

    @Test func `Only the whole document is put back where the end of its last save was lost`() async throws {
        try await withWorkplace { place in
            let document = try place.copy("table.pdf")
            try await place.record("saved", in: "document.pdf", "--save")
            let original = try document.readBytes()
            try await place.record()
            try document.write(original.dropLast(300) + [UInt8](repeating: 0, count: 300))
            try await place.done("restore", "document.pdf")
            #expect(try document.readBytes().starts(with: original))
            #expect(try await place.names() == ["ours", "saved"])
        }
    }

    // MARK: What is somebody else's

    @Test(arguments: others)
    func `Other bytes are a conflict, and stay or become a version`(damage: String) async throws {
        try await Self.withDamaged(damage, isLarge: true) { place, document in
            let (theirs, log) = try (document.readBytes(), place.checkpoint().readBytes())
            for command in Self.repairs + [["restore"], ["save"]] {
                expectRefusal(try await place.command(command + ["document.pdf"]).run(), 10, hint: "document.pdf")
            }
            try await place.done("restore", "document.pdf", "-o", "../out.pdf")
            try await expectWhole("../out.pdf", in: place)
            #expect(try document.readBytes() == theirs && place.checkpoint().readBytes() == log)
            try await place.done("restore", "document.pdf", "--on-conflict", "overwrite")
            try await expectWhole("document.pdf", in: place)
            let version = try await place.version()
            #expect(try version.conflict && place.bytes(of: version) == theirs)
        }
    }

    @Test(arguments: others + inTheWay.map { "rm document.pdf; " + $0 })
    func `A copy of the document leaves what is in its place`(damage: String) async throws {
        try await Self.withDamaged(damage) { place, _ in
            let before = try await everything(in: place)
            let copied: Restored = try await place.json("restore", "document.pdf", "--on-conflict", "copy")
            let output = try #require(copied.output)
            try await expectWhole(output, in: place)
            try FileManager.default.removeItem(atPath: place.directory.pushing(FilePath(output)).string)
            #expect(try await everything(in: place) == before)
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test(arguments: inTheWay)
    func `A directory, pipe or socket is a conflict, and is moved aside, never removed`(damage: String) async throws {
        try await Self.withDamaged("rm document.pdf; " + damage) { place, _ in
            let before = try await everything(in: place)
            expectRefusal(try await place.run("restore", "document.pdf"), 10, hint: "--on-conflict")
            try await place.done("restore", "document.pdf", "-o", "../out.pdf")
            try await expectWhole("../out.pdf", in: place)
            #expect(try await everything(in: place) == before)
            try await place.done("restore", "document.pdf", "--on-conflict", "overwrite")
            try await expectWhole("document.pdf", in: place)
            let kept = try #require(try place.directory.list().first { $0.contains("(kept)") })
            try await place.shell("rm document.pdf; mv '\(kept)' document.pdf")
            #expect(try await everything(in: place) == before)
        }
    }

    @Test(
        .enabled("Processes may not be traced here") { try await Strace.isPermitted() },
        arguments: [("EIO", 74), ("EACCES", 77)])
    func `What cannot be read stays as it is`(error: String, status: Int) async throws {
        try await Self.withDamaged("true") { place, document in
            let before = (try FileSnapshot(of: document), try place.checkpoint().readBytes())
            func run(_ arguments: String...) async throws -> CommandResult {
                var command = place.command(["restore", document.string] + arguments)
                command.arguments =
                    ["-f", "-qq", "-o", "/dev/null", "-P", document.string, "-e", "inject=openat:error=\(error)"]
                    + [command.program.string] + command.arguments
                command.program = "strace"
                return try await command.run()
            }
            expectRefusal(try await run(), status)
            expectRefusal(try await run("--on-conflict", "overwrite"), status)
            #expect(try await run("-o", "../out.pdf").exitStatus == 0)
            try await expectWhole("../out.pdf", in: place)
            #expect(try FileSnapshot(of: document) == before.0 && place.checkpoint().readBytes() == before.1)
        }
    }

    // MARK: What may be elsewhere

    @Test(arguments: repairs + [["restore"]])
    func `Without its directory a document is not put back, and a new file is whole`(command: [String]) async throws {
        try await withWorkplace { place in
            let folder = try place.directory.making("folder")
            let original = try Fixture.named("table.pdf").copy(into: folder, as: "document.pdf").readBytes()
            try await place.record(in: "folder/document.pdf")
            try await place.shell("rm -r folder")
            let refused = try await place.command(command + ["folder/document.pdf"]).run()
            expectRefusal(refused, 66, hint: "-o OUT")
            #expect(try place.directory.list().isEmpty)
            try await place.done("restore", "folder/document.pdf", "-o", "out.pdf")
            #expect(try place.directory.appending("out.pdf").readBytes().starts(with: original))
            #expect(try await place.names(in: "out.pdf") == ["ours"])
        }
    }

    @Test func `A link that leads nowhere stays, and a new file is whole`() async throws {
        try await Self.withDamaged("rm document.pdf; ln -s nowhere/document.pdf document.pdf") { place, _ in
            let before = try await everything(in: place)
            expectRefusal(try await place.run("restore", "document.pdf"), 66, hint: "-o OUT")
            try await place.done("restore", "document.pdf", "-o", "../out.pdf")
            try await expectWhole("../out.pdf", in: place)
            #expect(try await everything(in: place) == before)
        }
    }

    // MARK: The copy

    private struct Answer: Decodable { var original: String? }

    @Test func `That no copy is kept is announced with the first edit, and by status`() async throws {
        try await withWorkplace { place in
            try place.directory.appending("document.pdf").write(Self.largeDocument)
            func run(_ arguments: [String], keeping size: String) async throws -> CommandResult {
                var command = place.command(arguments)
                command.environment["PDFCO_KEEP_BASE"] = size
                return try await command.run()
            }
            for (size, isKept) in [("1MB", false), ("128MB", true)] {
                let edit = try await run(
                    ["highlight", "document.pdf", "--rect", "20,20,60,40", "--json"], keeping: size)
                let answer = try JSONDecoder().decode(Answer.self, from: Data(edit.output))
                #expect((answer.original == "notKept") == !isKept)
                #expect(edit.errorText.contains("warning: ") == !isKept, "\(edit.errorText)")
                let status = try await run(["status", "document.pdf", "--json"], keeping: size)
                #expect(status.outputText.contains(#""original":"notKept""#) == !isKept)
                try await place.done("discard", "document.pdf")
            }
        }
    }

    @Test(
        .enabled("Processes may not be traced here") { try await Strace.isPermitted() },
        arguments: ["openat", "write", "fsync", "renameat"])
    func `Wherever the first edit dies, the next one has its copy`(call: String) async throws {
        for number in 1... {
            var hasEnded = false
            try await withWorkplace { place in
                _ = try place.copy("table.pdf")
                try await place.shell("mkdir -p -m 700 ../data/checkpoints; cp document.pdf ../original.pdf")
                var first = place.command(["highlight", "document.pdf", "--rect", "1,1,9,9", "--name", "first"])
                first.arguments =
                    ["-f", "-qq", "-o", "/dev/null", "-e", "inject=\(call):signal=KILL:when=\(number)"]
                    + ["-P", place.checkpoints.string, first.program.string] + first.arguments
                first.program = "strace"
                hasEnded = try await first.run().exitStatus == 0
                try await place.record()
                try await place.shell("rm document.pdf")
                try await place.done("restore", "document.pdf", "-o", "out.pdf")
                #expect(try await place.names(in: "out.pdf").contains("ours"), "\(call) \(number)")
            }
            if hasEnded { break }
        }
    }

    @Test func `Discarding the changes of a lost document makes its copy a version, and names it`() async throws {
        try await Self.withDamaged(Self.missing) { place, _ in
            let discarded = try await place.done("discard", "document.pdf")
            let listing: Workplace.VersionListing = try await place.json("restore")
            let version = try #require(listing.versions.first)
            #expect(discarded.errorText.contains(version.id))
            try await place.done("restore", "document.pdf", "--version", version.id)
            try await place.shell("cmp ../original.pdf document.pdf")
        }
    }
}
