import FoundationEssentials
import Glibc
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// The program, run in this process: on a thread with its own working directory, and with streams and an environment of its own.
///
/// What ends a process, limits it or goes between processes needs one, and is tested with ``TestSupport/PDFCO``: signals, pipes,
/// kills, hostile files, the workers of a batch.
enum CapturedProgram {
    /// Runs the program with the arguments, the environment, the directory and the input of a command; in a process where a thread
    /// may have no directory of its own, as in some containers.
    static func run(_ command: Command) async throws -> CommandResult {
        try await ProcessSlots.shared.using {
            let streams = try Streams(input: command.input)
            defer { streams.close() }
            let status: Int32? = await withCheckedContinuation { continuation in
                do {
                    try DedicatedThread.run(name: "pdfco") { continuation.resume(returning: run(command, streams)) }
                } catch { continuation.resume(returning: nil) }
            }
            guard let status else { return try await command.runNow() }
            return CommandResult(
                output: try streams.output.whole(), errors: try streams.error.whole(), exitStatus: status)
        }
    }

    private static func run(_ command: Command, _ streams: Streams) -> Int32? {
        guard leaveSharedDirectory() == 0, command.directory.map({ chdir($0.string) == 0 }) ?? true else { return nil }
        let surroundings = Surroundings(
            PDFCo.self, words: command.arguments, variables: command.variables, input: StandardStream(streams.input),
            output: StandardStream(streams.output), error: StandardStream(streams.error))
        return PDFCo.run(in: surroundings)
    }

    /// Gives this thread, and those that it starts, a working directory and a umask of their own: unshare(2) with CLONE_FS.
    private static func leaveSharedDirectory() -> CInt {
        let unshare = dlsym(nil, "unshare").map { unsafeBitCast($0, to: (@convention(c) (CInt) -> CInt).self) }
        return unshare?(0x200) ?? -1
    }

    static func run(_ arguments: String...) async throws -> CommandResult { try await run(PDFCO.command(arguments)) }

    /// Runs the program with a password in its environment; `nil` for none.
    static func run(_ arguments: [String], password: String? = nil) async throws -> CommandResult {
        var variables = PDFCO.fixedClock
        variables["PDFCO_PASSWORD"] = password
        return try await run(PDFCO.command(arguments, environment: variables))
    }

    /// Runs a command as it is typed, without the program, in a directory that also keeps its data.
    static func run(line: String, in directory: FilePath) async throws -> CommandResult {
        var command = PDFCO.command(
            try SessionWords.words(of: line),
            environment: PDFCO.fixedClock.merging([
                "PDFCO_DATA_DIR": directory.appending("data").string,
                "PDFCO_RUNTIME_DIR": directory.appending("run").string,
            ]) { $1 })
        command.directory = directory
        return try await run(command)
    }

    /// Runs a command with `--json`, which must succeed, and reads the object it prints.
    static func json<Value: Decodable>(_ arguments: [String]) async throws -> Value {
        try await run(arguments + ["--json"]).json()
    }

    /// The annotations of a document, as `pdfco annotate list` tells them.
    static func annotations(of file: FilePath) async throws -> [Listing.Annotation] {
        (try await json(["annotate", "list", file.string]) as Listing).annotations
    }

    /// Files without a name in place of the three streams.
    private struct Streams {
        let input, output, error: FileDescriptor

        init(input bytes: [UInt8]) throws {
            (input, output, error) = (try Self.file(), try Self.file(), try Self.file())
            try input.writeAll(bytes)
            try input.seek(offset: 0, from: .start)
        }

        func close() { for stream in [input, output, error] { try? stream.close() } }

        private static func file() throws -> FileDescriptor {
            let path = FilePath(FileManager.default.temporaryDirectory.path).appending(UUID().uuidString)
            defer { unlink(path.string) }
            return try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        }
    }
}

extension FileDescriptor {
    /// Reads it from its beginning.
    fileprivate func whole() throws -> [UInt8] {
        let size = Int(try seek(offset: 0, from: .end))
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = 0
            while count < size {
                let part = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let read = try read(fromAbsoluteOffset: Int64(count), into: part)
                if read == 0 { break }
                count += read
            }
        }
    }
}
