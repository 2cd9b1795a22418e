internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// The messages of one access to presenters, from the requests before it to its end.
final class PresenterConversation: Sendable {
    /// Presenters that were passed over, one line each.
    let warnings: [String]

    private let purpose: String
    private let directories: PresenterDirectories
    private let presenters: Mutex<[ConnectedPresenter]>
    private let ownWrite: OwnWrite?

    /// Asks all presenters that the accesses affect, at the same time, and waits for their answers.
    ///
    /// A presenter whose process does not react within a second, or that has not done what it was asked to do within
    /// half of the time left (1 to 15 seconds), is passed over with a warning, or the access fails, as `unanswered` says;
    /// one that is gone is ignored.
    ///
    /// - Parameters:
    ///   - preparing: whether the accesses are only announced, for a batch of them.
    ///   - purpose: presenters registered with this purpose identifier are not asked, nor those whose requests it is
    ///     answering, nor those that answer the same requests.
    /// - Returns: `nil` if there are no presenters at all.
    /// - Throws: ``FileCoordinationError/presenterFailed(_:reason:)``, ``FileCoordinationError/cancelled``, or a system
    ///   error; presenters that were already asked are notified that the access is over.
    static func begin(
        _ accesses: [RequestedAccess], preparing: Bool, purpose: String, in runtimeDirectory: RuntimeDirectory,
        deadline: Deadline, unanswered: FileCoordinator.UnansweredPolicy = .read, cancellation: Cancellation
    ) throws(FileCoordinationError) -> PresenterConversation? {
        guard let directories = try PresenterDirectories(in: runtimeDirectory) else { return nil }
        var asking = RequestRound(purpose: purpose, directories: directories, unanswered)
        try asking.ask(accesses, preparing: preparing)
        try asking.waitForAnswers(deadline, cancellation)
        return PresenterConversation(asking, preparing ? nil : OwnWrite(accesses, of: purpose))
    }

    private init(_ asking: RequestRound, _ ownWrite: OwnWrite?) {
        self.ownWrite = ownWrite
        purpose = asking.purpose
        directories = asking.directories
        warnings = asking.warnings
        presenters = Mutex(asking.presenters)
    }

    deinit { end() }

    /// Notifies the presenters that were asked that an item has another path.
    func itemMoved(from old: FilePath, to new: FilePath) {
        ownWrite?.itemMoved(from: old, to: new)
        presenters.withLock { presenters in
            for index in presenters.indices { presenters[index].send(.moved(from: old, to: new)) }
        }
    }

    /// Notifies presenters that were not there when the access began that the item may have changed. The others check
    /// by themselves when it is over.
    func itemChanged(_ path: FilePath) { notify(.changed(path), includingOwn: false, includingAsked: false) }

    /// Notifies all presenters of the item and of the directories around it of a version, including those with the
    /// coordinator's own purpose.
    func item(_ path: FilePath, _ kind: VersionEvent.Kind, _ version: FileVersionIdentifier) {
        let event = VersionEvent(kind: kind, version: version)
        notify(.version(event, of: path), includingOwn: true, includingAsked: true)
    }

    private func notify(_ message: PresenterMessage, includingOwn: Bool, includingAsked: Bool) {
        guard let path = message.path else { return }
        let own = PurposeKey(purpose)
        presenters.withLock { presenters in
            let found = directories.presentersAround(path)
            for address in found.ofItem + found.around {
                if let index = presenters.firstIndex(where: { $0.address == address }) {
                    if includingAsked { presenters[index].send(message) }
                } else if includingOwn || !address.has(own), let socket = address.connect() {
                    var presenter = ConnectedPresenter(socket, at: address)
                    presenter.send(.access(purpose: purpose))
                    presenter.send(message)
                    presenters.append(presenter)
                }
            }
        }
    }

    /// Ends the access: presenters reacquire. The same happens when the conversation is released, or the process dies.
    ///
    /// Call this before others are let in, so that their changes are not taken for the coordinator's own.
    func end() {
        ownWrite?.end()
        presenters.withLock { $0 = [] }
    }
}
