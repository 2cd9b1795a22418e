public import FoundationEssentials
public import SystemPackage

/// Something that happened to a presented document, in the words of file coordination.
public struct DocumentEvent: Sendable, Equatable {
    /// What happened; the raw values are stable words for programs.
    public enum Kind: String, Sendable, CaseIterable, Encodable {
        /// It is in the directory, and was not there before.
        case appeared
        /// Its contents are not what they were.
        case changed
        /// It has another path; ``DocumentEvent/newPath`` is that.
        case moved
        /// It is gone.
        case deleted
        /// Another process has said that it is going to delete or replace it.
        case willBeDeleted
        /// Another process is about to read it.
        case relinquishedToReader
        /// Another process is about to write it.
        case relinquishedToWriter
        /// The other process is done.
        case reacquired
        /// Another process wants the unsaved changes on disk before it reads.
        case saveRequested
        /// Its unsaved changes were written into it.
        case saved
        /// Unsaved changes of it were recorded.
        case checkpointed
        /// It was changed by somebody else, and the unsaved changes do not fit it any more.
        case conflict
        /// A version of it was kept beside it.
        case versionGained
        /// News were lost; everything is looked at again.
        case overflow
    }

    public var kind: Kind
    public var path: FilePath
    public var time: Date
    /// Where it is now, of one that was moved.
    public var newPath: FilePath?
    /// The other process, where it is known.
    public var process: Int32?
    /// In one line: why there is a conflict, or what else a person should know.
    public var detail: String?

    public init(
        _ kind: Kind, at path: FilePath, time: Date, newPath: FilePath? = nil, process: Int32? = nil,
        detail: String? = nil
    ) {
        self.kind = kind
        self.path = path
        self.time = time
        self.newPath = newPath
        self.process = process
        self.detail = detail
    }
}
