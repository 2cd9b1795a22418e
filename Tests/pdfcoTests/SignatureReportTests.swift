import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What `open` tells of signature fields, and what is refused for their sake.
struct SignatureReportTests {
    struct Summary: Decodable {
        var signatures: [Signature]
    }

    struct Signature: Decodable, Equatable {
        var field: String
        var signed: Bool
        var coversWholeFile: Bool
        var revision: Int?
        var coveredBytes: Int?
        var certification: Int?
        var locks: [Lock]
    }

    struct Lock: Decodable, Equatable {
        var by: String
        var action: String
        var fields: [String]
        var permissions: Int?
    }

    @Test func `Each field is one object with every key`() async throws {
        let file = Fixture.named("locked.pdf")
        let summary: Summary = try await CapturedProgram.json(["open", file.string])
        let first = Signature(
            field: "first", signed: true, coversWholeFile: false,
            locks: ["FieldMDP", "Lock"].map { Lock(by: $0, action: "Include", fields: ["name"]) })
        let second = Signature(
            field: "second", signed: false, coversWholeFile: false,
            locks: [Lock(by: "Lock", action: "Exclude", fields: ["name"], permissions: 1)])
        #expect(summary.signatures == [first, second])
        let text = try await CapturedProgram.run("open", file.string, "--json").outputText
        for key in ["revision", "coveredBytes", "certification", "permissions"] {
            #expect(text.contains("\"\(key)\":null"))
        }
    }

    @Test func `Each field is one line`() async throws {
        let locked = try await CapturedProgram.run("open", Fixture.named("locked.pdf").string).outputText
        #expect(locked.contains("  signature    first: covers no revision, locks 'name'\n"))
        let second =
            "  signature    second: not signed, will lock all fields but 'name', will lock the document at level 1"
        #expect(locked.contains(second + "\n"))
        let certified = try await CapturedProgram.run("open", Fixture.named("certified.pdf").string).outputText
        #expect(certified.contains("  signature    certification: covers no revision, certification level 1\n"))
        #expect(certified.contains("cannot be annotated: its certification allows no changes (DocMDP 1)"))
    }

    @Test(arguments: [
        ("name-widget", "'name', which the signature in the field 'first' locks"),
        ("5 0 R", "'first', which is signed"),
    ])
    func `A locked field's widget is removed only where signatures are ignored`(name: String, reason: String)
        async throws
    {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("locked.pdf").copy(into: directory)
            let before = try FileSnapshot(of: file)
            let command = ["annotate", "remove", file.string, name, "--save"]
            let result = try await CapturedProgram.run(command)
            expectRefusal(result, 65, hint: "--ignore-signatures")
            #expect(result.errorText.contains(reason), "\(result.errorText)")
            #expect(try FileSnapshot(of: file) == before)
            // The widget of the field without a signature has the flag Locked.
            let unlock = ["annotate", "update", file.string, "8 0 R", "--no-locked", "--save"]
            #expect(try await CapturedProgram.run(unlock).exitStatus == 0)
            #expect(
                try await CapturedProgram.run(["annotate", "remove", file.string, "8 0 R", "--save"]).exitStatus == 0)
            let unlocking = ["annotate", "update", file.string, name, "--no-locked", "--save"]
            expectRefusal(try await CapturedProgram.run(unlocking), 65, hint: "--ignore-signatures")
            #expect(try await CapturedProgram.run(unlocking + ["--ignore-signatures"]).exitStatus == 0)
            #expect(try await CapturedProgram.run(command + ["--ignore-signatures"]).exitStatus == 0)
            #expect(try file.readBytes().starts(with: before.bytes))
        }
    }
}
