import Checkpointing
import LinuxFiles
import Synchronization
import Testing

/// What a checkpointer told of its writes.
final class Outcomes: Sendable {
    private let told = Mutex<[DocumentCheckpointer.Outcome]>([])
    private let wakeUp = try? WakeUp()

    func add(_ outcome: DocumentCheckpointer.Outcome) {
        told.withLock { $0.append(outcome) }
        wakeUp?.signal()
    }

    var all: [DocumentCheckpointer.Outcome] { told.withLock { $0 } }

    /// Waits until there are so many, and returns them; fails after a minute.
    func first(_ count: Int) throws -> [DocumentCheckpointer.Outcome] {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            wakeUp?.clear()
            let told = all
            if told.count >= count { return Array(told.prefix(count)) }
            try #require(ContinuousClock.now < deadline, "told only \(told)")
            _ = try wait(for: [wakeUp], atMost: deadline - .now)
        }
    }
}
