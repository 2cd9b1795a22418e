import Documents
import LinuxFiles

/// The part of a batch that this process does, where several divide it among them.
struct BatchShard: Equatable {
    /// From 0.
    var index: Int
    var count: Int

    func contains(_ address: BatchAddress) -> Bool { count == 1 || address.part(of: count) == index }

    static let whole = BatchShard(index: 0, count: 1)

    /// Reads `I/N`, with I from 1 to N; or `auto`, which takes both from the environment of a Kubernetes Indexed Job, an
    /// AWS Batch array job or a Slurm array.
    static func read(_ text: String?, _ surroundings: Surroundings) throws(CommandFailure) -> BatchShard {
        guard let text else { return whole }
        if text == "auto" { return try ofEnvironment(surroundings) }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], index > 0, index <= count else {
            throw CommandFailure.usage("--shard takes I/N with I from 1 to N, or auto, not '\(text)'")
        }
        return BatchShard(index: index - 1, count: count)
    }

    private struct Variables {
        var index: String
        var count: String
        /// The variable with the lowest index; without one, indexes begin at 0.
        var first: String?
    }

    private static let environments = [
        Variables(index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETION_COUNT"),
        Variables(index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"),
        Variables(index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: "SLURM_ARRAY_TASK_MIN"),
    ]

    private static func ofEnvironment(_ surroundings: Surroundings) throws(CommandFailure) -> BatchShard {
        for variables in environments where surroundings.environment(variables.index) != nil {
            func number(_ name: String) -> Int? {
                surroundings.environment(name).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
            }
            guard let count = number(variables.count) else {
                throw CommandFailure.usage(
                    "--shard auto needs \(variables.count) beside \(variables.index)",
                    hint: "set it to the number of parts, as in the manifest of the job")
            }
            let first = variables.first.flatMap(number) ?? 0
            guard let index = number(variables.index), count > 0, (0..<count).contains(index - first) else {
                throw CommandFailure.usage(
                    "\(variables.index) and \(variables.count) do not name a part",
                    hint: "pass --shard I/N, with I from 1 to N")
            }
            return BatchShard(index: index - first, count: count)
        }
        throw CommandFailure.usage(
            "--shard auto finds no part in the environment",
            hint: "it looks for " + environments.map(\.index).joined(separator: ", ")
                + "; or pass --shard I/N, with I from 1 to N")
    }
}
