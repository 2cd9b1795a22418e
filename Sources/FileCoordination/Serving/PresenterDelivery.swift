internal import LinuxFiles
internal import SystemPackage

/// Delivers messages to a presenter. Belongs to the one task of a registration.
struct PresenterDelivery {
    let presenter: any FilePresenter
    let item: PresentedItem
    private var accesses: [ObjectIdentifier: AccessState] = [:]

    init(presenter: any FilePresenter, item: PresentedItem) {
        self.presenter = presenter
        self.item = item
    }

    /// The state of one access so far.
    private struct AccessState {
        /// Its purpose identifier, and those of the accesses that it is made to answer.
        var purposes: [String] = []
        var failure: String?
        var hasRelinquishedToWriter = false
        var reacquirers: [FileReacquirer] = []
    }

    mutating func deliver(_ event: PresenterEvent) async {
        switch event {
        case .message(let message, let connection):
            let key = ObjectIdentifier(connection)
            var access = accesses[key] ?? AccessState()
            await deliver(message, connection, &access)
            accesses[key] = access
        case .ended(let connection):
            guard let access = accesses.removeValue(forKey: ObjectIdentifier(connection)) else { return }
            if access.hasRelinquishedToWriter {
                item.resumeChecks()
                await notify(item.check())
            }
            for reacquirer in access.reacquirers.reversed() { await reacquirer() }
        case .check:
            await notify(item.check())
        }
    }

    private func deliver(_ message: PresenterMessage, _ connection: PresenterConnection, _ access: inout AccessState)
        async
    {
        switch message {
        case .access(let purpose, let answered):
            access.purposes = [purpose] + answered
        case .request(let request):
            // After a failure the access does not take place, and nothing more is done for it.
            guard access.failure == nil, !item.isRemoved else { return }
            item.beginAnswering(access.purposes)
            defer { item.endAnswering() }
            do {
                try await answer(request, FileAccessor(process: connection.process), &access)
            } catch {
                access.failure = String(describing: error)
            }
        case .answer:
            let answer = access.failure.map { PresenterMessage.failed(reason: $0) } ?? .done
            // The coordinator that asked may be gone, and does not need the answer then.
            try? connection.socket.send(answer.bytes)
        case .moved(let old, let new):
            await notify(item.move(from: old, to: new))
        case .changed:
            await notify(item.check())
        case .version(let event, let path):
            guard !item.isRemoved else { return }
            await notify(event, of: path)
        case .acknowledged, .done, .failed:
            break
        }
    }

    private func answer(
        _ request: PresenterRequest, _ accessor: FileAccessor, _ access: inout AccessState
    ) async throws {
        switch request {
        case .relinquishToReader:
            if let reacquirer = await presenter.relinquishPresentedItem(toReader: accessor) {
                access.reacquirers.append(reacquirer)
            }
        case .relinquishToWriter:
            access.hasRelinquishedToWriter = true
            item.suspendChecks()
            if let reacquirer = await presenter.relinquishPresentedItem(toWriter: accessor) {
                access.reacquirers.append(reacquirer)
            }
        case .save: try await presenter.savePresentedItemChanges()
        case .accommodateDeletion: try await presenter.accommodatePresentedItemDeletion()
        case .accommodateSubitemDeletion(let path): try await presenter.accommodatePresentedSubitemDeletion(at: path)
        }
    }

    private func notify(_ event: VersionEvent, of path: FilePath) async {
        let version = event.version
        switch (event.kind, path == item.path) {
        case (.gained, true): await presenter.presentedItemDidGain(version)
        case (.lost, true): await presenter.presentedItemDidLose(version)
        case (.resolved, true): await presenter.presentedItemDidResolveConflict(version)
        case (.gained, false): await presenter.presentedSubitem(at: path, didGain: version)
        case (.lost, false): await presenter.presentedSubitem(at: path, didLose: version)
        case (.resolved, false): await presenter.presentedSubitem(at: path, didResolve: version)
        }
    }

    private func notify(_ changes: [ItemChange]) async {
        for change in changes where !item.isRemoved {
            // The directory's present path, in case its move has just been reported.
            let directory = item.path ?? ""
            switch change {
            case .eventsWereLost: await presenter.presentedItemEventsWereLost()
            case .moved(let path): await presenter.presentedItemDidMove(to: path)
            case .changed: await presenter.presentedItemDidChange()
            case .attributesChanged: await presenter.presentedItemDidChangeAttributes()
            case .deleted: await presenter.presentedItemWasDeleted()
            case .subitemAppeared(let path): await presenter.presentedSubitemDidAppear(at: directory.pushing(path))
            case .subitemMoved(let old, let new):
                await presenter.presentedSubitem(at: directory.pushing(old), didMoveTo: directory.pushing(new))
            case .subitemChanged(let path): await presenter.presentedSubitemDidChange(at: directory.pushing(path))
            case .subitemDeleted(let path): await presenter.presentedSubitemWasDeleted(at: directory.pushing(path))
            }
        }
    }
}
