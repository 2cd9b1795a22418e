import SystemPackage
import TestSupport
import Testing

/// Damaged documents that are encrypted stay so: what is copied from the file is not encrypted again.
struct RepairedEncryptedTests {
    @Test(arguments: EncryptionScheme.all, ["table.pdf", "stream.pdf"])
    func `A damaged document of every scheme is repaired`(scheme: EncryptionScheme, name: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try await scheme.encrypt(Fixture.named(name), to: file)
            // Of each stream, contents and object streams alike, only what this test can recognise has a wrong length.
            var damaged = try file.readBytes().replacing("startxref\n", with: "startxref\n7")
            for length in ["77", "96", "168", "192"] {
                let wrong = String(repeating: "1", count: length.count)
                damaged = damaged.replacing("/Length \(length) ", with: "/Length \(wrong) ")
            }
            #expect(damaged.ranges(of: Array("/Length 11".utf8)).count == (name == "table.pdf" ? 1 : 2))
            try file.write(damaged)
            let refused = try await CapturedProgram.run(RepairTests.highlight(file))
            #expect(refused.exitStatus == 65)

            try await Self.expectRepaired(file, damaged)
            let plain = directory.appending("plain.pdf")
            let options = ["--decrypt", "--password=user", file.string, plain.string]
            let decrypted = try await Command("qpdf", options).run()
            #expect(decrypted.exitStatus == 0, "\(decrypted.errorText)")
            #expect(try await MuPDF.pages(of: plain).first?.annotations.map(\.contents) == ["a mark"])
            #expect(try await Poppler.text(of: plain) == Poppler.text(of: Fixture.named("table.pdf")))
        }
    }

    /// Only AES-256 does without the identifier that is lost with the trailer.
    @Test func `The encryption dictionary is found where the trailer is lost`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("encrypted.pdf").copy(into: directory)
            let bytes = try file.readBytes()
            let trailer = try #require(bytes.ranges(of: Array("xref\n".utf8)).first)
            let damaged = Array(bytes[..<trailer.lowerBound])
            try file.write(damaged)
            #expect(try await CapturedProgram.run(RepairTests.highlight(file, "--repair")).exitStatus == 77)
            try await Self.expectRepaired(file, damaged)
        }
    }

    @Test func `A damaged document that its owner does not let be annotated is refused`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try await EncryptionScheme.r6.encrypt(
                Fixture.named("table.pdf"), to: file, permissions: ["--modify=none", "--annotate=n"])
            try file.write(try file.readBytes().replacing("startxref\n", with: "startxref\n7"))
            let before = try FileSnapshot(of: file)
            expectRefusal(try await Self.annotate(file), 77, hint: "--password-file")
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    // MARK: The encryption dictionary

    /// What is wrong with the encryption dictionary, and whether its entries can be read as they are written.
    enum Damage: String, CaseIterable {
        case length = "bad /Length"
        case end = "no endobj"
        case misspelt = "e9dobj"
        case lengthAndEnd = "bad /Length, e9dobj"
    }

    /// An encrypted document of two pages with an annotation whose encryption dictionary is damaged, and entry 0 of its table
    /// wrong.
    private static func damaged(
        _ damage: Damage, isLast: Bool, by scheme: EncryptionScheme, in directory: FilePath
    ) async throws -> [UInt8] {
        let file = directory.appending("encrypted.pdf")
        try await scheme.encrypt(Fixture.named("foreign-annotations.pdf"), to: file)
        let bytes = try file.readBytes()
        // What qpdf writes last; each other object can be found anywhere.
        let filter = Array("/Filter /Standard".utf8)
        let start = try #require(
            bytes.ranges(of: Array(" 0 obj\n".utf8))
                .last { !bytes[$0.upperBound...].prefix(400).ranges(of: filter).isEmpty })
        let end = try #require(bytes[start.upperBound...].ranges(of: Array("endobj\n".utf8)).first)
        var dictionary = Array(bytes[start.upperBound..<end.lowerBound])
        if damage == .length || damage == .lengthAndEnd {
            let length = try #require(dictionary.ranges(of: Array("/Length ".utf8)).last)
            dictionary.insert(0x01, at: length.upperBound + 1)
        }
        let ending = damage == .length ? "endobj\n" : damage == .end ? "\n" : "e9dobj\n"
        let tail = isLast ? [] : Array("9999 0 obj\n(unused)\nendobj\n".utf8)
        let rest = Array(bytes[end.upperBound...]).replacing("0000000000 65535 f", with: "00x0000000 65535 f")
        return Array(bytes[..<start.upperBound]) + dictionary + Array(ending.utf8) + tail + rest
    }

    @Test(arguments: EncryptionScheme.all, Damage.allCases)
    func `Whatever is wrong with the encryption dictionary, nothing is taken for unencrypted`(
        scheme: EncryptionScheme, damage: Damage
    ) async throws {
        for isLast in [true, false] {
            try await withTemporaryDirectory { directory in
                let damaged = try await Self.damaged(damage, isLast: isLast, by: scheme, in: directory)
                let sound = Fixture.named("foreign-annotations.pdf")
                let listed = try await CapturedProgram.run("list", sound.string).outputText.split(separator: "\n").count
                #expect(listed > 1)
                for way in ["save --repair", "save --rewrite", "square --rect 9,9,29,29 --save --rewrite", "list"] {
                    let file = directory.appending("a.pdf")
                    try file.write(damaged)
                    let result = try await Self.run(way.split(separator: " ").map(String.init) + [file.string])
                    let mustWork = damage == .end || damage == .misspelt
                    guard result.exitStatus == 0 else {
                        expectRefusal(result, 65)
                        #expect(!mustWork, "\(way), \(isLast): \(result.errorText)")
                        #expect(try file.readBytes() == damaged, "\(way)")
                        continue
                    }
                    if way == "list" { #expect(result.outputText.split(separator: "\n").count == listed) }
                    guard way.hasPrefix("save") else { continue }
                    #expect(try await Self.isEncrypted(file), "\(way)")
                    #expect(try await MuPDF.text(of: file, password: "user") == MuPDF.text(of: sound), "\(way)")
                    #expect(try await Poppler.text(of: file, password: "user") == Poppler.text(of: sound), "\(way)")
                    #expect(try await MuPDF.repairMessages(of: file, password: "user").isEmpty, "\(way)")
                }
            }
        }
    }

    @Test(arguments: ["4 0 R", "99 0 R"])
    func `A document whose encryption dictionary is not there is not taken for unencrypted`(entry: String) async throws
    {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            var document = HandmadePDF.onePage(objects: [4: "null"])
            document.table(trailer: "/Encrypt \(entry)")
            try file.write(document.bytes)
            for way in ["save --repair", "save --rewrite", "square --rect 9,9,29,29 --save", "list", "open"] {
                expectRefusal(try await Self.run(way.split(separator: " ").map(String.init) + [file.string]), 65)
                #expect(try file.readBytes() == document.bytes, "\(way)")
            }
        }
    }

    private static func isEncrypted(_ file: FilePath) async throws -> Bool {
        try await Command("qpdf", ["--is-encrypted", file.string]).run().exitStatus == 0
    }

    // MARK: Steps

    private static func run(_ arguments: [String]) async throws -> CommandResult {
        let environment = PDFCO.fixedClock.merging(["PDFCO_PASSWORD": "user"]) { $1 }
        return try await CapturedProgram.run(PDFCO.command(arguments, environment: environment))
    }

    private static func annotate(_ file: FilePath) async throws -> CommandResult {
        try await run(RepairTests.highlight(file, "--repair"))
    }

    private static func expectRepaired(_ file: FilePath, _ damaged: [UInt8]) async throws {
        let result = try await annotate(file)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.errorText.contains("repaired"))
        #expect(try file.readBytes().starts(with: damaged))
        let check = try await Command("qpdf", ["--check", "--password=user", file.string]).run()
        #expect(check.exitStatus == 0, "\(check.errorText)")
        #expect(try await MuPDF.repairMessages(of: file, password: "user").isEmpty)
        let text = try await MuPDF.text(of: Fixture.named("table.pdf"))
        #expect(try await MuPDF.text(of: file, password: "user") == text)
    }
}

extension [UInt8] {
    /// The bytes with the last occurrence of `old` replaced.
    fileprivate func replacing(_ old: String, with new: String) -> [UInt8] {
        guard let place = ranges(of: Array(old.utf8)).last else { return self }
        return Array(self[..<place.lowerBound] + Array(new.utf8) + self[place.upperBound...])
    }
}
