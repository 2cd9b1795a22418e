internal import Checkpointing
internal import LinuxFiles
public import PDFModel
public import SystemPackage

extension Document {
    /// Writes the unsaved changes into the file; returns `nil` if there are none.
    ///
    /// Changes that others try to record during the save come after it, and stay unsaved: the checkpoint is locked
    /// until the document is saved. (UIDocument uses change-count tokens for this.)
    ///
    /// - Throws: ``DocumentError/Situation/unsavedConflict(_:)`` if others changed the file and the changes do not fit
    ///   it; see ``resolve(_:)``. After an error, the state contains ``State/savingError`` or ``State/inConflict``.
    public func save(_ method: SaveMethod = .auto) async throws(DocumentError) -> SaveReport? {
        try await saving { document, path throws(DocumentError) in
            try document.documentFile(path, for: .editing, .save).save(method)
        }
    }

    /// Writes the document with its unsaved changes to a file that does not exist yet, which becomes the document
    /// (`forCreating`), or saves it in place (`forOverwriting`).
    ///
    /// With `forCreating`, the old file and its checkpoint stay as they are.
    public func save(to output: FilePath, for operation: SaveOperation) async throws(DocumentError) -> SaveReport? {
        guard operation == .forCreating else {
            let output = try translatingSystemCalls(of: output) { () throws(SystemCallError) in
                try output.resolvingLinks()
            }
            guard output == path else { throw DocumentError(.fileExists, output) }
            return try await save()
        }
        try checkOpen()
        let report = try await access(.copying(to: output)) { path throws(DocumentError) in
            try documentFile(path, for: .editing, .show).save(to: output)
        }
        let state = state
        end()
        setPath(try translatingSystemCalls(of: output) { () throws(SystemCallError) in try output.resolvingLinks() })
        try await open()
        if state.contains(.savingError) { setState { $0.insert(.savingError) } }
        return report
    }

    /// Rewrites the document with its unsaved changes through libqpdf; ``progress`` reports the progress.
    public func rewrite(
        _ options: RewriteOptions, force: Bool = false
    ) async throws(DocumentError) -> SaveReport? {
        try await saving { document, path throws(DocumentError) in
            document.setState { $0.insert(.progressAvailable) }
            defer {
                document.setProgress(nil)
                document.setState { $0.remove(.progressAvailable) }
            }
            let file = try document.documentFile(path, for: .rewriting, .save)
            return try file.rewrite(options, force: force, progress: document.setProgress)
        }
    }

    private func saving(
        _ body: (isolated Document, FilePath) throws(DocumentError) -> SaveReport?
    ) async throws(DocumentError) -> SaveReport? {
        try checkOpen()
        do throws(DocumentError) {
            let report = try await access(.writing) { path throws(DocumentError) in
                let report = try body(self, path)
                try remember(documentFile(path, for: .reading, .show))
                return report
            }
            setState { $0.subtract([.savingError, .inConflict]) }
            if report != nil { notify(.saved) }
            return report
        } catch {
            if case .unsavedConflict = error.situation {
                setState { $0.insert(.inConflict) }
            } else {
                setState { $0.insert(.savingError) }
            }
            throw error
        }
    }

    /// Saves if there are unsaved changes and no conflict; an error is reported to the delegate, and the next autosave
    /// tries again.
    public func autosave() async {
        guard state.isDisjoint(with: [.closed, .inConflict]) else { return }
        do throws(DocumentError) {
            guard try await hasUnsavedChanges() else { return }
            _ = try await save()
        } catch {
            if case .unsavedConflict(let reason) = error.situation {
                await handle(.modification(reason))
            } else {
                await configuration.delegate?.document(self, didFailWith: error)
            }
        }
    }

    /// Drops all unsaved changes and reverts to the file.
    ///
    /// - Returns: the number of edits dropped.
    public func revert() async throws(DocumentError) -> Int {
        try checkOpen()
        let wasEnabled = !refusesEdits
        if wasEnabled { disableEditing() }
        defer { if wasEnabled { enableEditing() } }
        do throws(DocumentError) {
            let count = try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
                let file = try documentFile(path, for: .reading, .undo)
                let count = file.unsavedCount
                try file.removeCheckpoint()
                retained = nil
                try remember(documentFile(path, for: .reading, .show))
                return count
            }
            setState { $0.subtract([.savingError, .inConflict]) }
            return count
        } catch {
            setState { $0.insert(.savingError) }
            throw error
        }
    }

    /// Makes all unsaved changes durable.
    public func saveCheckpoint() throws(DocumentError) {
        guard configuration.strategy != .immediate else { return }
        try DocumentFile.synchronizeChanges(identifier(), of: path, in: configuration.checkpoints)
    }

    /// The identifier of the document's checkpoint.
    func identifier() throws(DocumentError) -> CheckpointIdentifier {
        if let chosen = configuration.identifier { return chosen }
        return try DocumentFile.checkpointIdentifier(forFileAt: path, in: configuration.checkpoints)
    }

    func checkpointByItself() async {
        do throws(DocumentError) {
            try saveCheckpoint()
        } catch {
            await configuration.delegate?.document(self, didFailWith: error)
        }
    }
}
