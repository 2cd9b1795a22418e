internal import Checkpointing
public import SystemPackage

/// A document of any kind whose contents an actor keeps in memory, as with `UIDocument`: opened, coordinated with other
/// processes, saved safely, and recovered after a crash.
///
/// The actor knows its format: it loads contents, applies changes to them, and returns them to be saved. A *change* is
/// bytes of its choice, such as a line of JSON. ``perform(_:)`` applies one and records it in the document's checkpoint,
/// which all processes share: two of them can have one document open and edit it, and neither loses anything. What was
/// recorded is applied again when the document is opened after a crash.
///
/// ```swift
/// actor Notes: FileDocument {
///     nonisolated let core: DocumentCore
///     nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }
///     private(set) var text = ""
///
///     init(_ core: DocumentCore) { self.core = core }
///
///     func load(_ contents: [UInt8]) { text = String(decoding: contents, as: UTF8.self) }
///     func apply(_ change: [UInt8]) { text += String(decoding: change, as: UTF8.self) }
///     func contents() -> [UInt8] { Array(text.utf8) }
/// }
/// ```
public protocol FileDocument: PresentedDocument where Report == FileSaveReport {
    /// Replaces what is in memory by the contents of the file.
    ///
    /// - Throws: any error, if these are no contents of this kind.
    func load(_ contents: [UInt8]) throws

    /// Makes one change of what is in memory.
    ///
    /// It must do the same again, after a crash or in another process that has loaded the same contents.
    ///
    /// - Throws: any error, if the change is not possible; nothing is recorded then.
    func apply(_ change: [UInt8]) throws

    /// Makes a change that was recorded for earlier contents of the file, which another program has changed since.
    ///
    /// - Throws: any error, if the change does not fit the contents: that is a conflict. By default, none fits.
    func merge(_ change: [UInt8]) throws

    /// Returns the contents to be saved.
    func contents() throws -> [UInt8]

    /// Writes the contents to be saved. By default, writes ``contents()``.
    ///
    /// A format that can be appended to begins with ``DocumentOutput/copyOriginal(count:)`` and appends the rest.
    func write(to output: inout DocumentOutput) throws
}

/// What a save has written.
public struct FileSaveReport: Sendable, Equatable {
    /// The length of the file in bytes.
    public var bytes: Int
    /// The file that was written beside the document, with the unsaved changes after a conflict.
    public var copy: FilePath?
    /// The file beside the document that has what another program had written and this save replaced.
    public var replaced: FilePath?

    /// Creates the report of a save.
    public init(bytes: Int, copy: FilePath? = nil, replaced: FilePath? = nil) {
        (self.bytes, self.copy, self.replaced) = (bytes, copy, replaced)
    }
}

extension FileDocument {
    public func merge(_ change: [UInt8]) throws { throw ChangeDoesNotFit() }

    public func write(to output: inout DocumentOutput) throws { try output.append(contents()) }

    // MARK: Editing

    /// Applies a change and records it in the checkpoint, where a crash does not lose it.
    ///
    /// - Throws: ``DocumentError/Situation/contents(_:)`` with the error of ``apply(_:)``, or
    ///   ``DocumentError/Situation/unsavedConflict(_:)`` until a conflict is resolved.
    public func perform(_ change: [UInt8]) async throws(DocumentError) {
        try await performChange { change }
    }

    /// Applies and records the change that `body` returns, which sees the contents as they are now, with what other
    /// processes have recorded and saved; `nil` changes nothing.
    ///
    /// - Throws: what ``perform(_:)`` throws, and the error of `body` as ``DocumentError/Situation/contents(_:)``.
    public func performChange(_ body: () throws -> [UInt8]?) async throws(DocumentError) {
        try checkOpen()
        try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try checkEditing(at: path)
            let storage = try storage(at: path, recording: true)
            try checkConflict()
            guard let change = try translatingContents(body) else { return }
            let loaded = core.loaded
            // Until the change is recorded, what is in memory is not what others find.
            core.loaded = nil
            try translatingContents { try apply(change) }
            core.loaded = try record(change, loaded, storage)
            notify(.checkpointed)
        }
    }

    /// Undoes the last unsaved changes, whichever process made them; returns the number of changes undone.
    ///
    /// - Throws: ``DocumentError/Situation/editingDisabled``, or ``DocumentError/Situation/unsavedConflict(_:)`` until a
    ///   conflict is resolved.
    public func undo(_ count: Int = 1) async throws(DocumentError) -> Int {
        try await stepping { changes throws(DocumentError) in try changes.undo(count) }
    }

    /// Redoes changes that were undone; returns the number of changes redone.
    ///
    /// - Throws: ``DocumentError/Situation/editingDisabled``, or ``DocumentError/Situation/unsavedConflict(_:)`` until a
    ///   conflict is resolved.
    public func redo(_ count: Int = 1) async throws(DocumentError) -> Int {
        try await stepping { changes throws(DocumentError) in try changes.redo(count) }
    }

    /// Brings what is in memory up to date with the file and with what other processes have recorded.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, or the reason why the file or the checkpoint cannot be
    ///   read.
    public func update() async throws(DocumentError) {
        try checkOpen()
        try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            _ = try storage(at: path)
        }
    }

    private func stepping(
        _ step: (UnsavedChanges<BytesChange>) throws(DocumentError) -> Int
    ) async throws(DocumentError) -> Int {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try checkEditing(at: path)
            let storage = try storage(at: path)
            try checkConflict()
            guard let unsaved = storage.unsaved else { return 0 }
            let count = try step(unsaved)
            try bringUpToDate(storage)
            if count > 0 { notify(.checkpointed) }
            return count
        }
    }

    /// Creates the document's file, which must not exist yet, with ``contents()``, and opens the document.
    ///
    /// - Throws: ``DocumentError/Situation/fileExists`` if there is a file, or the document is open.
    public func create() async throws(DocumentError) {
        guard state.contains(.closed) else { throw DocumentError(.fileExists, path) }
        let path = path
        try await access(.creating) { _ throws(DocumentError) in
            _ = try writeNewFile(at: path, original: nil, rights: nil)
        }
        try await open()
    }
}

private struct ChangeDoesNotFit: Error, CustomStringConvertible {
    var description: String { "the file was changed after its unsaved changes were made" }
}
