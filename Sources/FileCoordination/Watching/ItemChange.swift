internal import SystemPackage

/// A change to report to a presenter about its item, or about something inside it.
enum ItemChange: Sendable, Hashable {
    case eventsWereLost
    case moved(to: FilePath)
    case changed
    case attributesChanged
    case deleted
    /// A path inside the presented directory, as in all cases that follow.
    case innerAppeared(FilePath)
    case innerMoved(FilePath, to: FilePath)
    case innerChanged(FilePath)
    case innerDeleted(FilePath)
}
