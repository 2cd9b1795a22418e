internal import FileCoordination
internal import LinuxFiles
public import SystemPackage

extension FileDocument {
    /// Writes the unsaved changes into the file; returns `nil` if there are none.
    ///
    /// Changes that others try to record during the save come after it, and stay unsaved: the checkpoint is locked
    /// until the document is saved. (UIDocument uses change-count tokens for this.)
    ///
    /// - Throws: an error if the file could not be written, or others changed it and the changes do not fit it; see
    ///   ``resolve(_:)``. The state contains `savingError` or `inConflict` then.
    public func save() async throws(DocumentError) -> SaveReport? {
        try await save(DocumentSaving(onConflict: core.configuration.onConflict))
    }

    /// Saves in another way.
    package func save(_ saving: DocumentSaving<Contents>) async throws(DocumentError) -> SaveReport? {
        try await self.saving { path throws(DocumentError) in
            if saving.onConflict == .overwrite { try core.putBackIfDeleted() }
            let report = try write(path, saving)
            do throws(DocumentError) {
                try core.attempt(path) { document throws(DocumentError) in
                    try core.remember(document)
                    // A repair may have made it possible to edit it.
                    if core.shared.isForbidden { core.note(try document.examination()) }
                }
            } catch {
                // A document that is lost is still lost after a copy was made of it.
                guard report?.copy != nil else { throw error }
            }
            return report
        }
    }

    /// Saves the document, and tells the progress if it is large, or written anew.
    private func write(_ path: FilePath, _ saving: DocumentSaving<Contents>) throws(DocumentError) -> SaveReport? {
        try core.attempt(path, for: .save(saving)) { document throws(DocumentError) in
            let isLarge = try document.opened().length >= Self.largeCount
            return try core.reportingProgress(isLarge || saving.restores == true && saving.output == nil) {
                report throws(DocumentError) in
                document.progress = report
                return try document.save()
            }
        }
    }

    /// Copying this many bytes takes long enough for progress to be shown.
    private static var largeCount: Int { 16 << 20 }

    /// An operation that nobody waits for failed, such as an autosave.
    func handle(_ error: DocumentError) async { await configuration.delegate?.document(self, didFailWith: error) }

    /// Runs `body`, which saves, in an access to write, and updates the state; reports a save, if there was one.
    package func saving(
        _ body: (FilePath) throws(DocumentError) -> SaveReport?
    ) async throws(DocumentError) -> SaveReport? {
        try checkOpen()
        do {
            let report = try await access(.writing) { path throws(DocumentError) in try body(path) }
            core.noteSettled()
            // A copy leaves the document as it is.
            if let report, report.copy == nil { core.report(.saved) }
            // At its end, the access took for the document's own what a program that does not coordinate wrote
            // meanwhile.
            await examineFile()
            return report
        } catch {
            if error.conflictReason == nil {
                core.change { $0.failedToSave = true }
            } else {
                core.change { $0.haveChangesConflict = true }
            }
            throw error
        }
    }

    /// Writes the document with its unsaved changes to a file that does not exist yet, which becomes the document
    /// (`forCreating`), or saves it in place (`forOverwriting`).
    ///
    /// With `forCreating`, the old file stays as it is, and so does its checkpoint, unless its identifier was chosen:
    /// such an identifier is that of the new file from then on. ``events()`` and ``states()`` go on.
    public func save(
        to output: FilePath, for operation: DocumentSaveOperation
    ) async throws(DocumentError) -> SaveReport? {
        guard operation == .forCreating else {
            let output = try translating(of: output) { try output.resolvingLinks() }
            guard output == path else { throw DocumentError(.fileExists, output) }
            return try await save()
        }
        try checkOpen()
        let report = try await access(.copying(to: output)) { path throws(DocumentError) in
            var saving = DocumentSaving<Contents>()
            saving.output = .file(output)
            // A checkpoint that nobody else can find by the document's path goes with the document.
            saving.movesChanges = core.shared.identifier != nil || provider is MemoryDataProvider
            saving.restores = true
            return try write(path, saving)
        }
        try await follow(to: translating(of: output) { try output.resolvingLinks() })
        return report
    }

    /// Saves if there are unsaved changes and no conflict; an error goes to the delegate, and the next autosave
    /// tries again.
    public func autosave() async {
        guard !state.contains(.closed), !core.shared.haveChangesConflict else { return }
        do { try await saveUnlessInConflict() } catch { await handle(error) }
    }

    /// Saves if there are unsaved changes; a conflict is handled, and is no error.
    func saveUnlessInConflict() async throws(DocumentError) {
        do {
            guard try await hasUnsavedChanges() else { return }
            _ = try await save()
        } catch {
            guard let reason = error.conflictReason else { throw error }
            await handle(.modification(reason))
        }
    }

    /// Drops all unsaved changes and reverts to the file.
    ///
    /// - Returns: the number of edits dropped.
    public func revert() async throws(DocumentError) -> Int {
        try checkOpen()
        let wasEnabled = !core.shared.refusesEdits
        if wasEnabled { disableEditing() }
        defer { if wasEnabled { enableEditing() } }
        do {
            // What was left aside is dropped as well.
            core.change { $0.ignoresCheckpoint = false }
            let count = try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
                let count = try core.attempt(path, for: .step) { document throws(DocumentError) in
                    let count = document.unsavedCount
                    // The only whole copy of what is lost stays, as a version.
                    _ = try core.store.keepOriginalAsVersion(core.checkpointIdentifier(), of: path)
                    try document.removeCheckpoint()
                    return count
                }
                try core.attempt(path) { document throws(DocumentError) in try core.remember(document) }
                return count
            }
            core.noteSettled()
            return count
        } catch {
            core.change { $0.failedToSave = true }
            throw error
        }
    }
}
