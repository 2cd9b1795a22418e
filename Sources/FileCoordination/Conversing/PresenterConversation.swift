internal import LinuxFiles
internal import SystemPackage

/// What one access has to say to presenters, from the requests before it to its end.
final class PresenterConversation {
    /// Presenters that were passed over, one line each.
    private(set) var warnings: [String] = []

    private let purpose: String
    private let folders: PresenterFolders
    private var presenters: [AskedPresenter] = []

    /// Asks all presenters that the accesses concern, at once, and waits for their answers.
    ///
    /// A presenter whose process does not react within a second, or that has not done what it was asked for within half of
    /// the time left (1 to 15 seconds), is passed over with a warning; one that is gone has nothing to say.
    ///
    /// - Parameters:
    ///   - preparing: the accesses are only announced, for a batch of them.
    ///   - purpose: presenters registered with it are not asked, nor those whose requests it is answering.
    /// - Returns: `nil` where there are no presenters at all.
    /// - Throws: ``FileCoordinationError/presenterFailed(_:reason:)``, ``FileCoordinationError/cancelled``, or what the system
    ///   refuses; those who were asked already hear that the access is over.
    static func begin(
        _ accesses: [RequestedAccess], preparing: Bool, purpose: String, in runtimeFolder: RuntimeFolder,
        deadline: Deadline, cancellation: Cancellation
    ) throws(FileCoordinationError) -> PresenterConversation? {
        guard let folders = try PresenterFolders(in: runtimeFolder) else { return nil }
        let conversation = PresenterConversation(purpose: purpose, folders: folders)
        for (address, requests) in conversation.requests(accesses, preparing: preparing) {
            try conversation.ask(address, requests)
        }
        try conversation.waitForAnswers(deadline, cancellation)
        return conversation
    }

    private init(purpose: String, folders: PresenterFolders) {
        self.purpose = purpose
        self.folders = folders
    }

    /// What to ask whom; each presenter once for each thing.
    private func requests(_ accesses: [RequestedAccess], preparing: Bool) -> [PresenterAddress: Set<PresenterRequest>] {
        let answered = PresenterService.running?.purposesAnswered(by: purpose) ?? []
        let excluded = ([purpose] + answered).map { PurposeKey($0) }
        var requests: [PresenterAddress: Set<PresenterRequest>] = [:]
        func add(_ addresses: [PresenterAddress], _ position: PresenterPosition, _ access: RequestedAccess) {
            let wanted = access.requests(to: position, preparing: preparing)
            if wanted.isEmpty { return }
            for address in addresses where !excluded.contains(where: address.has) {
                requests[address, default: []].formUnion(wanted)
            }
        }
        for access in accesses {
            add(folders.presenters(of: access.path), .item, access)
            add(folders.presenters(around: access.path), .around, access)
            if access.concernsContents(preparing: preparing) {
                add(folders.presenters(inside: access.path), .inside, access)
            }
        }
        return requests
    }

    private func ask(_ address: PresenterAddress, _ requests: Set<PresenterRequest>) throws(FileCoordinationError) {
        guard var presenter = try connect(address) else { return }
        for request in requests.sorted() { presenter.send(.request(request)) }
        presenter.send(.answer)
        presenters.append(presenter)
    }

    private func connect(_ address: PresenterAddress) throws(FileCoordinationError) -> AskedPresenter? {
        do throws(SystemCallError) {
            guard let socket = try address.connection() else { return nil }
            var presenter = AskedPresenter(socket, at: address)
            presenter.send(.access(purpose: purpose))
            return presenter
        } catch {
            guard error.errno == Errno.resourceTemporarilyUnavailable.rawValue else { throw FileCoordinationError(error) }
            warnings.append("a presenter of \(address.item) takes no messages any more and was not asked")
            return nil
        }
    }

    private func waitForAnswers(_ deadline: Deadline, _ cancellation: Cancellation) throws(FileCoordinationError) {
        let start = ContinuousClock.now
        let patience = deadline.remaining.map { min(max($0 / 2, .seconds(1)), .seconds(15)) } ?? .seconds(15)
        while presenters.contains(where: \.isAwaited) {
            if cancellation.isCancelled { throw .cancelled }
            let isAnyUnheard = presenters.contains { $0.progress == .asked }
            let limit = start + (isAnyUnheard ? .seconds(1) : patience)
            let now = ContinuousClock.now
            if now >= limit {
                passOver(isAnyUnheard ? .asked : .heard, after: limit - start)
                continue
            }
            try translatingSystemCalls { () throws(SystemCallError) in
                let sources = presenters.map { $0.isAwaited ? $0.socket : nil } as [(any Waitable)?]
                _ = try wait(for: [cancellation.wakeUp()] + sources, atMost: limit - now)
                for index in presenters.indices where presenters[index].isAwaited { try presenters[index].receive() }
            }
            for presenter in presenters {
                if case .failed(let reason) = presenter.progress { throw .presenterFailed(presenter.item, reason: reason) }
            }
        }
    }

    private func passOver(_ progress: AskedPresenter.Progress, after time: Duration) {
        for index in presenters.indices where presenters[index].progress == progress {
            presenters[index].progress = .passedOver
            let process = (try? presenters[index].socket.peer().process).map { " in process \($0)" } ?? ""
            let reason = progress == .asked ? "does not react (stopped?)" : "did not answer in time"
            warnings.append("a presenter of \(presenters[index].item)\(process) \(reason) and was passed over")
        }
    }

    /// Tells those who were asked that an item has another path.
    func itemMoved(from old: FilePath, to new: FilePath) {
        for index in presenters.indices { presenters[index].send(.moved(from: old, to: new)) }
    }

    /// Tells all presenters of the item and of the folders around it about a version; those of the coordinator's own
    /// purpose, too.
    func item(_ path: FilePath, _ kind: VersionNews.Kind, _ version: FileVersionIdentifier) throws(FileCoordinationError) {
        let message = PresenterMessage.version(VersionNews(kind: kind, version: version), of: path)
        let known = presenters.map(\.address)
        for address in folders.presenters(of: path) + folders.presenters(around: path) {
            if let index = known.firstIndex(of: address) {
                presenters[index].send(message)
            } else if var presenter = try connect(address) {
                presenter.send(message)
                presenters.append(presenter)
            }
        }
    }

    /// The access is over: presenters reacquire. The same happens when the conversation is dropped, or the process dies.
    func end() { presenters = [] }
}
