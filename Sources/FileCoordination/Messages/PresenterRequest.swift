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

/// The position of a presenter's item relative to the item of an access.
enum PresenterPosition {
    /// It is the item.
    case item
    /// It is a directory around the item.
    case around
    /// It is inside the item, which is a directory.
    case inside
}
