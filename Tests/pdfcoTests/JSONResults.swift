import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What `annotate` and `save` print with `--json`.
struct SaveResult: Decodable {
    var file: String
    var applied: Int?
    var alreadyApplied: Int?
    var unsavedChanges: Int
    var saved: Bool
    var repaired: Bool?
    var output: String?
    var method: String?
    var bytesAppended: Int
    var bytes: Int?
}

/// What `annotate list` prints with `--json`.
struct Listing: Decodable {
    struct Annotation: Decodable {
        var subtype: String
        var page: Int
        var rect: [Double]
        var name: String?
        var contents: String?
        var author: String?
        var color: String?
        var opacity: Double?
        var icon: String?
        var inReplyTo: String?
        var flags: Int
        var creationDate: String?
        var hasAppearance: Bool
    }

    var file: String
    var annotations: [Annotation]
}

/// What every command prints on standard error with `--json` when it fails.
struct Failure: Decodable {
    var error: String
    var message: String
    var hint: String?
    var file: String?
    var exitStatus: Int
}

extension CommandResult {
    /// The object that a command printed with `--json`, which must have succeeded.
    func json<Value: Decodable>(sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
        try #require(exitStatus == 0, "\(errorText)", sourceLocation: sourceLocation)
        return try JSONDecoder().decode(Value.self, from: Data(output))
    }
}

/// Calls `body` with a copy of a fixture to which `pdfco annotate highlight` added the annotation `mark`.
func withMarkedCopy(
    of fixture: String = "table.pdf", _ body: (_ file: FilePath, _ directory: FilePath) async throws -> Void
) async throws {
    try await withTemporaryDirectory { directory in
        let file = try Fixture.named(fixture).copy(into: directory)
        let result = try await CapturedProgram.run(PDFCO.highlight(file, "--contents", "first", "--author", "Ada"))
        try #require(result.exitStatus == 0, "\(result.errorText)")
        try await body(file, directory)
    }
}
