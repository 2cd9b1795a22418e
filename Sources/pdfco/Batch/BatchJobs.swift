import Documents
import LinuxFiles

/// The jobs of a batch, read from its lines.
struct BatchJobs {
    enum Next {
        case task(BatchTask)
        /// Another run or another part does it.
        case skipped
        /// A line that is no job.
        case failed(BatchAnswer)
        /// A line that ends the batch: ``BatchJobs/refusal``.
        case refused
    }

    let source: LineSource
    private let lines: BatchLines
    private let shard: BatchShard
    private let finished: FinishedJobs
    private(set) var lineNumber = 0
    /// Why no further job is begun, if a line is the reason.
    private(set) var refusal: CommandFailure?
    private var names = StatedNames()

    init(_ source: LineSource, _ lines: BatchLines, shard: BatchShard, finished: FinishedJobs) {
        (self.source, self.lines, self.shard, self.finished) = (source, lines, shard, finished)
    }

    /// How much of the batch is begun, from 0 to 1; `nil` where that is not known.
    var part: Double? { source.size.flatMap { $0 > 0 ? Double(source.offset) / Double($0) : nil } }

    /// Returns what the next line says; `nil` if it is not read yet.
    mutating func next() -> Next? {
        while let line = source.take() {
            lineNumber += 1
            guard !lines.skips(line) else { continue }
            if lineNumber == 1, InputFile.isDocument(line) {
                refusal = .noJob("standard input or the file of jobs is a PDF document", lines, line)
                return .refused
            }
            do {
                let address = try lines.address(line)
                refusal = names.failure(adding: address, line: lineNumber)
                if refusal != nil { return .refused }
                guard shard.contains(address), !finished.contains(address) else { return .skipped }
                return .task(BatchTask(number: lineNumber, address: address, line: line))
            } catch {
                // A line of which nothing is known belongs to the first part.
                guard shard.index == 0 else { continue }
                return .failed(BatchAnswer(line: lineNumber, result: .failure(.noJob(error.reason, lines, line))))
            }
        }
        return nil
    }
}

/// The answers of a batch, printed as they come or in the order of the jobs.
struct BatchAnswers {
    private let console: Console
    private let isOrdered: Bool
    /// With ordered answers: the lines of the jobs that were begun and whose answers are not printed, and the answers
    /// that wait for an earlier one.
    private var expected: [Int] = []
    private var waiting: [Int: [UInt8]] = [:]

    /// The most answers that wait for an earlier one.
    private static let limit = 4096

    init(_ console: Console, isOrdered: Bool) { (self.console, self.isOrdered) = (console, isOrdered) }

    var haveRoom: Bool { expected.count < Self.limit }

    mutating func expect(_ line: Int) { if isOrdered { expected.append(line) } }

    mutating func print(_ json: [UInt8], line: Int) throws {
        guard isOrdered else { return try console.print(madeLine: json) }
        waiting[line] = json
        while let first = expected.first, let answer = waiting.removeValue(forKey: first) {
            expected.removeFirst()
            try console.print(madeLine: answer)
        }
    }

    /// Prints the answers that wait, though an earlier one is missing.
    func printRest() throws {
        for (_, answer) in waiting.sorted(by: { $0.key < $1.key }) { try console.print(madeLine: answer) }
    }
}
