internal import Synchronization

/// The warnings of a coordinator, collected from its accesses on any thread.
final class Warnings: Sendable {
    private let list = Mutex<(all: [String], taken: Int)>(([], 0))

    var all: [String] { list.withLock(\.all) }

    func add(_ warnings: [String]) { list.withLock { $0.all += warnings } }

    /// Returns those that were added since the last call.
    func take() -> [String] {
        list.withLock { list in
            defer { list.taken = list.all.count }
            return Array(list.all[list.taken...])
        }
    }
}
