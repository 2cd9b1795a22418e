public import SystemPackage

/// What a document is written to besides its own file.
public enum Output: Sendable, Equatable {
    /// A new file, which appears complete or not at all.
    case file(FilePath)
    /// A stream, such as standard output, which the process has open. An error can leave a part of the bytes there.
    case stream(FileDescriptor)

    /// The path of the new file; `nil` for a stream.
    public var path: FilePath? { if case .file(let path) = self { path } else { nil } }

    /// Whether it is standard output, or another stream.
    public var isStream: Bool { path == nil }
}

/// What of a document is written to an ``Output``.
public enum OutputPart: Sendable {
    /// The whole document.
    case document
    /// Only what is appended to the bytes that are there: whoever has those can put the document together.
    case increment
}
