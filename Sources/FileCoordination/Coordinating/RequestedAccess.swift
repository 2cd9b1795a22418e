internal import LinuxFiles
internal import SystemPackage

/// An access as presenters see it.
struct RequestedAccess {
    enum Kind {
        case reading(FileCoordinator.ReadingOptions)
        case writing(FileCoordinator.WritingOptions)
    }

    /// The canonical path of the item.
    var path: FilePath
    var kind: Kind
}

/// Which presenters receive which requests.
extension RequestedAccess {
    /// Whether presenters of items inside the item are asked.
    func concernsContents(preparing: Bool) -> Bool {
        switch kind {
        case .reading: preparing || isOfPackage
        case .writing(let options): preparing || options.concernsContents || isOfPackage
        }
    }

    /// Returns the requests to a presenter. When a batch of accesses is prepared, presenters save and accommodate once
    /// for all of them, and the accesses themselves make them relinquish.
    func requests(to position: PresenterPosition, preparing: Bool) -> [PresenterRequest] {
        if position == .inside, !concernsContents(preparing: preparing) { return [] }
        var requests: [PresenterRequest] = []
        switch kind {
        case .reading(let options):
            if !preparing { requests.append(.relinquishToReader) }
            if !options.contains(.withoutChanges) { requests.append(.save) }
        case .writing(let options):
            if !preparing { requests.append(.relinquishToWriter) }
            if options.contains(.forMerging) { requests.append(.save) }
            if !options.isDisjoint(with: [.forDeleting, .forReplacing]) {
                requests.append(position == .around ? .accommodateSubitemDeletion(path) : .accommodateDeletion)
            }
        }
        return requests
    }

    /// Whether the item is a package, or a directory inside one: its presenters are also those of what is inside it.
    private var isOfPackage: Bool {
        guard let status = try? FileStatus(of: path), status.kind == .directory else { return false }
        return FilePackage.root(of: path) != nil
    }
}
