import FoundationEssentials
import LinuxFiles
import Synchronization
import SystemPackage
import Testing

/// Work on a thread of its own, for what waits for a lock.
final class Waiter<Result: Sendable>: Sendable {
    private let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    private let wakeUp: WakeUp

    init(_ body: @escaping @Sendable () throws -> Result) throws {
        wakeUp = try WakeUp()
        try DedicatedThread.run(name: "waiter") { [self] in
            let ended = Swift.Result { try body() }
            result.withLock { $0 = ended }
            wakeUp.signal()
        }
    }

    /// What came of it; fails after a minute.
    func get() throws -> Result {
        _ = try wait(for: [wakeUp], atMost: .seconds(60))
        return try #require(result.withLock { $0 }, "still waiting").get()
    }
}

/// Returns when this process has the file open so many times.
func waitUntilOpen(_ count: Int, _ path: FilePath) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    let files = FileManager.default
    while true {
        let descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd")
        let destinations = descriptors.map { try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        if destinations.count(where: { $0 == path.string }) >= count { return }
        try #require(ContinuousClock.now < deadline, "nobody opens \(path)")
    }
}
