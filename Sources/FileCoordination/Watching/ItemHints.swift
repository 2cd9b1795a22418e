internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Hints that an item may have changed, collected until it is the presenter's turn to check, so that a burst of changes
/// causes one check and the last change is never missed.
///
/// The hints have a mutex of their own: adding one never waits for a check in progress.
final class ItemHints: Sendable {
    /// The relation of a watched directory to the item.
    enum Role: Equatable {
        /// It contains the item under the first of these names; another may appear there under the second.
        case around([FilePath.Component])
        /// It is further up, and matters only if it is moved.
        case above
        /// It is inside the item, at this path; empty for the item itself.
        case inside(FilePath)
    }

    /// What must be checked.
    struct Pending {
        var wereLost = false
        /// Everything inside, too.
        var everything = false
        /// Directories inside the item.
        var directories: Set<FilePath> = []
    }

    private struct State {
        var roles: [Int32: Role] = [:]
        var pending = Pending()
        var isCheckPosted = false
    }

    private let state = Mutex(State())
    private let postCheck: @Sendable () -> Void

    init(_ postCheck: @escaping @Sendable () -> Void) { self.postCheck = postCheck }

    var watches: [Int32: Role] { state.withLock(\.roles) }

    func setRole(_ role: Role?, of watch: Int32) { state.withLock { $0.roles[watch] = role } }

    /// Takes an event from the kernel.
    func add(_ event: FileEvent) {
        state.withLock { state in
            if event.kind.contains(.overflow) {
                state.pending.wereLost = true
                state.pending.everything = true
            } else {
                guard let role = state.roles[event.watch] else { return }
                switch role {
                case .around(let names): if let name = event.name, !names.contains(name) { return }
                case .above: break
                case .inside(let directory): state.pending.directories.insert(directory)
                }
                if event.kind.contains(.watchEnded) { state.roles[event.watch] = nil }
            }
            post(&state)
        }
    }

    /// Requests a check at the presenter's next turn.
    func requestCheck(everything: Bool) {
        state.withLock { state in
            state.pending.everything = state.pending.everything || everything
            post(&state)
        }
    }

    private func post(_ state: inout State) {
        if state.isCheckPosted { return }
        state.isCheckPosted = true
        postCheck()
    }

    /// Returns what must be checked now. Later hints need another check.
    func take() -> Pending {
        state.withLock { state in
            let pending = state.pending
            state.pending = Pending()
            state.isCheckPosted = false
            return pending
        }
    }

    /// Returns the directories hinted at since, for a check in progress.
    func takeDirectories() -> Set<FilePath> {
        state.withLock { state in
            defer { state.pending.directories = [] }
            return state.pending.directories
        }
    }

    /// Keeps the hints for a later check.
    func putBack(_ pending: Pending) {
        state.withLock { state in
            state.pending.wereLost = state.pending.wereLost || pending.wereLost
            state.pending.everything = state.pending.everything || pending.everything
            state.pending.directories.formUnion(pending.directories)
        }
    }
}
