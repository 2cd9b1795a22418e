internal import LinuxFiles
internal import SystemPackage

/// Delivers messages to a presenter. Belongs to the one task of a registration.
struct PresenterHearing {
    let presenter: any FilePresenter
    let item: PresentedItem
    private var accesses: [ObjectIdentifier: HeardAccess] = [:]

    init(presenter: any FilePresenter, item: PresentedItem) {
        self.presenter = presenter
        self.item = item
    }

    /// The state of one access so far.
    private struct HeardAccess {
        var purpose = ""
        var failure: String?
        var hasRelinquishedToWriter = false
        var reacquirers: [FileReacquirer] = []
    }

    mutating func hear(_ event: PresenterEvent) async {
        switch event {
        case .message(let message, let connection):
            let key = ObjectIdentifier(connection)
            var access = accesses[key] ?? HeardAccess()
            await hear(message, connection, &access)
            accesses[key] = access
        case .ended(let connection):
            guard let access = accesses.removeValue(forKey: ObjectIdentifier(connection)) else { return }
            if access.hasRelinquishedToWriter {
                item.resumeLooking()
                await tell(item.look())
            }
            for reacquirer in access.reacquirers.reversed() { await reacquirer() }
        case .look:
            await tell(item.look())
        }
    }

    private func hear(_ message: PresenterMessage, _ connection: PresenterConnection, _ access: inout HeardAccess) async
    {
        switch message {
        case .access(let purpose):
            access.purpose = purpose
        case .request(let request):
            // After a failure the access does not take place, and nothing more is done for it.
            guard access.failure == nil, !item.isRemoved else { return }
            item.beginAnswering(access.purpose)
            defer { item.endAnswering(access.purpose) }
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
            await tell(item.move(from: old, to: new))
        case .changed:
            await tell(item.look())
        case .version(let news, let path):
            guard !item.isRemoved else { return }
            await tell(news, of: path)
        case .heard, .done, .failed:
            break
        }
    }

    private func answer(
        _ request: PresenterRequest, _ accessor: FileAccessor, _ access: inout HeardAccess
    ) async throws {
        switch request {
        case .relinquishToReader:
            if let reacquirer = await presenter.relinquishPresentedItem(toReader: accessor) {
                access.reacquirers.append(reacquirer)
            }
        case .relinquishToWriter:
            access.hasRelinquishedToWriter = true
            item.suspendLooking()
            if let reacquirer = await presenter.relinquishPresentedItem(toWriter: accessor) {
                access.reacquirers.append(reacquirer)
            }
        case .save: try await presenter.savePresentedItemChanges()
        case .accommodateDeletion: try await presenter.accommodatePresentedItemDeletion()
        case .accommodateSubitemDeletion(let path): try await presenter.accommodatePresentedSubitemDeletion(at: path)
        }
    }

    private func tell(_ news: VersionNews, of path: FilePath) async {
        let version = news.version
        switch (news.kind, path == item.path) {
        case (.gained, true): await presenter.presentedItemDidGain(version)
        case (.lost, true): await presenter.presentedItemDidLose(version)
        case (.resolved, true): await presenter.presentedItemDidResolveConflict(version)
        case (.gained, false): await presenter.presentedSubitem(at: path, didGain: version)
        case (.lost, false): await presenter.presentedSubitem(at: path, didLose: version)
        case (.resolved, false): await presenter.presentedSubitem(at: path, didResolve: version)
        }
    }

    private func tell(_ news: [ItemNews]) async {
        for piece in news where !item.isRemoved {
            // The directory's present path, in case its move has just been reported.
            let directory = item.path ?? ""
            switch piece {
            case .eventsWereLost: await presenter.presentedItemEventsWereLost()
            case .moved(let path): await presenter.presentedItemDidMove(to: path)
            case .changed: await presenter.presentedItemDidChange()
            case .attributesChanged: await presenter.presentedItemDidChangeAttributes()
            case .deleted: await presenter.presentedItemWasDeleted()
            case .innerAppeared(let path): await presenter.presentedSubitemDidAppear(at: directory.pushing(path))
            case .innerMoved(let old, let new):
                await presenter.presentedSubitem(at: directory.pushing(old), didMoveTo: directory.pushing(new))
            case .innerChanged(let path): await presenter.presentedSubitemDidChange(at: directory.pushing(path))
            case .innerDeleted(let path): await presenter.presentedSubitemWasDeleted(at: directory.pushing(path))
            }
        }
    }
}
