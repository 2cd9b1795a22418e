import ArgumentParser
import Documents
import LinuxFiles

/// Reads the lines of a batch, lets workers do the jobs, and prints their answers.
///
/// It reads only a little further than the jobs under way, so that it takes as much memory for a million jobs as for
/// ten thousand.
struct BatchRun {
    private let console: Console
    private let source: LineSource
    private let lines: BatchLines
    private let pool: WorkerPool
    private let shard: BatchShard
    private let finished: FinishedJobs
    private let isOrdered: Bool
    private let signals: SignalQueue
    /// Whether the answers go to a terminal, where they show the progress themselves.
    private let isOnTerminal: Bool

    private var progress: BatchProgress
    private var lineNumber = 0
    /// A job that no worker could take yet.
    private var held: BatchTask?
    private var identifiers = StatedIdentifiers()
    /// Whether no further job is begun.
    private var isStopping = false
    /// Why not, if a line is the reason.
    private var refusal: CommandFailure?
    /// With ordered answers: the lines of the jobs that were begun and whose answers are not printed, and the answers
    /// that wait for an earlier one.
    private var expected: [Int] = []
    private var waiting: [Int: [UInt8]] = [:]

    /// The longest line, in bytes.
    static let lineLimit = 64 << 20
    /// The most answers that wait for an earlier one.
    private static let windowLimit = 4096

    init(
        _ console: Console, _ source: LineSource, _ lines: BatchLines, _ pool: WorkerPool, shard: BatchShard,
        finished: FinishedJobs, isOrdered: Bool
    ) throws(SystemCallError) {
        (self.console, self.source, self.lines, self.pool) = (console, source, lines, pool)
        (self.shard, self.finished, self.isOrdered) = (shard, finished, isOrdered)
        progress = BatchProgress(console)
        isOnTerminal = console.surroundings.output.isTerminal
        signals = try SignalQueue()
    }

    /// Does all jobs.
    ///
    /// - Throws: exit status 11 if some failed; 128 + N after signal N, which lets the jobs under way end; or the failure
    ///   of a line that has the `id` of an earlier one, which lets them end, too.
    mutating func run() throws {
        var signal: SignalQueue.Signal?
        while true {
            if !isStopping { try begin() }
            let isIdle = pool.underWay == 0 && pool.orphans.isEmpty && held == nil
            if isIdle, isStopping || source.isAtEnd { break }
            let wantsLines = !isStopping && held == nil && !source.isAtEnd && hasRoom
            let ready = try wait(for: [signals, wantsLines ? source : nil] + pool.sources, atMost: nil)
            if ready[0], let taken = signals.take().first {
                guard signal == nil else {
                    pool.kill()
                    throw ExitCode(128 + Int32(taken.rawValue))
                }
                (signal, isStopping, held) = (taken, true, nil)
                progress.clear()
                console.say("finishing the jobs in progress; interrupt again to end at once")
            }
            if ready[1] { try source.read() }
            for index in ready.indices.dropFirst(2) where ready[index] {
                for event in try pool.receive(from: index - 2) { try handle(event) }
            }
            if isStopping { pool.dropOrphans() }
            if console.showsProgress, !isOnTerminal { progress.show(part) }
        }
        pool.close()
        // What an interruption left out is not waited for.
        for (_, answer) in waiting.sorted(by: { $0.key < $1.key }) { try console.print(madeLine: answer) }
        progress.clear()
        console.say(progress.summary)
        if let signal { throw ExitCode(128 + Int32(signal.rawValue)) }
        if let refusal { throw refusal }
        if progress.failures > 0 { throw ExitCode(ExitStatus.someFailed.rawValue) }
    }

    /// How much of the batch is begun, from 0 to 1; `nil` where that is not known.
    private var part: Double? { source.size.flatMap { $0 > 0 ? Double(source.offset) / Double($0) : nil } }

    private var hasRoom: Bool { expected.count < Self.windowLimit }

    /// Hands jobs to the workers until they have enough or there is no further line at hand.
    private mutating func begin() throws {
        guard try pool.resendOrphans() else { return }
        while hasRoom {
            if held == nil { held = try nextTask() }
            guard let task = held else { break }
            guard try pool.take(task) else { return }
            held = nil
        }
        guard source.pending <= Self.lineLimit else {
            throw CommandFailure(
                kind: "noJob", problem: "line \(lineNumber + 1) is longer than \(Self.lineLimit >> 20) MiB",
                exitStatus: .dataError)
        }
    }

    /// Returns the next job of this part of the batch that is not done yet; `nil` if its line is not read yet.
    private mutating func nextTask() throws -> BatchTask? {
        while hasRoom, let line = source.take() {
            lineNumber += 1
            guard !lines.skips(line) else { continue }
            do {
                let address = try lines.address(line)
                refusal = identifiers.failure(adding: address, line: lineNumber)
                isStopping = refusal != nil
                if isStopping { return nil }
                guard shard.contains(address), !finished.contains(address) else {
                    progress.skipped += 1
                    continue
                }
                if isOrdered { expected.append(lineNumber) }
                return BatchTask(number: lineNumber, address: address, line: line)
            } catch {
                // A line of which nothing is known belongs to the first part.
                guard shard.index == 0 else { continue }
                if isOrdered { expected.append(lineNumber) }
                let answer = BatchAnswer(line: lineNumber, result: .failure(.noJob(error.reason, lines)))
                try report(answer.json, answer.status, line: lineNumber)
            }
        }
        return nil
    }

    private mutating func handle(_ event: WorkerPool.Event) throws {
        switch event {
        case .answer(let task, let status, let json): try report(json, status, line: task.number)
        case .died(let task, let exitStatus):
            let answer = BatchAnswer(
                line: task.number, address: task.address, result: .failure(Self.failure(task, exitStatus)),
                diedWith: exitStatus)
            try report(answer.json, answer.status, line: task.number)
        }
    }

    private mutating func report(_ json: [UInt8], _ status: BatchAnswer.Status, line: Int) throws {
        progress.count(status)
        guard isOrdered else { return try console.print(madeLine: json) }
        waiting[line] = json
        while let first = expected.first, let answer = waiting.removeValue(forKey: first) {
            expected.removeFirst()
            try console.print(madeLine: answer)
        }
    }

    private static func failure(_ task: BatchTask, _ exitStatus: Int32) -> CommandFailure {
        let file = task.address.document.argument
        if exitStatus == ExitStatus.dataError.rawValue { return CommandFailure(tooDemanding: file) }
        let end = exitStatus > 128 ? "by signal \(exitStatus - 128)" : "with status \(exitStatus)"
        return CommandFailure(
            kind: "crashed", file: file,
            problem: "its process ended \(end); the document is unchanged, or has the whole edit",
            hint: "check the document with pdfco open", exitStatus: .software)
    }
}
