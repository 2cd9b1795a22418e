internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// The item of a registered presenter: where it is, how the presenter is found there, and what is known about it.
final class PresentedItem: Sendable {
    /// How the presenter is found. Never locked while the disk is being read.
    struct Presence {
        /// The canonical path.
        var path: FilePath?
        /// The item's earlier path in the same directory, before a program that does not coordinate moved it: perhaps
        /// to put another in its place.
        var formerPath: FilePath?
        var socket: ListeningSocket?
        var isRemoved = false
        /// Not to be found for a while, because the process is about to be stopped.
        var isResting = false
        /// The purpose identifiers of the access whose request the presenter is handling right now, and of those that
        /// this one is made to answer.
        var answering: [String] = []
        /// Whether the kernel does not report every change in the directory that the item is in.
        var isUnwatchedAround = false
        /// Whether the kernel does not report every change inside the item.
        var isUnwatchedInside = false
    }

    /// The state of the item at the last check.
    struct LastCheck {
        /// The last path that the presenter declared.
        var declaredPath: FilePath?
        /// `nil` if there was no item.
        var state: ItemState?
        /// The listing, if the item is a directory.
        var listing: DirectoryListing?
        /// The number of accesses that suspend checking: writers that the presenter has made way for, and its own
        /// accesses.
        var suspensions = 0
    }

    let hints: ItemHints
    let watcher: ItemWatcher
    let lastCheck = Mutex(LastCheck())
    let presence = Mutex(Presence())
    private let presenter: any FilePresenter
    private let directories: PresenterDirectories
    private let purpose: PurposeKey

    /// - Parameter postCheck: called when the presenter must ``check()`` in its turn.
    init(
        _ presenter: any FilePresenter, purpose: String, in runtimeDirectory: RuntimeDirectory, _ watcher: ItemWatcher,
        postCheck: @escaping @Sendable () -> Void
    ) throws(FileCoordinationError) {
        self.presenter = presenter
        self.purpose = PurposeKey(purpose)
        self.watcher = watcher
        hints = ItemHints(postCheck)
        directories = try PresenterDirectories(making: runtimeDirectory)
        do {
            try followPresenter()
        } catch {
            remove()
            throw error
        }
    }

    var path: FilePath? { presence.withLock(\.path) }
    var formerPath: FilePath? { presence.withLock(\.formerPath) }
    var socket: ListeningSocket? { presence.withLock(\.socket) }
    var isRemoved: Bool { presence.withLock(\.isRemoved) }
    var answering: [String] { presence.withLock(\.answering) }
    /// Whether the item must be polled.
    var needsPolling: Bool { presence.withLock { $0.isUnwatchedAround || $0.isUnwatchedInside } }

    func beginAnswering(_ purposes: [String]) { presence.withLock { $0.answering = purposes } }

    func endAnswering() { presence.withLock { $0.answering = [] } }

    /// Adopts the path that the presenter declares, if it has changed, and the state found there, without reporting
    /// changes.
    func followPresenter() throws(FileCoordinationError) {
        let declared = presenter.presentedItemPath
        let canonical = try translatingSystemCalls { () throws(SystemCallError) in try declared?.canonical() }
        try lastCheck.withLock { lastCheck throws(FileCoordinationError) in
            guard declared != lastCheck.declaredPath, !isRemoved else { return }
            lastCheck.declaredPath = declared
            guard canonical != path else { return }
            try present(canonical)
            learn(&lastCheck)
        }
    }

    /// Makes the presenter reachable at this path, and watches the directories around it.
    func present(_ path: FilePath?, movedFrom formerPath: FilePath? = nil) throws(FileCoordinationError) {
        becomeUnreachable()
        presence.withLock { ($0.path, $0.formerPath) = (path, formerPath) }
        watchAround()
        try appear()
    }

    /// Makes the presenter unreachable while its process is stopped; changes are reported afterwards.
    func rest() {
        presence.withLock { $0.isResting = true }
        becomeUnreachable()
    }

    func endRest() throws(FileCoordinationError) {
        presence.withLock { $0.isResting = false }
        try appear()
        hints.requestCheck(everything: true)
    }

    /// Makes the presenter unreachable for good.
    func remove() {
        presence.withLock { $0.isRemoved = true }
        becomeUnreachable()
        for watch in hints.watches.keys { watcher.unwatch(watch, for: hints) }
    }

    private func appear() throws(FileCoordinationError) {
        guard let path else { return }
        try translatingSystemCalls { () throws(SystemCallError) in
            let socket = try directories.register(path, purpose: purpose)
            let isWanted = presence.withLock { presence in
                guard !presence.isRemoved, !presence.isResting, presence.path == path, presence.socket == nil else {
                    return false
                }
                presence.socket = socket
                return true
            }
            guard isWanted else { return PresenterAddress(socket: socket.path, item: path).clear() }
        }
        PresenterService.running?.noticeSockets()
    }

    private func becomeUnreachable() {
        let (socket, path) = presence.withLock { presence in
            defer { presence.socket = nil }
            return (presence.socket, presence.path)
        }
        guard let socket, let path else { return }
        PresenterAddress(socket: socket.path, item: path).clear()
    }
}
