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

    // MARK: Steps

    private static func annotate(_ file: FilePath) async throws -> CommandResult {
        let environment = PDFCO.fixedClock.merging(["PDFCO_PASSWORD": "user"]) { $1 }
        return try await CapturedProgram.run(
            PDFCO.command(RepairTests.highlight(file, "--repair"), environment: environment))
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
