import ArgumentParser
import Documents
import LinuxFiles

/// Reads the lines of a batch, lets workers do the jobs, and prints their answers.
///
/// It reads only a little further than the jobs under way, so that it takes as much memory for a million jobs as for
/// ten thousand.
struct BatchRun {
    private let console: Console
    private let pool: WorkerPool
    private let signals: SignalQueue
    private var jobs: BatchJobs
    private var answers: BatchAnswers
    private var progress: BatchProgress
    /// A job that no worker could take yet.
    private var held: BatchTask?
    /// Whether no further job is begun.
    private var isStopping = false
    /// Why the processes can do no jobs.
    private var failure: CommandFailure?

    /// The longest line, in bytes.
    static let lineLimit = 64 << 20

    init(_ console: Console, _ jobs: BatchJobs, _ pool: WorkerPool, isOrdered: Bool) throws(SystemCallError) {
        (self.console, self.jobs, self.pool) = (console, jobs, pool)
        answers = BatchAnswers(console, isOrdered: isOrdered)
        progress = BatchProgress(console)
        signals = try SignalQueue()
    }

    /// Does all jobs.
    ///
    /// - Throws: exit status 11 if some failed; 128 + N after signal N, which lets the jobs under way end; or the failure
    ///   of a line that has the `id` of an earlier one, or of processes that read no job, which lets them end, too.
    mutating func run() throws {
        var signal: SignalQueue.Signal?
        while true {
            if !isStopping { try begin() }
            let isIdle = pool.underWay == 0 && pool.orphans.isEmpty && held == nil
            if isIdle, isStopping || jobs.source.isAtEnd { break }
            let wantsLines = !isStopping && held == nil && !jobs.source.isAtEnd && answers.haveRoom
            let ready = try wait(for: [signals, wantsLines ? jobs.source : nil] + pool.sources, atMost: nil)
            if ready[0], let taken = signals.take().first {
                guard signal == nil else {
                    pool.kill()
                    throw ExitCode(128 + Int32(taken.rawValue))
                }
                (signal, isStopping, held) = (taken, true, nil)
                progress.clear()
                console.say("finishing the jobs in progress; interrupt again to end at once")
            }
            if ready[1] { try jobs.source.read() }
            for index in ready.indices.dropFirst(2) where ready[index] {
                for event in try pool.receive(from: index - 2) { try handle(event) }
            }
            if isStopping { pool.dropOrphans() }
            // On a terminal, the answers show it themselves.
            if console.showsProgress, !console.surroundings.output.isTerminal { progress.show(jobs.part) }
        }
        pool.close()
        // What an interruption left out is not waited for.
        try answers.printRest()
        progress.clear()
        console.say(progress.summary)
        if let signal { throw ExitCode(128 + Int32(signal.rawValue)) }
        if let refusal = failure ?? jobs.refusal { throw refusal }
        if progress.failures > 0 { throw ExitCode(ExitStatus.someFailed.rawValue) }
    }

    /// Hands jobs to the workers until they have enough or there is no further line at hand.
    private mutating func begin() throws {
        guard try pool.resendOrphans() else { return }
        while answers.haveRoom {
            if held == nil { held = try nextTask() }
            guard let task = held else { break }
            guard try pool.take(task) else { return }
            held = nil
        }
        guard jobs.source.pending <= Self.lineLimit else {
            throw CommandFailure(
                kind: "noJob", problem: "line \(jobs.lineNumber + 1) is longer than \(Self.lineLimit >> 20) MiB",
                exitStatus: .dataError)
        }
    }

    /// Returns the next job that is to be done; `nil` if its line is not read yet.
    private mutating func nextTask() throws -> BatchTask? {
        while answers.haveRoom, let next = jobs.next() {
            switch next {
            case .task(let task):
                answers.expect(task.number)
                return task
            case .skipped: progress.skipped += 1
            case .failed(let answer):
                answers.expect(answer.line)
                try report(answer)
            case .refused:
                isStopping = true
                return nil
            }
        }
        return nil
    }

    private mutating func handle(_ event: WorkerPool.Event) throws {
        switch event {
        case .answer(let task, let status, let json): try report(json, status, line: task.number)
        case .died(let task, let exitStatus):
            try report(
                BatchAnswer(
                    line: task.number, address: task.address, result: .failure(Self.failure(task, exitStatus)),
                    diedWith: exitStatus))
        case .unusable(let exitStatus):
            (isStopping, held) = (true, nil)
            failure = CommandFailure(
                kind: "failed", problem: "a process of the batch ended with status \(exitStatus) before it read a job",
                hint: "pdfco batch JOBS --resume ANSWERS does the jobs that are left", exitStatus: .software)
        }
    }

    private mutating func report(_ answer: BatchAnswer) throws {
        try report(answer.json, answer.status, line: answer.line)
    }

    private mutating func report(_ json: [UInt8], _ status: BatchAnswer.Status, line: Int) throws {
        progress.count(status)
        try answers.print(json, line: line)
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
