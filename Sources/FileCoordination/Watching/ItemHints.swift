internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// Hints that an item may have changed: gathered until the presenter's turn comes to look at it, so that a burst of changes
/// makes one look, and the last change is never missed.
///
/// A mutex of its own: who brings hints never waits for a look that goes on.
final class ItemHints: Sendable {
    /// What a watched directory is for the item.
    enum Role: Equatable {
        /// The item is in it, under the first of these names; another may come there under the second.
        case around([FilePath.Component])
        /// It is further up, and matters only when it is moved.
        case above
        /// It is inside the item, by this path; empty for the item itself.
        case inside(FilePath)
    }

    /// What is to be looked at.
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
        var isLookPosted = false
    }

    private let state = Mutex(State())
    private let postLook: @Sendable () -> Void

    init(_ postLook: @escaping @Sendable () -> Void) { self.postLook = postLook }

    var watches: [Int32: Role] { state.withLock(\.roles) }

    func setRole(_ role: Role?, of watch: Int32) { state.withLock { $0.roles[watch] = role } }

    /// A piece of the kernel's news.
    func hear(_ event: FileEvent) {
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

    /// Look when the presenter's turn comes.
    func look(everything: Bool) {
        state.withLock { state in
            state.pending.everything = state.pending.everything || everything
            post(&state)
        }
    }

    private func post(_ state: inout State) {
        if state.isLookPosted { return }
        state.isLookPosted = true
        postLook()
    }

    /// What is to be looked at now. Whatever is hinted at afterwards needs another look.
    func take() -> Pending {
        state.withLock { state in
            let pending = state.pending
            state.pending = Pending()
            state.isLookPosted = false
            return pending
        }
    }

    /// Directories that were hinted at since, for a look that goes on.
    func takeDirectories() -> Set<FilePath> {
        state.withLock { state in
            defer { state.pending.directories = [] }
            return state.pending.directories
        }
    }

    /// Not now: keeps the hints for later.
    func putBack(_ pending: Pending) {
        state.withLock { state in
            state.pending.wereLost = state.pending.wereLost || pending.wereLost
            state.pending.everything = state.pending.everything || pending.everything
            state.pending.directories.formUnion(pending.directories)
        }
    }
}
