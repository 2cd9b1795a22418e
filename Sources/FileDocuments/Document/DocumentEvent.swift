public import FoundationEssentials
public import SystemPackage

/// An event on a presented document, in the terms of file coordination.
public struct DocumentEvent: Sendable, Equatable {
    /// What happened; the raw values are stable identifiers for programs.
    public enum Kind: String, Sendable, CaseIterable, Encodable {
        /// It appeared in the directory.
        case appeared
        /// Its contents changed.
        case changed
        /// It was moved to ``DocumentEvent/newPath``.
        case moved
        /// It was deleted.
        case deleted
        /// Another process has announced that it will delete or replace it.
        case willBeDeleted
        /// Another process is about to read it.
        case relinquishedToReader
        /// Another process is about to write it.
        case relinquishedToWriter
        /// The other process has finished its access.
        case reacquired
        /// Another process wants the unsaved changes saved before it reads.
        case saveRequested
        /// Its unsaved changes were saved.
        case saved
        /// Unsaved changes to it were recorded; with the detail `durable`, a checkpoint that is written in intervals or by
        /// hand was written.
        case checkpointed
        /// It was changed by someone else, and the unsaved changes no longer fit it.
        case conflict
        /// A version of it was added.
        case versionGained
        /// A version of it was removed.
        case versionLost
        /// A conflict with a version of it was resolved.
        case versionResolved
        /// Events were lost; everything is examined again.
        case overflow
    }

    /// What happened.
    public var kind: Kind
    /// The document's file; for a move, its former path.
    public var path: FilePath
    /// When it was noticed.
    public var time: Date
    /// The new path of a document that was moved.
    public var newPath: FilePath?
    /// The PID of the other process, if known.
    public var process: Int32?
    /// One line: why there is a conflict, or what else the user should know.
    public var detail: String?

    /// Creates an event.
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
