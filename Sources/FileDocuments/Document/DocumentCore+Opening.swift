internal import LinuxFiles
internal import SystemPackage

/// The document during an access.
extension DocumentCore {
    /// The environment of operations on the document.
    package var store: DocumentStore<Contents> {
        var store = DocumentStore<Contents>(
            coordinator: configuration.coordination.coordinator,
            checkpoints: self.ignoresCheckpoint ? nil : configuration.checkpoints)
        (store.checkpoint, store.isDurable) = (self.identifier, self.strategy == .immediate)
        (store.options, store.now, store.suspended) = (configuration.options, configuration.now, suspended)
        return store
    }

    /// Opens the document as it is on disk now, with its unsaved changes.
    package func openDocument(
        _ path: FilePath, for intent: DocumentIntent<Contents> = .read()
    ) throws(DocumentError) -> OpenDocument<Contents> {
        if self.ignoresCheckpoint {
            switch intent {
            case .read, .save, .goBack: break
            case .step, .record: throw DocumentError(.unsavedChanges, path)
            }
        }
        return try OpenDocument(openingFileAt: path, for: intent, in: store)
    }

    /// Reads the file and the unsaved changes, and remembers the file's state.
    ///
    /// - Parameters:
    ///   - path: where the file is now.
    ///   - isNew: whether the file is read for the first time; otherwise returns `nil` if the contents have not changed
    ///     since it was last read. Then it is called without an access.
    func examine(at path: FilePath, isNew: Bool) throws(DocumentError) -> DocumentExamination? {
        if !isNew, isKnown(at: path) { return nil }
        let document = try openDocument(path)
        let state = try document.opened().stateLine
        if !isNew, state == suspended.toldState { return nil }
        let found = try document.examination()
        try remember(document)
        suspended.note(state)
        return found
    }

    /// Remembers the file's state, because others may change it.
    package func remember(_ document: OpenDocument<Contents>) throws(DocumentError) {
        let file = try document.opened()
        change { shared in
            shared.known = file.isReusable ? (file.source, file.stateLine) : nil
            shared.latest = file.source
            if document.unsavedFitDocument || shared.retained == nil { shared.retained = file.source }
        }
    }

    /// Whether the file is certainly the one that the document was last told of; the cost does not grow with the file.
    func isKnown(at path: FilePath) -> Bool {
        guard let known = self.known, known.state == suspended.toldState else { return false }
        return (try? known.file.isStill(at: path)) == true
    }

    /// Restores the file if it was deleted; a crash after this leaves the file with its checkpoint.
    func putBackIfDeleted() throws(DocumentError) {
        let path = self.path
        do { _ = try FileStatus(of: path) } catch {
            let failure = DocumentError(error, path)
            guard failure.situation == .noSuchFile else { throw failure }
            guard let latest = self.latest else {
                throw DocumentError(.unsavedConflict("it was deleted, and no copy was kept"), path)
            }
            try translating(of: path) {
                // Another program may have appended to it since.
                try latest.file.copyBeginning(count: latest.file.status().size, toNewFileAt: path)
            }
        }
    }

    /// Copies the contents that the unsaved changes were made on to their checkpoint, if possible, so that a save in
    /// this or another process finds them; called without an access when a conflict is met.
    func keepBase() {
        let checkpoints = configuration.checkpoints
        guard let retained = self.retained, let identifier = try? checkpointIdentifier(),
            let log = try? checkpoints.existingLog(identifier), let header = log.contents.header,
            let count = Contents.length(ofBase: header, in: retained)
        else { return }
        if let copy = try? checkpoints.base(of: identifier), let file = try? SourceFile(copy),
            Contents.length(ofBase: header, in: file) != nil
        {
            return
        }
        log.keepBase(of: retained.file, count: count, byCopying: true)
    }
}
