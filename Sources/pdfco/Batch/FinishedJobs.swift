import Documents
import FoundationEssentials
import LinuxFiles
import SystemPackage

/// The jobs that earlier runs of a batch have done, as their answers say.
struct FinishedJobs {
    private struct Fingerprint: Hashable {
        var (first, second): (UInt64, UInt64)

        init(_ numbers: (UInt64, UInt64)) { (first, second) = numbers }
    }

    private struct Answer: Decodable {
        var id: String?
        var status: String?
    }

    private var fingerprints: Set<Fingerprint> = []

    /// No jobs.
    init() {}

    /// Reads a file of answers. What is not an answer is passed over, such as the last line of a run that was killed:
    /// its job is done again, which changes nothing where it was done already.
    init(answersIn path: FilePath) throws(SystemCallError) {
        let source = try LineSource(path)
        let decoder = JSONDecoder()
        while true {
            if let line = source.take() {
                guard let answer = try? decoder.decode(Answer.self, from: Data(line)), let id = answer.id,
                    let status = answer.status.flatMap({ BatchAnswer.Status(rawValue: $0) }), status.isSuccess
                else { continue }
                fingerprints.insert(Fingerprint(BatchAddress(identifier: id).fingerprint))
            } else if source.isAtEnd {
                return
            } else {
                guard source.pending <= BatchRun.lineLimit else {
                    throw SystemCallError(call: "read", errno: SystemCallError.fileTooLarge, path: path)
                }
                try source.read()
            }
        }
    }

    func contains(_ address: BatchAddress) -> Bool {
        !fingerprints.isEmpty && fingerprints.contains(Fingerprint(address.fingerprint))
    }
}
