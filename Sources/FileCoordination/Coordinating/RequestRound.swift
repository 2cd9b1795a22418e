internal import LinuxFiles
internal import SystemPackage

/// Sends the requests before an access, and waits for the answers.
struct RequestRound {
    let purpose: String
    /// The purpose identifiers of the accesses that this one is made to answer.
    let answered: [String]
    let directories: PresenterDirectories
    /// What to do if a presenter does not answer.
    let unanswered: FileCoordinator.UnansweredPolicy
    private(set) var presenters: [ConnectedPresenter] = []
    private(set) var warnings: [String] = []

    init(purpose: String, directories: PresenterDirectories, _ unanswered: FileCoordinator.UnansweredPolicy) {
        self.purpose = purpose
        self.directories = directories
        self.unanswered = unanswered
        answered = PresenterService.running?.purposesAnswered(by: purpose) ?? []
    }

    /// Sends each presenter its requests, when all know of the access: what one does to answer it may reach another one.
    mutating func ask(_ accesses: [RequestedAccess], preparing: Bool) throws(FileCoordinationError) {
        let requests = requests(accesses, preparing: preparing)
        for address in requests.keys {
            do {
                guard let socket = try address.connection() else { continue }
                var presenter = ConnectedPresenter(socket, at: address)
                presenter.send(.access(purpose: purpose, answering: answered))
                presenters.append(presenter)
            } catch {
                guard Errno(rawValue: error.errno) == .resourceTemporarilyUnavailable else {
                    throw .systemCall(error)
                }
                try pass("a presenter of \(address.item)", "no longer receives messages", "was not asked", at: address)
            }
        }
        for index in presenters.indices {
            for request in requests[presenters[index].address, default: []].sorted() {
                presenters[index].send(.request(request))
            }
            presenters[index].send(.answer)
        }
    }

    /// Returns the requests to each presenter, each request once.
    private func requests(_ accesses: [RequestedAccess], preparing: Bool) -> [PresenterAddress: Set<PresenterRequest>] {
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
            let found = directories.presentersAround(access.path)
            add(found.ofItem, .item, access)
            add(found.around, .around, access)
            if access.concernsContents(preparing: preparing) {
                add(directories.presenters(inside: access.path), .inside, access)
            }
        }
        return requests
    }

    /// Returns when every presenter has answered or was skipped.
    ///
    /// - Throws: ``FileCoordinationError/presenterDidNotAnswer(_:reason:)`` unless the policy is to read.
    mutating func waitForAnswers(_ deadline: Deadline, _ cancellation: Cancellation) throws(FileCoordinationError) {
        let start = ContinuousClock.now
        let answerLimit = deadline.remaining.map { min(max($0 / 2, .seconds(1)), .seconds(15)) } ?? .seconds(15)
        while presenters.contains(where: \.isAwaited) {
            if cancellation.isCancelled { throw .cancelled }
            let isAnySilent = presenters.contains { $0.progress == .asked }
            let limit = isAnySilent ? .seconds(1) : answerLimit
            let remaining = unanswered == .wait ? deadline.remaining : start + limit - .now
            if let remaining, remaining <= .zero {
                try skip(isAnySilent ? .asked : .acknowledged)
                continue
            }
            try receive(atMost: remaining, cancellation)
        }
    }

    private mutating func receive(atMost limit: Duration?, _ cancellation: Cancellation) throws(FileCoordinationError) {
        do {
            let sources = presenters.map { $0.isAwaited ? $0.socket : nil } as [(any Waitable)?]
            _ = try wait(for: [cancellation.wakeUp()] + sources, atMost: limit)
            for index in presenters.indices where presenters[index].isAwaited { try presenters[index].receive() }
        } catch {
            throw .systemCall(error)
        }
        for presenter in presenters {
            if case .failed(let reason) = presenter.progress {
                throw .presenterFailed(presenter.address.item, reason: reason)
            }
        }
    }

    private mutating func skip(_ progress: ConnectedPresenter.Progress) throws(FileCoordinationError) {
        for index in presenters.indices where presenters[index].progress == progress {
            presenters[index].progress = .skipped
            let process = (try? presenters[index].socket.peer().process).map { " in process \($0)" } ?? ""
            let reason = progress == .asked ? "does not respond (stopped?)" : "did not answer in time"
            let address = presenters[index].address
            try pass("a presenter of \(address.item)\(process)", reason, "was skipped", at: address)
        }
    }

    /// Goes on without the answer of a presenter, if the policy allows it.
    private mutating func pass(
        _ presenter: String, _ reason: String, _ outcome: String, at address: PresenterAddress
    ) throws(FileCoordinationError) {
        guard unanswered == .read else {
            throw .presenterDidNotAnswer(address.item, reason: "\(presenter) \(reason)")
        }
        warnings.append("\(presenter) \(reason) and \(outcome)")
    }
}
