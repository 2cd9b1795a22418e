internal import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

extension UnsavedChanges {
    /// Finds the unsaved changes of a document; `nil` where there are none, and none are to be recorded.
    ///
    /// A checkpoint whose save was interrupted after the document had its changes is removed here, or passed over.
    ///
    /// - Parameter foundSaved: set where there was such a one.
    static func open(
        _ options: CheckpointOptions, of document: DocumentContents, at path: FilePath, foundSaved: inout Bool
    ) throws(DocumentError) -> UnsavedChanges? {
        var search = CheckpointSearch(options, document, path)
        if options.use == .show {
            let shown = try translatingCheckpointErrors { () throws(CheckpointError) in try search.description() }
            guard let shown else { return nil }
            try search.checkOwner(shown.contents.header)
            return try UnsavedChanges(log: nil, shown: shown, of: document, at: path)
        }
        let log = try translatingCheckpointErrors { () throws(CheckpointError) in try search.log() }
        foundSaved = search.foundSaved
        guard let log else { return nil }
        try search.checkOwner(log.contents.header)
        return try UnsavedChanges(log: log, shown: nil, of: document, at: path)
    }
}

/// Looks for the checkpoint of one document.
private struct CheckpointSearch {
    private let options: CheckpointOptions
    private let document: DocumentContents
    private let path: FilePath
    private let identifier: CheckpointIdentifier
    private(set) var foundSaved = false
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
            try log.remove()
            foundSaved = true
        }
        return options.use == .record ? try store.log(identifier) : nil
    }

    /// Makes sure that a checkpoint which the user chose is not that of another document: that one's changes would be lost.
    func checkOwner(_ header: CheckpointHeader?) throws(DocumentError) {
        guard options.identifier != nil, let header, header.path != path,
            let base = CheckpointedBase(line: header.base),
            // A copy has the same file identifier.
            !base.isSameDocument(document.base.status.identity, identifier: nil),
            (try? FileStatus(of: header.path)) != nil
        else { return }
        throw .checkpointOfAnother(header.path)
    }

    private func existingLog() throws(CheckpointError) -> CheckpointLog? {
        if let log = try store.existingLog(identifier) {
            if log.contents.header != nil { return log }
            // What a crash left before anything was recorded; it goes with the object.
        }
        guard let moved = try moved(), let log = try store.existingLog(moved), log.contents.header != nil else {
            return nil
        }
        try log.rename(to: identifier)
        return log
    }

    /// Whether the document holds the changes already: a save was interrupted before it removed the checkpoint.
    private func isSaved(_ contents: CheckpointContents) -> Bool {
        guard let note = contents.saving, let state = DocumentState(line: note) else { return false }
        return state.isBeginning(of: document.wholeBytes)
    }

    /// The checkpoint of this document under the path that it had before it was moved.
    ///
    /// It is looked for among so many only that looking does not become the greater part of the work; `pdfco restore` lists
    /// the others, which `--uid` names.
    private func moved() throws(CheckpointError) -> CheckpointIdentifier? {
        guard options.identifier == nil else { return nil }
        let others = try store.identifiers()
        guard !others.isEmpty, others.count <= Self.searchLimit else { return nil }
        return others.first { other in
            guard other != identifier, let header = store.header(other),
                other == CheckpointIdentifier(for: header.path),
                let base = CheckpointedBase(line: header.base),
                base.isSameDocument(document.base.status.identity, identifier: document.permanentIdentifier)
            else { return false }
            do throws(SystemCallError) { _ = try FileStatus(of: header.path) } catch {
                return Errno(rawValue: error.errno) == .noSuchFileOrDirectory
            }
            return false
        }
    }

    private static let searchLimit = 64
}
