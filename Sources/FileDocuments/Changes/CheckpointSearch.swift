internal import Checkpointing
internal import LinuxFiles
internal import SystemPackage

/// What unsaved changes are read from: a checkpoint that is open and locked, or what was read from one.
protocol CheckpointSource {
    var contents: CheckpointContents { get }
    var identifier: CheckpointIdentifier { get }
    /// The path of the log.
    var path: FilePath { get }
}

extension CheckpointLog: CheckpointSource {}
extension CheckpointDescription: CheckpointSource {}

/// Looks for the checkpoint of one document, and for related changes to report.
///
/// A checkpoint whose save was interrupted after its changes were in the document is removed or ignored.
struct CheckpointSearch {
    /// What the search has found out.
    private(set) var identity = DocumentIdentity()
    private let use: CheckpointUse
    private let document: any OpenedFile
    private let path: FilePath
    private var store: CheckpointStore { use.store }
    private var identifier: CheckpointIdentifier { use.identifier ?? CheckpointIdentifier(for: path) }

    init(_ use: CheckpointUse, of document: any OpenedFile, at path: FilePath) {
        (self.use, self.document, self.path) = (use, document, path)
    }

    /// Returns the checkpoint as it is used; `nil` if there is none and none is to be created.
    mutating func source() throws -> (any CheckpointSource)? {
        use.isLocked ? try log() : try description()
    }

    private mutating func description() throws -> CheckpointDescription? {
        var found = try parkedDescription()
        if found == nil { found = try store.description(of: identifier) }
        if let moved = try moved(from: found?.contents.header) {
            // Another process may just have given it the identifier of the new path.
            found = try store.description(of: moved.identifier) ?? store.description(of: identifier)
            noteMove(of: found?.contents)
        }
        guard let found, !isSaved(found.contents) else { return nil }
        identity.lostCheckpointBytes = found.contents.lostBytes
        return found
    }

    private mutating func log() throws -> CheckpointLog? {
        var found = try existingLog()
        if let log = found, isSaved(log.contents) {
            identity.hadSavedCheckpoint = true
            // What is in the document may not be on the disk yet.
            try document.source.synchronize(at: path)
            // The unreadable part may hold later changes.
            if log.contents.isDamaged {
                identity.checkpointSetAside = try log.setAside()
            } else {
                try log.keep(
                    in: store.history, adding: [], as: log.contents.saving ?? "", withBase: document.undoNeedsCopy)
            }
            found = nil
        }
        if found == nil, use.isRecording { found = try store.log(identifier) }
        if let found { identity.lostCheckpointBytes = found.contents.lostBytes }
        return found
    }

    /// Checks that a checkpoint chosen by the user does not belong to another document, whose changes would be lost.
    func checkOwner(_ header: CheckpointHeader?) throws(DocumentError) {
        guard !use.isOwnerConfirmed, let identifier = use.identifier, let header, !document.isMoved(from: header),
            identifier.isNumbered(from: header.path)
                ? use.isForSave || use.isRecording
                : header.path != path && header.path.mayBeOther(than: document.source.status.identity)
        else { return }
        throw DocumentError(.checkpointOfAnother(header.path), path)
    }

    /// Takes the checkpoint that was kept open.
    private func parkedLog() throws(CheckpointError) -> CheckpointLog? {
        try use.parking?.take(identifier, until: .now + store.timeout)
    }

    private func parkedDescription() throws(CheckpointError) -> CheckpointDescription? {
        guard let log = try parkedLog() else { return nil }
        defer { use.parking?.put(log) }
        return store.description(of: log)
    }

    private mutating func existingLog() throws(CheckpointError) -> CheckpointLog? {
        var own = try parkedLog()
        if own == nil { own = try store.existingLog(identifier) }
        if let log = own {
            if let header = log.contents.header {
                _ = try moved(from: header)
                if use.identifier == nil { try log.setPath(path) }
                return log
            }
            identity.lostCheckpointBytes = log.contents.lostBytes
        }
        // What a crash left before anything was recorded is removed with the object, which frees its name.
        own = nil
        let moved = try moved(from: nil)
        guard let moved, let log = try store.existingLog(moved.identifier), log.contents.header != nil else {
            // Another process may just have given it the identifier of the new path.
            if moved != nil, let own = try store.existingLog(identifier), own.contents.header != nil { return own }
            return nil
        }
        noteMove(of: log.contents)
        try log.rename(to: identifier)
        // A crash here leaves a log that names the old path, until it is opened under the new one.
        try log.setPath(path)
        return log
    }

    /// Whether the document already contains the changes: a save was interrupted before it removed the checkpoint.
    private func isSaved(_ contents: CheckpointContents) -> Bool { contents.saving.map(document.includes) ?? false }

    /// Returns the checkpoint that the document's file had under another path, unless the document has its own
    /// checkpoint; notes related changes.
    ///
    /// - Parameter own: the header of the document's own checkpoint.
    private mutating func moved(from own: CheckpointHeader?) throws(CheckpointError) -> IndexedCheckpoint? {
        let file = document.source.recorded
        guard use.identifier == nil else { return nil }
        // If the file is the one for which its own changes were recorded, others may have been recorded under another name of
        // it; an edit, which writes none of them, does not look.
        if let own, own.file?.isSame(as: file) == true, use.isRecording { return nil }
        var (moved, others) = try store.elsewhere(file, at: path, besides: identifier)
        if own != nil {
            if let found = moved { others.append((found, .ambiguous)) }
            moved = nil
        } else if moved == nil {
            // A user who is told that there is nothing to save must be told of all candidates.
            let known = Set(others.map(\.checkpoint.identifier))
            others += try store.candidates(document.stateLine, besides: identifier, isThorough: use.isForSave)
                .filter { !known.contains($0.checkpoint.identifier) }
        }
        identity.related = try store.related(others)
        return moved
    }

    private mutating func noteMove(of contents: CheckpointContents?) {
        guard let contents, contents.editCount > 0, let header = contents.header, header.path != path else { return }
        identity.movedFrom = header.path
    }
}
