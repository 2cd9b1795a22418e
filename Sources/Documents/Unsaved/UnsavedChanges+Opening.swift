internal import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

extension UnsavedChanges {
    /// Finds the unsaved changes of a document, and what there is to be told of others.
    ///
    /// A checkpoint whose save was interrupted after the document had its changes is removed here, or passed over.
    static func search(
        _ options: CheckpointOptions, of document: DocumentContents, at path: FilePath
    ) throws(DocumentError) -> FoundChanges {
        var search = CheckpointSearch(options, document, path)
        if options.use == .show {
            let shown = try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in
                try search.description()
            }
            if let shown {
                try search.checkOwner(shown.contents.header)
                search.found.unsaved = try UnsavedChanges(
                    log: nil, shown: shown, index: search.index, of: document, at: path)
            }
        } else {
            let log = try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try search.log() }
            if let log {
                try search.checkOwner(log.contents.header)
                log.synchronizes = options.isDurable
                search.found.unsaved = try UnsavedChanges(
                    log: log, shown: nil, index: search.index, parking: options.parking, of: document, at: path)
            }
        }
        search.found.lostBytes = search.found.unsaved?.lostBytes ?? search.found.lostBytes
        return search.found
    }
}

/// What a search for the unsaved changes of a document has found.
struct FoundChanges {
    /// `nil` where there are none, and none are to be recorded.
    var unsaved: UnsavedChanges?
    var saved = SavedCheckpoint()
    /// How many bytes at the end of the checkpoint could not be read.
    var lostBytes = 0
    /// The path of the document when they were recorded, where that is not its path now.
    var movedFrom: FilePath?
    /// Changes recorded under other paths.
    var related: [RelatedChanges] = []
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
    var found = FoundChanges()
    /// What is known of the changes already.
    private(set) var index = ChangeIndex()
    private var store: CheckpointStore { options.store }

    init(_ options: CheckpointOptions, _ document: DocumentContents, _ path: FilePath) {
        (self.options, self.document, self.path) = (options, document, path)
        identifier = options.identifier ?? CheckpointIdentifier(for: path)
    }

    /// To be looked at.
    mutating func description() throws(CheckpointError) -> CheckpointDescription? {
        var found = try parkedDescription()
        if found == nil { found = try store.description(of: identifier) }
        if let moved = moved(from: found?.contents.header) {
            found = try store.description(of: moved.identifier)
            noteMove(of: found?.contents)
        }
        guard let found, !isSaved(found.contents) else { return nil }
        return found
    }

    /// To be written; where changes are to be recorded, there is always one.
    mutating func log() throws(CheckpointError) -> CheckpointLog? {
        if let log = try existingLog() {
            guard isSaved(log.contents) else { return log }
            found.saved.isFound = true
            // What cannot be read may be later changes.
            if log.contents.isDamaged { found.saved.aside = try log.setAside() } else { try log.remove() }
        }
        return options.use == .record ? try store.log(identifier) : nil
    }

    /// The checkpoint that a session has kept open.
    private mutating func parkedLog() throws(CheckpointError) -> CheckpointLog? {
        guard let parked = try options.parking?.take(identifier, until: .now + store.timeout) else { return nil }
        index = parked.index
        return parked.log
    }

    private mutating func parkedDescription() throws(CheckpointError) -> CheckpointDescription? {
        guard let log = try parkedLog() else { return nil }
        defer { options.parking?.put(log, index) }
        return store.description(of: log)
    }

    /// Makes sure that a checkpoint which the user chose is not that of another document: that one's changes would be lost.
    func checkOwner(_ header: CheckpointHeader?) throws(DocumentError) {
        guard options.identifier != nil, !options.isOwnerConfirmed, let header, header.path != path,
            let other = try? FileStatus(of: header.path),
            other.identity != document.base.status.identity
        else { return }
        // This is the document if it begins with all that it was, and what came to its old place does not.
        let isMoved = RecordedBase(header)?.isBeginning(of: document.wholeBytes) ?? false
        guard isMoved, DocumentFile.condition(of: header, saving: nil) == .changed else {
            throw DocumentError(.checkpointOfAnother(header.path), path)
        }
    }

    private mutating func existingLog() throws(CheckpointError) -> CheckpointLog? {
        var own = try parkedLog()
        if own == nil { own = try store.existingLog(identifier) }
        if let log = own {
            if let header = log.contents.header {
                _ = moved(from: header)
                return try named(log)
            }
            found.lostBytes = log.contents.lostBytes
        }
        // What a crash left before anything was recorded goes with the object, and its name is free.
        own = nil
        guard let moved = moved(from: nil), let log = try store.existingLog(moved.identifier),
            log.contents.header != nil
        else {
            if options.use == .save { store.clearBase(of: identifier) }
            return nil
        }
        noteMove(of: log.contents)
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

    /// The checkpoint that the document's file had under another path, unless it has one of its own; notes what else there is.
    ///
    /// - Parameter own: the header of its own.
    private mutating func moved(from own: CheckpointHeader?) -> IndexedCheckpoint? {
        guard options.identifier == nil else { return nil }
        // As long as the file is the one that its own changes were recorded of, nothing more is to be known.
        if let own, own.file?.isSame(as: document.recordedFile) == true { return nil }
        var (moved, others) = store.elsewhere(document.recordedFile, besides: identifier)
        if own != nil {
            if let found = moved { others.append((found, .replaced)) }
            moved = nil
        } else if moved == nil {
            // Whoever hears that there is nothing to save must hear of all.
            let known = Set(others.map(\.checkpoint.identifier))
            others += store.candidates(
                document.state, besides: identifier, isThorough: options.use == .save
            ).filter { !known.contains($0.checkpoint.identifier) }
        }
        found.related = store.related(others)
        return moved
    }

    private mutating func noteMove(of contents: CheckpointContents?) {
        guard let contents, contents.editCount > 0, let header = contents.header, header.path != path else { return }
        found.movedFrom = header.path
    }
}
