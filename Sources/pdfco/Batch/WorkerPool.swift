import Documents
import LinuxFiles
import SystemPackage

/// The processes that do the jobs of a batch.
///
/// Jobs on one document go to one process, in their order. A process that ends at a job is replaced; what waited after
/// the job is done by others.
final class WorkerPool {
    enum Event {
        case answer(BatchTask, status: BatchAnswer.Status, json: [UInt8])
        /// The process ended while it worked on the job.
        case died(BatchTask, exitStatus: Int32)
        /// The process ended without having read a job, as any other would.
        case unusable(exitStatus: Int32)
    }

    private struct Worker {
        var process: WorkerProcess?
        /// The jobs sent to it that it has not answered, in order.
        var tasks: [BatchTask] = []
        var hasAnswered = false
    }

    /// The jobs that a process has at hand: one, and one to begin at once after it.
    private static let depth = 2
    /// The longest job that is sent to a process at work, in bytes. It fits into the socket: a longer one would have to wait until the
    /// process reads, which may itself wait until its answer is read.
    private static let longestAhead = 1 << 15

    private let program: Program
    private let terminator: UInt8
    private var workers: [Worker]
    /// The jobs to send again, because the process that had them ended before their turn.
    private(set) var orphans: [BatchTask] = []

    /// - Parameter terminator: the byte that ends each line of jobs, and is in none.
    init(_ program: Program, count: Int, terminator: UInt8) {
        (self.program, self.terminator) = (program, terminator)
        workers = Array(repeating: Worker(), count: count)
    }

    /// The number of jobs under way.
    var underWay: Int { workers.reduce(0) { $0 + $1.tasks.count } }

    /// Sends a job to a process, started if necessary; returns false if it must wait for another job to end.
    func take(_ task: BatchTask) throws(SystemCallError) -> Bool {
        let document = task.address.document
        let index =
            workers.firstIndex { $0.tasks.contains { $0.address.document == document } }
            ?? workers.indices.min { workers[$0].tasks.count < workers[$1].tasks.count }
        guard let index, workers[index].tasks.count < (task.line.count > Self.longestAhead ? 1 : Self.depth) else {
            return false
        }
        let process: WorkerProcess
        if let running = workers[index].process { process = running } else { process = try WorkerProcess(program) }
        workers[index].process = process
        workers[index].tasks.append(task)
        do { try process.send(task.message + [terminator]) } catch {
            // It has ended, and does not have this job; the next look at it shows that.
            workers[index].tasks.removeLast()
            return false
        }
        return true
    }

    /// Sends the jobs again that lost their process; returns whether all are sent.
    func resendOrphans() throws(SystemCallError) -> Bool {
        while let task = orphans.first {
            orphans.removeFirst()
            guard try take(task) else {
                orphans.insert(task, at: 0)
                return false
            }
        }
        return true
    }

    func dropOrphans() { orphans = [] }

    /// What to wait for, one item for each process.
    var sources: [(any Waitable)?] { workers.map(\.process) }

    /// Receives what the process has to say, which must be readable.
    func receive(from index: Int) throws(SystemCallError) -> [Event] {
        guard let process = workers[index].process else { return [] }
        let (lines, hasEnded) = try process.receive()
        var events: [Event] = []
        for line in lines where !workers[index].tasks.isEmpty {
            guard let status = line.first.flatMap(BatchAnswer.Status.init(byte:)) else { continue }
            let task = workers[index].tasks.removeFirst()
            workers[index].hasAnswered = true
            events.append(.answer(task, status: status, json: Array(line.dropFirst())))
        }
        guard hasEnded else { return events }
        let status = process.waitForEnd()
        let (tasks, hasAnswered) = (workers[index].tasks, workers[index].hasAnswered)
        workers[index] = Worker()
        // One that ended by itself had begun no other job.
        guard status != 0, let first = tasks.first else {
            if !hasAnswered { events.append(.unusable(exitStatus: status)) }
            orphans += tasks
            return events
        }
        events.append(.died(first, exitStatus: status))
        orphans += tasks.dropFirst()
        return events
    }

    /// Lets all processes end, and waits for them.
    func close() {
        for worker in workers { worker.process?.closeInput() }
        for worker in workers { _ = worker.process?.waitForEnd() }
    }

    /// Ends all processes at once.
    func kill() {
        for worker in workers { worker.process?.kill() }
        for worker in workers { _ = worker.process?.waitForEnd() }
    }
}
