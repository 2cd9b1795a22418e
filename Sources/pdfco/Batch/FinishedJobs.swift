import Documents
import FoundationEssentials
import LinuxFiles
import SystemPackage

/// The jobs that earlier runs of a batch have done, as their answers say.
struct FinishedJobs {
    private struct Answer: Decodable {
        var id: String?
        var status: String?
        var dryRun: Bool?
    }

    private var fingerprints: Set<BatchFingerprint> = []

    /// No jobs.
    init() {}

    /// Reads a file of answers. What is not an answer is passed over, such as the last line of a run that was killed:
    /// its job is done again, which changes nothing where it was done already.
    init(answersIn source: LineSource) throws(SystemCallError) {
        let decoder = JSONDecoder()
        while let line = try source.next(atMost: BatchRun.lineLimit) {
            guard let answer = try? decoder.decode(Answer.self, from: Data(line)), let id = answer.id,
                let status = answer.status.flatMap({ BatchAnswer.Status(rawValue: $0) }), status.isSuccess,
                answer.dryRun != true
            else { continue }
            fingerprints.insert(BatchFingerprint(BatchAddress(identifier: id)))
        }
    }

    func contains(_ address: BatchAddress) -> Bool {
        !fingerprints.isEmpty && fingerprints.contains(BatchFingerprint(address))
    }
}

/// The identifiers and outputs that the lines of a batch state. No two jobs may have one: `--resume` would skip both once one is
/// done, and one output would replace the other.
struct StatedNames {
    private var identifiers: [BatchFingerprint: Int] = [:]
    private var outputs: [BatchFingerprint: (job: BatchFingerprint, line: Int)] = [:]

    /// Takes note of a job, and returns the failure of the batch if an earlier one has its identifier or output.
    mutating func failure(adding address: BatchAddress, line: Int) -> CommandFailure? {
        let job = BatchFingerprint(address)
        if address.isStated, let first = identifiers.updateValue(line, forKey: job) {
            return CommandFailure(
                kind: "duplicateID", problem: "lines \(first) and \(line) have the same id, '\(address.identifier)'",
                hint: "give each job an id of its own, or none", exitStatus: .usage)
        }
        // The same line again is the same job.
        guard let path = address.output?.lexicallyNormalized().argument,
            let first = outputs.updateValue((job, line), forKey: BatchFingerprint(BatchAddress(identifier: path))),
            first.job != job
        else { return nil }
        return CommandFailure(
            kind: "duplicateOutput", problem: "lines \(first.line) and \(line) write the same file, '\(path)'",
            hint: "give each job an output of its own", exitStatus: .usage)
    }

    /// Throws if two lines of a file of jobs have the same identifier or output. What is no job is left to the run.
    static func check(_ path: FilePath, terminator: UInt8) throws {
        let source = try LineSource(path, terminator: terminator)
        var (names, number) = (StatedNames(), 0)
        while !source.isAtEnd, source.pending <= BatchRun.lineLimit {
            while let line = source.take() {
                number += 1
                guard let address = try? BatchAddress(line: line) else { continue }
                if let failure = names.failure(adding: address, line: number) { throw failure }
            }
            if !source.isAtEnd { try source.read() }
        }
    }
}

/// A number for a job's identifier, as the key of a table.
struct BatchFingerprint: Hashable {
    private let (first, second): (UInt64, UInt64)

    init(_ address: BatchAddress) { (first, second) = address.fingerprint }
}
