internal import LinuxFiles
internal import SystemPackage

/// Sends the requests before an access, and waits for the answers.
struct PresenterAsking {
    let purpose: String
    let directories: PresenterDirectories
    private(set) var presenters: [AskedPresenter] = []
    private(set) var warnings: [String] = []

    init(purpose: String, directories: PresenterDirectories) {
        self.purpose = purpose
        self.directories = directories
    }

    /// Sends each presenter its requests.
    mutating func ask(_ accesses: [RequestedAccess], preparing: Bool) throws(FileCoordinationError) {
        for (address, requests) in self.requests(accesses, preparing: preparing) {
            do throws(SystemCallError) {
                guard let socket = try address.connection() else { continue }
                var presenter = AskedPresenter(socket, at: address)
                presenter.send(.access(purpose: purpose))
                for request in requests.sorted() { presenter.send(.request(request)) }
                presenter.send(.answer)
                presenters.append(presenter)
            } catch {
                guard Errno(rawValue: error.errno) == .resourceTemporarilyUnavailable else {
                    throw .systemCall(error)
                }
                warnings.append("a presenter of \(address.item) no longer receives messages and was not asked")
            }
        }
    }

    /// Returns the requests to each presenter, each request once.
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
    mutating func waitForAnswers(_ deadline: Deadline, _ cancellation: Cancellation) throws(FileCoordinationError) {
        let start = ContinuousClock.now
        let answerLimit = deadline.remaining.map { min(max($0 / 2, .seconds(1)), .seconds(15)) } ?? .seconds(15)
        while presenters.contains(where: \.isAwaited) {
            if cancellation.isCancelled { throw .cancelled }
            let isAnySilent = presenters.contains { $0.progress == .asked }
            let limit = start + (isAnySilent ? .seconds(1) : answerLimit)
            let now = ContinuousClock.now
            if now >= limit {
                skip(isAnySilent ? .asked : .acknowledged)
                continue
            }
            try receive(until: limit - now, cancellation)
        }
    }

    private mutating func receive(until limit: Duration, _ cancellation: Cancellation) throws(FileCoordinationError) {
        do throws(SystemCallError) {
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

    private mutating func skip(_ progress: AskedPresenter.Progress) {
        for index in presenters.indices where presenters[index].progress == progress {
            presenters[index].progress = .skipped
            let process = (try? presenters[index].socket.peer().process).map { " in process \($0)" } ?? ""
            let reason = progress == .asked ? "does not respond (stopped?)" : "did not answer in time"
            warnings.append("a presenter of \(presenters[index].address.item)\(process) \(reason) and was skipped")
        }
    }
}
