internal import LinuxFiles
internal import SystemPackage

/// The document during an access.
extension DocumentCore {
    /// The environment of operations on the document.
    package var store: DocumentStore<Contents> {
        var store = DocumentStore<Contents>(
            coordinator: configuration.coordination.coordinator,
            checkpoints: shared.ignoresCheckpoint ? nil : configuration.checkpoints)
        (store.checkpoint, store.isDurable) = (shared.identifier, shared.strategy == .immediate)
        (store.options, store.now, store.suspended) = (configuration.options, configuration.now, suspended)
        (store.keptOriginal, store.keptVersions) = (configuration.keptOriginal, configuration.keptVersions)
        return store
    }

    /// Runs `body` with the document as it is on disk now, with its unsaved changes; inside an access. A document that is lost is in
    /// conflict.
    package func attempt<Result>(
        _ path: FilePath, for intent: DocumentIntent<Contents> = .read(),
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        if shared.ignoresCheckpoint {
            switch intent {
            case .read, .save, .goBack: break
            case .step, .record: throw DocumentError(.unsavedChanges, path)
            }
        }
        let store = store
        do { return try store.attempt(at: path, knownAs: path, for: intent, body) } catch {
            do throws(DocumentError) {
                return try store.openOriginal(of: path, for: intent, after: error, body)
            } catch {
                guard error.conflictReason == nil, let original = error.original else { throw error }
                throw DocumentError(.unsavedConflict(original.reason), path).noting(original)
            }
        }
    }

    /// Reads the file and the unsaved changes, and remembers the file's state.
    ///
    /// - Parameters:
    ///   - path: where the file is now.
    ///   - isNew: whether the file is read for the first time; otherwise returns `nil` if the contents have not changed
    ///     since it was last read. Then it is called without an access.
    func examine(at path: FilePath, isNew: Bool) throws(DocumentError) -> DocumentExamination? {
        if !isNew, isKnown(at: path) { return nil }
        return try attempt(path) { document throws(DocumentError) in
            // What is read from the original is not the state of the file, whose return must still be reported.
            let state = try document.path == path ? document.opened().stateLine : "lost"
            if !isNew, state == suspended.toldState { return nil }
            let found = try document.examination()
            if document.path == path { try remember(document) }
            suspended.note(state)
            return found
        }
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
        guard let known = shared.known, known.state == suspended.toldState else { return false }
        return (try? known.file.isStill(at: path)) == true
    }

    /// Restores the file as it was read last if it was deleted; a crash after this leaves the file with its checkpoint.
    func putBackIfDeleted() throws(DocumentError) {
        let path = shared.path
        do { _ = try FileStatus(of: path) } catch {
            let failure = DocumentError(error, path)
            guard failure.situation == .noSuchFile else { throw failure }
            guard let latest = shared.latest else { return }
            try translating(of: path) {
                // Another program may have appended to it since.
                try latest.file.copyBeginning(count: latest.file.status().size, toNewFileAt: path)
            }
        }
    }

    /// Keeps the original of the unsaved changes if it was too large to be kept when they were recorded, so that a save in this or
    /// another process finds it; called without an access when a conflict is met.
    func keepOriginal() {
        guard let retained = shared.retained, let identifier = try? checkpointIdentifier(),
            let log = try? configuration.checkpoints.existingLog(identifier), let header = log.contents.header,
            let count = Contents.length(ofBase: header, in: retained)
        else { return }
        // 0 means that no copy is wanted; any other document is worth it now.
        let limit = configuration.keptOriginal == 0 ? 0 : Int.max
        _ = log.keepOriginal(
            of: retained.file, count: count, base: header.base, limit: limit, isKnown: true,
            isUntouched: retained.isUntouched)
    }
}
