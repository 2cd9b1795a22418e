internal import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

extension UnsavedChanges {
    /// Finds the unsaved changes of a document; `nil` where there are none, and none are to be recorded.
    ///
    /// A checkpoint whose save was interrupted after the document had its changes is removed here, or passed over.
    ///
    /// - Parameter saved: such a one.
    static func open(
        _ options: CheckpointOptions, of document: DocumentContents, at path: FilePath,
        passingOver saved: inout SavedCheckpoint
    ) throws(DocumentError) -> UnsavedChanges? {
        var search = CheckpointSearch(options, document, path)
        if options.use == .show {
            let shown = try translatingCheckpointErrors { () throws(CheckpointError) in try search.description() }
            guard let shown else { return nil }
            try search.checkOwner(shown.contents.header)
            return try UnsavedChanges(log: nil, shown: shown, of: document, at: path)
        }
        let log = try translatingCheckpointErrors { () throws(CheckpointError) in try search.log() }
        saved = search.saved
        guard let log else { return nil }
        try search.checkOwner(log.contents.header)
        log.synchronizes = options.isDurable
        return try UnsavedChanges(log: log, shown: nil, of: document, at: path)
    }
}

/// A checkpoint whose changes the document had already.
struct SavedCheckpoint {
    var isFound = false
    /// Where it is kept, where it could not be read to its end.
    var aside: FilePath?
}

/// Looks for the checkpoint of one document.
private struct CheckpointSearch {
    private let options: CheckpointOptions
    private let document: DocumentContents
    private let path: FilePath
    private let identifier: CheckpointIdentifier
    private(set) var saved = SavedCheckpoint()
    private var store: CheckpointStore { options.store }

    init(_ options: CheckpointOptions, _ document: DocumentContents, _ path: FilePath) {
        (self.options, self.document, self.path) = (options, document, path)
        identifier = options.identifier ?? CheckpointIdentifier(for: path)
    }

    /// To be looked at.
    func description() throws(CheckpointError) -> CheckpointDescription? {
        var found = try store.description(of: identifier)
        if found == nil, let moved = try moved() { found = try store.description(of: moved) }
        guard let found, !isSaved(found.contents) else { return nil }
        return found
    }

    /// To be written; where changes are to be recorded, there is always one.
    mutating func log() throws(CheckpointError) -> CheckpointLog? {
        if let log = try existingLog() {
            guard isSaved(log.contents) else { return log }
            saved.isFound = true
            // What cannot be read may be later changes.
            if log.contents.isDamaged { saved.aside = try log.setAside() } else { try log.remove() }
        }
        return options.use == .record ? try store.log(identifier) : nil
    }

    /// Makes sure that a checkpoint which the user chose is not that of another document: that one's changes would be lost.
    func checkOwner(_ header: CheckpointHeader?) throws(DocumentError) {
        guard options.identifier != nil, let header, header.path != path, let other = try? FileStatus(of: header.path),
            other.identity != document.base.status.identity
        else { return }
        // This is the document if it begins with all that it was, and what came to its old place does not.
        let isMoved = DocumentState(line: header.base)?.isBeginning(of: document.wholeBytes) ?? false
        guard isMoved, DocumentFile.condition(of: header, saving: nil) == .changed else {
            throw .checkpointOfAnother(header.path)
        }
    }

    private func existingLog() throws(CheckpointError) -> CheckpointLog? {
        if let log = try store.existingLog(identifier) {
            if log.contents.header != nil { return try named(log) }
            // What a crash left before anything was recorded; it goes with the object.
        }
        guard let moved = try moved(), let log = try store.existingLog(moved), log.contents.header != nil else {
            return nil
        }
        try log.rename(to: identifier)
        // A crash here leaves a log that names the old path, until it is opened under the new one.
        return try named(log)
    }

    /// The log, saying where the document is now, so that lists show that and it is found when the document is moved again.
    private func named(_ log: CheckpointLog) throws(CheckpointError) -> CheckpointLog {
        guard options.identifier == nil, var header = log.contents.header, header.path != path, !log.contents.isDamaged
        else { return log }
        header.path = path
        try log.rewrite(under: header)
        return log
    }

    /// Whether the document holds the changes already: a save was interrupted before it removed the checkpoint.
    private func isSaved(_ contents: CheckpointContents) -> Bool {
        DocumentState.isReached(contents.saving, by: document.wholeBytes)
    }

    private func moved() throws(CheckpointError) -> CheckpointIdentifier? {
        guard options.identifier == nil else { return nil }
        return try store.identifierBeforeMove(to: identifier) { $0.isBeginning(of: document.wholeBytes) }
    }
}
