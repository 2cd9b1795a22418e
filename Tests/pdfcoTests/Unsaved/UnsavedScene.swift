import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A document in a directory of its own, and a data directory beside that: what a user has who does not save at once.
struct UnsavedScene {
    let root: FilePath
    let file: FilePath
    /// It is not there until something is recorded.
    let data: FilePath
    var environment = PDFCO.fixedClock

    /// Calls `body` with a copy of the fixture.
    static func with(_ fixture: String = "table.pdf", _ body: (UnsavedScene) async throws -> Void) async throws {
        try await withTemporaryDirectory { root in
            let file = try Fixture.named(fixture).copy(into: root.making("documents"))
            try await body(UnsavedScene(root: root, file: file))
        }
    }

    init(root: FilePath, file: FilePath) {
        (self.root, self.file) = (root, file)
        data = root.appending("data")
    }

    var documents: FilePath { file.removingLastComponent() }
    var checkpoints: FilePath { data.appending("checkpoints") }

    /// The command, in which `FILE` stands for the document and `ROOT` for the directory around all.
    func command(_ arguments: [String]) -> Command {
        let arguments = arguments.map { $0.replacing("FILE", with: file.string).replacing("ROOT", with: root.string) }
        return PDFCO.command(
            arguments, environment: environment.merging(["PDFCO_DATA_DIR": data.string]) { old, _ in old })
    }

    func run(_ arguments: String...) async throws -> CommandResult { try await CapturedProgram.run(command(arguments)) }

    /// Runs a command that must succeed, and returns what it told on standard error.
    @discardableResult
    func pass(
        _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let result = try await CapturedProgram.run(command(arguments))
        try #require(result.exitStatus == 0, "\(arguments): \(result.errorText)", sourceLocation: sourceLocation)
        return result.errorText
    }

    /// Runs a command that must succeed with `--json`, and reads the object it prints.
    func json<Value: Decodable>(
        _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Value {
        try await CapturedProgram.run(command(arguments + ["--json"])).json(sourceLocation: sourceLocation)
    }

    /// Records a square of that name on page 1.
    func addSquare(_ name: String, _ options: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
        let command = ["annotate", "square", "FILE", "--rect", "20,20,60,40", "--name", name]
        try await pass(command + options, sourceLocation: sourceLocation)
    }

    /// The names of the annotations as `annotate list` tells them, with the unsaved changes.
    func names(_ options: String...) async throws -> [String] {
        let result = try await CapturedProgram.run(command(["annotate", "list", "FILE", "--json"] + options))
        return (try result.json() as Listing).annotations.compactMap(\.name)
    }

    func unsaved() async throws -> OpenReport { try await json("open", "FILE") }

    /// The files among the checkpoints; private copies of documents only where they have no checkpoint.
    func checkpointNames() throws -> [String] {
        let names = (try? checkpoints.list()) ?? []
        return names.filter { !$0.hasSuffix(".base") || !names.contains($0.prefix { $0 != "." } + ".checkpoint") }
    }

    /// The first of them.
    func log() throws -> FilePath { checkpoints.appending(try #require(checkpointNames().first)) }
}

/// What `pdfco open --json` tells of unsaved changes.
struct OpenReport: Decodable {
    struct Checkpoint: Decodable {
        var id: String
        var edits: Int
        var modified: String
    }

    var annotationCount: Int
    var unsavedChanges: Int
    var checkpoint: Checkpoint?
    var state: [String]
    var warnings: [String]
}
