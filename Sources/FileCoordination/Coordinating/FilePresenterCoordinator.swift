internal import Synchronization

/// Registers presenters in groups, and makes them unreachable while the process is stopped, so that nobody waits for
/// them: for programs with many presenters that a user may stop with Control-Z.
///
/// When SIGTSTP arrives, presenters become unreachable and processes that wait for one need not wait any more. Accesses
/// of this process end first, so that they do not block everyone else, and the waits of their coordinators are cancelled;
/// then the process stops. When it is continued, they are reachable again, and each is notified of what has changed meanwhile. A
/// process that is stopped by SIGSTOP cannot do this: it costs others a second and a warning.
public final class FilePresenterCoordinator: Sendable {
    private let purposeIdentifier: String?
    private let runtimeDirectory: RuntimeDirectory
    private let observed = Mutex<[any FilePresenter]>([])

    /// - Parameters:
    ///   - purposeIdentifier: one purpose identifier for all its presenters; `nil`: each has its own.
    ///   - runtimeDirectory: where coordinators look for presenters.
    public init(purposeIdentifier: String? = nil, runtimeDirectory: RuntimeDirectory = .standard) {
        self.purposeIdentifier = purposeIdentifier
        self.runtimeDirectory = runtimeDirectory
    }

    deinit { unobserveFilePresenters(observed.withLock { $0 }) }

    /// Adds presenters, like ``FileCoordinator/addFilePresenter(_:purposeIdentifier:in:)``; all or, after an error,
    /// none.
    ///
    /// The first call diverts SIGTSTP for the process, unless the signal is ignored.
    public func observeFilePresenters(_ presenters: [any FilePresenter]) throws(FileCoordinationError) {
        var added: [any FilePresenter] = []
        do {
            for presenter in presenters {
                try FileCoordinator.add(presenter, purposeIdentifier, letsGo: true, in: runtimeDirectory)
                added.append(presenter)
            }
        } catch {
            for presenter in added { FileCoordinator.removeFilePresenter(presenter) }
            throw error
        }
        observed.withLock { $0 += added }
    }

    /// Whether it observes a presenter.
    public func isObserving(_ presenter: any FilePresenter) -> Bool {
        observed.withLock { $0.contains { $0 === presenter } }
    }

    /// Removes the given presenters if it observes them.
    public func unobserveFilePresenters(_ presenters: [any FilePresenter]) {
        for presenter in presenters {
            let isObserved = observed.withLock { observed in
                guard let index = observed.lastIndex(where: { $0 === presenter }) else { return false }
                observed.remove(at: index)
                return true
            }
            if isObserved { FileCoordinator.removeFilePresenter(presenter) }
        }
    }
}
