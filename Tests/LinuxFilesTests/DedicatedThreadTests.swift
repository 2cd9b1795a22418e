import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

@Suite(.timeLimit(.minutes(1))) struct DedicatedThreadTests {
    @Test func `All jobs of the actor run on its thread`() async throws {
        let actor = try Blocking(name: "test-one")
        let first = try await actor.threadName()
        await Task.yield()
        let second = try await actor.threadName()
        #expect(first == "test-one")
        #expect(second == "test-one")
    }

    @Test func `Jobs from many tasks run one at a time, and all of them`() async throws {
        let actor = try Blocking(name: "test-many")
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...500 { group.addTask { await actor.count() } }
        }
        #expect(await actor.counted == 500)
    }

    @Test func `More waiting actors than cores do not hold up one another`() async throws {
        // Each waits for the gate after its own; on a pool of as many threads as cores this would never end.
        let gates = try (0...64).map { _ in try Gate() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<64 {
                let actor = try Blocking(name: "test-wait")
                group.addTask { await actor.pass(gates[index + 1], thenOpen: gates[index]) }
            }
            gates[64].open()
            try await group.waitForAll()
        }
        gates[0].pass()
    }

    @Test func `The thread has ended when its executor is gone`() throws {
        var thread: DedicatedThread? = try DedicatedThread(name: "test-end")
        weak let jobs = thread?.jobs
        #expect(jobs != nil)
        thread = nil
        #expect(jobs == nil)
    }

    @Test func `It does not matter which thread lets go of the executor last`() async throws {
        for _ in 1...200 {
            weak let jobs: JobQueue? = try await {
                let actor = try Blocking(name: "test-last")
                await actor.count()
                return actor.thread.jobs
            }()
            while jobs != nil { sched_yield() }
        }
    }
}

private actor Blocking {
    nonisolated let thread: DedicatedThread
    private(set) var counted = 0

    init(name: String) throws {
        thread = try DedicatedThread(name: name)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func count() { counted += 1 }

    func pass(_ gate: Gate, thenOpen next: Gate) {
        gate.pass()
        next.open()
    }

    func threadName() throws -> String {
        let name = try OpenFile(reading: "/proc/thread-self/comm").read(at: 0, count: 100)
        return String(decoding: name.dropLast(), as: UTF8.self)
    }
}

/// A pipe that holds up its reader until something was written.
private final class Gate: Sendable {
    private let input: CInt
    private let output: CInt

    init() throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        (output, input) = (ends[0], ends[1])
    }

    deinit {
        close(input)
        close(output)
    }

    func open() { _ = write(input, "x", 1) }

    func pass() {
        var byte: UInt8 = 0
        _ = read(output, &byte, 1)
    }
}
