import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A directory for documents and, beside it, the data directory in which their unsaved changes are kept.
struct Workplace: Sendable {
    let directory: FilePath
    private let data: FilePath
    var checkpoints: FilePath { data.appending("checkpoints") }

    init(in parent: FilePath) throws {
        directory = try parent.making("documents")
        data = parent.appending("data")
    }

    func copy(_ fixture: String, as name: String = "document.pdf") throws -> FilePath {
        try Fixture.named(fixture).copy(into: directory, as: name)
    }

    /// The command `pdfco ARGUMENTS`, with paths relative to the directory.
    func command(_ arguments: [String]) -> Command {
        let environment = PDFCO.fixedClock.merging([
            "PDFCO_DATA_DIR": data.string, "PDFCO_PASSWORD": "user",
            "PDFCO_RUNTIME_DIR": data.removingLastComponent().appending("run").string,
        ]) { $1 }
        var command = PDFCO.command(arguments, environment: environment)
        command.directory = directory
        return command
    }

    /// Runs a shell script in the directory, which must succeed.
    func shell(_ script: String) async throws {
        var command = Command("sh", ["-ec", script])
        command.directory = directory
        let result = try await command.run()
        try #require(result.exitStatus == 0, "\(script): \(result.errorText)")
    }

    func run(_ arguments: String...) async throws -> CommandResult { try await CapturedProgram.run(command(arguments)) }

    /// Runs what must succeed.
    @discardableResult
    func done(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> CommandResult {
        let result = try await CapturedProgram.run(command(arguments))
        try #require(result.exitStatus == 0, "\(arguments): \(result.errorText)", sourceLocation: sourceLocation)
        return result
    }

    /// Records a highlight in the checkpoint.
    func record(_ name: String = "ours", in file: String = "document.pdf", _ options: String...) async throws {
        let result = try await CapturedProgram.run(
            command(
                ["annotate", "highlight", file, "--rect", "20,20,60,40", "--name", name] + options))
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    /// Edits the document as another user's pdfco would, who does not know the checkpoint.
    func editElsewhere(_ arguments: String..., file: String = "document.pdf") async throws {
        let result = try await CapturedProgram.run(
            command(
                ["annotate", arguments[0], file] + arguments.dropFirst()
                    + ["--save", "--data-dir", data.appending("elsewhere").string]))
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    /// Lets qpdf write the document anew.
    func rewrite(_ options: String..., file: String = "document.pdf") async throws {
        var command = Command("qpdf", options + ["--replace-input", file])
        command.directory = directory
        let result = try await command.run()
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    func json<Value: Decodable>(_ arguments: String...) async throws -> Value {
        try await CapturedProgram.run(command(arguments + ["--json"])).json()
    }

    /// The names of the annotations in the file, unsaved changes left aside, sorted.
    func names(in file: String = "document.pdf") async throws -> [String] {
        let listing: Listing = try await json("annotate", "list", file, "--no-checkpoint")
        return listing.annotations.compactMap(\.name).sorted()
    }

    /// The one checkpoint there is.
    func checkpoint() throws -> FilePath {
        let names = try checkpoints.list().filter { $0.hasSuffix(".checkpoint") }
        try #require(names.count == 1)
        return checkpoints.appending(names[0])
    }

    /// The files among the checkpoints; private copies of documents only where they have no checkpoint.
    func checkpointNames() throws -> [String] {
        let names = try checkpoints.list()
        return names.filter { !$0.hasSuffix(".base") || !names.contains($0.prefix { $0 != "." } + ".checkpoint") }
    }

    func hasCheckpoint() throws -> Bool { try checkpoints.list().contains { $0.hasSuffix(".checkpoint") } }

    /// Changes one byte in a line of the checkpoint; lines count from 1, the header is the second.
    func flipByte(inLine line: Int) throws {
        let path = try checkpoint()
        var bytes = try path.readBytes()
        let start = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(line - 1)
            .reduce(0) { $0 + $1.count + 1 }
        try #require(start + 60 < bytes.count)
        bytes[start + 60] ^= 1
        try putBack(bytes, at: path)
    }

    /// Makes a checkpoint with these bytes, which nobody else may read.
    func putBack(_ bytes: [UInt8], at path: FilePath) throws {
        let descriptor = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    }
}

func withWorkplace(_ body: (Workplace) async throws -> Void) async throws {
    try await withTemporaryDirectory { try await body(Workplace(in: $0)) }
}

/// What `restore`, `checkpoint list` and `checkpoint prune` print with `--json`.
struct Recoverables: Decodable {
    struct Checkpoint: Decodable {
        var id: String
        var file: String
        var state: String
        var edits: Int
        var undone: Int
        var lostBytes: Int?
    }

    var checkpoints: [Checkpoint]?
    var removed: [Checkpoint]?
    var kept: [Checkpoint]?
    var clearedFiles: Int?
}

/// What `restore FILE` prints with `--json`.
struct Restored: Decodable {
    var restored: Int
    var cutBack: Int
    var saved: Bool
    var unsavedChanges: Int
    var dropped: Int?
    var output: String?
}
