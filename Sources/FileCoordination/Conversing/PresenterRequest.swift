internal import SystemPackage

/// A request to a presenter before an access. The cases are in the order in which one presenter receives them.
enum PresenterRequest: Hashable, Comparable {
    case relinquishToReader
    case relinquishToWriter
    case save
    case accommodateDeletion
    case accommodateSubitemDeletion(FilePath)

    private var rank: Int {
        switch self {
        case .relinquishToReader: 0
        case .relinquishToWriter: 1
        case .save: 2
        case .accommodateDeletion: 3
        case .accommodateSubitemDeletion: 4
        }
    }

    static func < (left: PresenterRequest, right: PresenterRequest) -> Bool { left.rank < right.rank }
}

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

/// The position of a presenter's item relative to the item of an access.
enum PresenterPosition {
    /// It is the item.
    case item
    /// It is a directory around the item.
    case around
    /// It is inside the item, which is a directory.
    case inside
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
}
