internal import Synchronization

/// What a coordinator has to say besides: gathered from its accesses, on whatever threads they run.
final class Warnings: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ warnings: [String]) { list.withLock { $0 += warnings } }
}
