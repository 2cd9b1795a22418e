/// A presenter of an item, as others see it.
public struct PresenterDescription: Sendable, Hashable {
    /// The process ID, as this process sees it. For display only, see ``FileAccessor/process``.
    public let process: Int32
    /// When it was registered under the item's present path, in seconds since 1970.
    public let since: Int
}
