/// The process that is about to read or write a presented item.
public struct FileAccessor: Sendable, Hashable {
    /// The process ID at the time, `nil` if it is not known. For display only: PIDs are reused, and differ between
    /// containers.
    public let process: Int32?
}

/// A closure that is called when the access that a presenter made way for is over, even if the other process died.
public typealias FileReacquirer = @Sendable () async -> Void

/// Names a version of a document, for as long as the version exists.
public struct FileVersionIdentifier: RawRepresentable, Sendable, Hashable {
    /// Up to 1,024 bytes of UTF-8 without NUL.
    public let rawValue: String

    /// Creates an identifier from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }
}
