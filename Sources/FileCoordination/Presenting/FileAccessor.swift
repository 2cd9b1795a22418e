/// Who is about to read or write a presented item.
public struct FileAccessor: Sendable, Hashable {
    /// The number of its process at the time, `nil` where it is not known. For people to read: numbers are given again, and
    /// mean something else in a container.
    public let process: Int32?
}

/// What a presenter wants to be called when the access that it made way for is over, also where the other process died.
public typealias FileReacquirer = @Sendable () async -> Void

/// Names a version of a document, for as long as the version exists.
public struct FileVersionIdentifier: RawRepresentable, Sendable, Hashable {
    /// Up to 1,024 bytes of UTF-8 without NUL.
    public let rawValue: String

    /// Takes an identifier as it is.
    public init(rawValue: String) { self.rawValue = rawValue }
}
