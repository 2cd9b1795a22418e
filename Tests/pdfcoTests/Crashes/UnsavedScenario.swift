import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

/// A command that writes or reads the checkpoint of a document, what came before it, and `restore` after it.
struct UnsavedScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let document: String
    private let earlier: [[String]]
    private let words: [String]
    private let stepsBackAndForth: Int

    /// - Parameters:
    ///   - earlier: the commands before: `highlight` and `square` add an annotation without saving it, and after `zero` the file has
    ///     nothing but zeros.
    ///   - stepsBackAndForth: how often, after these, the last change was taken back and made again.
    ///   - words: the command that is disturbed.
    init(
        _ name: String, on document: String, after earlier: [[String]] = [], stepsBackAndForth: Int = 0,
        command words: [String]
    ) {
        testDescription = name
        self.document = document
        self.earlier = earlier
        self.words = words
        self.stepsBackAndForth = stepsBackAndForth
    }

    func run() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named(document).copy(into: directory.making("documents"))
            let restore = command(["restore"], file, directory)
            // What there is to restore before the command, and after it.
            var documents: [[UInt8]] = []
            for words in [nil, words] {
                try await prepare(file, directory)
                if let words { try await succeed(words, file, directory) }
                _ = try await restore.run()
                documents.append(try file.readBytes())
            }
            try await prepare(file, directory)
            // As it is before each disturbance: with other inodes, and without entries of the index.
            try FileTree(of: directory).write(to: directory)
            let old = try file.readBytes()
            let scenario = try await CrashScenario(
                testDescription, below: directory, command(words, file, directory), recovery: restore,
                // A new checkpoint, and the sealed history of what was saved, begin with random bytes.
                isReproducible: !earlier.isEmpty && document != "encrypted.pdf")
            let expectation = Expectation(
                file: "documents/\(document)", original: try Fixture.named(document).readBytes(),
                mayLeaveTail: words.contains("append"), old: old,
                recording: scenario.recording, before: documents[0], after: documents[1])
            try await scenario.run(expectation.check)
        }
    }

    /// The document as it is in the fixtures, and its checkpoint after the earlier commands.
    private func prepare(_ file: FilePath, _ directory: FilePath) async throws {
        try FileTree().write(to: directory)
        let file = try Fixture.named(document).copy(into: directory.making("documents"))
        for words in earlier { try await succeed(words, file, directory) }
        guard stepsBackAndForth > 0 else { return }
        let checkpoints = directory.appending("data/checkpoints")
        let log = checkpoints.appending(try #require(checkpoints.list().first { $0.hasSuffix(".checkpoint") }))
        let bytes = try log.readBytes()
        var history = LogBytes(after: try CheckpointContents(bytes).lastChecksum)
        for _ in 0..<stepsBackAndForth {
            history.add(.undo, 1)
            history.add(.redo, 1)
        }
        try log.write(bytes + history.bytes)
    }

    private func succeed(_ words: [String], _ file: FilePath, _ directory: FilePath) async throws {
        let result = try await command(words, file, directory).run()
        try #require(result.exitStatus == 0, "\(words): \(result.errorText)")
    }

    private func command(_ words: [String], _ file: FilePath, _ directory: FilePath) -> Command {
        let variables = ["PDFCO_DATA_DIR": directory.appending("data").string]
        let environment = DisturbedSave.environment.merging(variables) { $1 }
        switch words[0] {
        case "zero":
            return Command(
                "sh", ["-c", #"size=$(stat -c %s "$0"); truncate -s 0 "$0"; truncate -s $size "$0""#, file.string])
        case "highlight", "square":
            let options = ["--rect", "20,20,60,40", "--name", words[0], "--contents", DisturbedSave.contents]
            return PDFCO.command(["annotate", words[0], file.string] + options, environment: environment)
        case "undo", "redo": return PDFCO.command(["annotate", words[0], file.string], environment: environment)
        default: return PDFCO.command([words[0], file.string] + words.dropFirst(), environment: environment)
        }
    }

    /// What may be found after the command was disturbed, and after `restore`.
    private struct Expectation: Sendable {
        let file: String
        /// The document as it was when its changes were made, which a command may put back first.
        let original: [UInt8]
        let mayLeaveTail: Bool
        let old: [UInt8]
        let recording: Recording
        let before: [UInt8]
        let after: [UInt8]

        @Sendable func check(_ crash: Crash) async throws {
            let recovery = try #require(crash.recovery)
            let context: Comment = "\(crash.description)\n\(crash.result?.errorText ?? "")\n\(recovery.errorText)"
            let left = try #require(crash.left[file])
            // `restore`, when it was killed, may have saved either before.
            #expect(
                [old, original, new, before, after].contains(left) || mayLeaveTail && left.starts(with: old), context)
            // It is 1 where there was nothing to restore.
            #expect([0, 1].contains(recovery.exitStatus), context)
            let restored = try #require(crash.after[file])
            if crash.isAcknowledged {
                #expect(restored == after, context)
            } else {
                #expect([before, after].contains(restored) || mayLeaveTail && hasStrayComment(left, restored), context)
            }
            let rest = Set(crash.after.names).subtracting([
                file, file.directory, "data", "data/checkpoints", "data/index", "data/history", "data/history/.cleaned",
                // An original that a dead process left goes with the next clean-up.
            ]).filter { !($0.hasPrefix("data/history/") && $0.hasSuffix(".saved")) && !$0.hasSuffix(".base") }
            #expect(rest.isEmpty, context)
        }

        /// Whether nothing but a part of a mark, or zeros, stay in the document before the increment, from a power cut before the
        /// mark was on the disk.
        private func hasStrayComment(_ left: [UInt8], _ restored: [UInt8]) -> Bool {
            guard left.starts(with: old), restored.starts(with: left), restored.count > new.count,
                let mark = restored.indices(of: "%pdfco-increment ").last, mark > old.count
            else { return false }
            return !restored[old.count..<mark].dropLast().contains(0x0A)
        }

        private var new: [UInt8] { recording.after[file] ?? [] }
    }
}

extension String {
    fileprivate var directory: String { FilePath(self).removingLastComponent().string }
}
