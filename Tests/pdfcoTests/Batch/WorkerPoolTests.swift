import Documents
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import pdfco

struct WorkerPoolTests {
    /// Others were started in its place without end: a thousand in ten seconds.
    @Test(arguments: ["/bin/true", "/bin/false"])
    func `A process that ends without having read a job makes the batch end`(program: String) throws {
        let pool = WorkerPool(Program([Array(program.utf8)], variables: [:]), count: 1, terminator: 0x0A)
        let line = Array(#"{"file":"a.pdf","edits":[]}"#.utf8)
        let isSent = try pool.take(BatchTask(number: 1, address: BatchAddress(line: line), line: line))
        let events = try pool.receive(from: 0)
        try #require(events.count == 1)
        switch events[0] {
        case .unusable(let status): #expect(status == 0 || !isSent)
        // It may have died of the job.
        case .died(let task, let status): #expect(isSent && task.number == 1 && status == 1)
        case .answer: Issue.record("nobody has answered")
        }
    }

    @Test func `A batch whose processes read no job ends with an error`() async throws {
        try await withTemporaryDirectory { directory in
            let jobs = directory.appending("jobs")
            try jobs.write((1...3).map { "{\"file\":\"\($0).pdf\",\"edits\":[]}\n" }.joined().utf8)
            let surroundings = Surroundings(
                PDFCo.self, words: ["batch"], variables: [:], input: .input, output: .output, error: .error)
            var run = try BatchRun(
                surroundings.console,
                BatchJobs(LineSource(jobs), .jobs, shard: BatchShard.read(nil, surroundings), finished: FinishedJobs()),
                WorkerPool(Program([Array("/bin/true".utf8)], variables: [:]), count: 2, terminator: 0x0A),
                isOrdered: true)
            let failure = #expect(throws: CommandFailure.self) { try run.run() }
            #expect(failure?.exitStatus == .software)
        }
    }
}
