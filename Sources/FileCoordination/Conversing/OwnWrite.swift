internal import Synchronization
internal import SystemPackage

/// A write by a coordinator of presenters in this process: what it does to their items is not told to them.
final class OwnWrite: Sendable {
    private let items: [PresentedItem]
    /// What is written; `nil` when it is over.
    private let paths: Mutex<[FilePath]?>

    /// `nil` where nothing is written, or nobody presents anything with this purpose.
    init?(_ accesses: [RequestedAccess], of purpose: String) {
        let written = accesses.filter { access in
            if case .writing = access.kind { true } else { false }
        }
        guard !written.isEmpty, let service = PresenterService.running else { return nil }
        items = service.registrations.filter { $0.purpose == purpose }.map(\.item)
        if items.isEmpty { return nil }
        paths = Mutex(written.map(\.path))
        for item in items { item.suspendLooking() }
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
            item.resumeLooking()
        }
    }
}
