internal import Synchronization

/// The warnings of a coordinator, collected from its accesses on any thread.
final class Warnings: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ warnings: [String]) { list.withLock { $0 += warnings } }
}
