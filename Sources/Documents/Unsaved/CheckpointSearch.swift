internal import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The result of a search for the unsaved changes of a document.
struct FoundChanges {
    /// `nil` if there are none, and none are to be recorded.
    var unsaved: UnsavedChanges?
    /// `nil` if there are none, or they are only to be shown.
    var writer: UnsavedChangesWriter?
    var saved = SavedCheckpoint()
    /// The number of bytes at the end of the checkpoint that could not be read.
    var lostBytes = 0
    /// The document's path when the changes were recorded, if it is different now.
    var movedFrom: FilePath?
    /// Changes recorded under other paths.
    var related: [RelatedChanges] = []
}

/// A checkpoint whose changes the document already contained.
struct SavedCheckpoint {
    var isFound = false
    /// Where it was set aside, if it could not be read to its end.
    var aside: FilePath?
}

/// Looks for the checkpoint of one document.
struct CheckpointSearch {
    private let options: CheckpointOptions
    private let document: DocumentContents
    private let path: FilePath
    private let identifier: CheckpointIdentifier
    private var found = FoundChanges()
    /// The index of the changes read so far.
    private var index = ChangeIndex()
    private var store: CheckpointStore { options.store }

    /// Finds the unsaved changes of a document, and related changes to report.
    ///
    /// A checkpoint whose save was interrupted after its changes were in the document is removed or ignored.
    static func changes(
        _ options: CheckpointOptions, of document: DocumentContents, at path: FilePath
    ) throws(DocumentError) -> FoundChanges {
        if options.use != .record, options.parking == nil, options.store.isMissing { return FoundChanges() }
        var search = CheckpointSearch(options, document, path)
        let source = try translating(of: path) {
            let source: (any CheckpointSource)? = options.use == .show ? try search.description() : try search.log()
            return source
        }
        if let source {
            try search.checkOwner(source.contents.header)
            let unsaved = try UnsavedChanges(from: source, index: search.index, of: document, at: path)
            search.found.unsaved = unsaved
            search.found.lostBytes = unsaved.lostBytes
            if let log = source as? CheckpointLog {
                log.synchronizes = options.isDurable
                search.found.writer = UnsavedChangesWriter(
                    log, read: unsaved, index: search.index, parking: options.parking, of: path)
            }
        }
        return search.found
    }

    private init(_ options: CheckpointOptions, _ document: DocumentContents, _ path: FilePath) {
        (self.options, self.document, self.path) = (options, document, path)
        identifier = options.identifier ?? CheckpointIdentifier(for: path)
    }

    /// Returns the checkpoint for reading.
    private mutating func description() throws(CheckpointError) -> CheckpointDescription? {
        var found = try parkedDescription()
        if found == nil { found = try store.description(of: identifier) }
        if let moved = moved(from: found?.contents.header) {
            found = try store.description(of: moved.identifier)
            noteMove(of: found?.contents)
        }
        guard let found, !isSaved(found.contents) else { return nil }
        return found
    }

    /// Returns the checkpoint for writing; never `nil` if changes are to be recorded.
    private mutating func log() throws(CheckpointError) -> CheckpointLog? {
        if let log = try existingLog() {
            guard isSaved(log.contents) else { return log }
            found.saved.isFound = true
            SavedHistory.remove(identifier, in: store, unlessOf: log.contents.saving)
            // The unreadable part may hold later changes.
            if log.contents.isDamaged { found.saved.aside = try log.setAside() } else { try log.remove() }
        }
        return options.use == .record ? try store.log(identifier) : nil
    }

    /// Takes the checkpoint that a session has kept open.
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

    /// Checks that a checkpoint chosen by the user does not belong to another document, whose changes would be lost.
    private func checkOwner(_ header: CheckpointHeader?) throws(DocumentError) {
        guard options.identifier != nil, !options.isOwnerConfirmed, let header, header.path != path,
            header.path.mayBeOther(than: document.source.status.identity)
        else { return }
        // This is the document if it begins with all of the original, and the file now at the old path does not.
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
        // What a crash left before anything was recorded is removed with the object, which frees its name.
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

    /// Updates the path in the log's header to the document's current one, so that lists show it and the log is found
    /// if the document is moved again.
    private func named(_ log: CheckpointLog) throws(CheckpointError) -> CheckpointLog {
        guard options.identifier == nil, var header = log.contents.header, header.path != path, !log.contents.isDamaged
        else { return log }
        header.path = path
        try log.rewrite(under: header)
        return log
    }

    /// Whether the document already contains the changes: a save was interrupted before it removed the checkpoint.
    private func isSaved(_ contents: CheckpointContents) -> Bool {
        DocumentState.isReached(contents.saving, by: document.wholeBytes)
    }

    /// Returns the checkpoint that the document's file had under another path, unless the document has its own
    /// checkpoint; notes related changes.
    ///
    /// - Parameter own: the header of the document's own checkpoint.
    private mutating func moved(from own: CheckpointHeader?) -> IndexedCheckpoint? {
        guard options.identifier == nil else { return nil }
        // If the file is the one for which its own changes were recorded, there is nothing more to find.
        if let own, own.file?.isSame(as: document.source.recorded) == true { return nil }
        var (moved, others) = store.elsewhere(document.source.recorded, besides: identifier)
        if own != nil {
            if let found = moved { others.append((found, .replaced)) }
            moved = nil
        } else if moved == nil {
            // A user who is told that there is nothing to save must be told of all candidates.
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
