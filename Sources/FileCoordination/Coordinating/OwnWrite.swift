internal import Synchronization
internal import SystemPackage

/// A write by the coordinator of presenters in this process; its changes to their items are not reported to them.
final class OwnWrite: Sendable {
    private let items: [PresentedItem]
    /// The paths being written; `nil` when the write is over.
    private let paths: Mutex<[FilePath]?>

    /// `nil` if nothing is written, or no presenter has this purpose identifier.
    init?(_ accesses: [RequestedAccess], of purpose: String) {
        let written = accesses.filter { access in
            if case .writing = access.kind { true } else { false }
        }
        guard !written.isEmpty, let service = PresenterService.running else { return nil }
        items = service.registrations.filter { $0.purpose == purpose }.map(\.item)
        if items.isEmpty { return nil }
        paths = Mutex(written.map(\.path))
        for item in items { item.suspendChecks() }
    }

    func itemMoved(from old: FilePath, to new: FilePath) {
        paths.withLock { $0?.append(new) }
        for item in items { item.followOwnMove(from: old, to: new) }
    }

    func end() {
        let paths = paths.withLock { paths in
            defer { paths = nil }
            return paths
        }
        guard let paths else { return }
        for item in items {
            item.takeOwnChanges(at: paths)
            item.resumeChecks()
        }
    }
}
