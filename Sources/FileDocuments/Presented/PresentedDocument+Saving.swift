internal import FileCoordination
internal import LinuxFiles
public import SystemPackage

extension PresentedDocument {
    /// Writes the unsaved changes into the file; returns `nil` if there are none.
    ///
    /// Changes that others try to record during the save come after it, and stay unsaved: the checkpoint is locked
    /// until the document is saved. (UIDocument uses change-count tokens for this.)
    ///
    /// - Throws: an error if the file could not be written, or others changed it and the changes do not fit it; see
    ///   ``resolve(_:)``. The state contains `savingError` or `inConflict` then.
    public func save() async throws(DocumentError) -> Report? {
        try await saving { document, path throws(DocumentError) in try document.writeChanges(at: path, resolving: nil) }
    }

    /// Runs `body`, which saves, in an access to write, and updates the state.
    package func saving(
        _ body: (isolated Self, FilePath) throws(DocumentError) -> Report?
    ) async throws(DocumentError) -> Report? {
        try checkOpen()
        do {
            let report = try await access(.writing) { path throws(DocumentError) in try body(self, path) }
            await didSave(report)
            return report
        } catch {
            if error.conflictReason == nil {
                setState { $0.insert(.savingError) }
            } else {
                core.changeConflict(changes: true)
            }
            throw error
        }
    }

    /// Updates the state, and reports a save, if there was one, and what a program that does not coordinate has written
    /// since: the end of the access took it for the document's own.
    func didSave(_ report: Report?) async {
        noteSettled()
        if report != nil { notify(.saved) }
        await examineFile()
    }

    /// Writes the document with its unsaved changes to a file that does not exist yet, which becomes the document
    /// (`forCreating`), or saves it in place (`forOverwriting`).
    ///
    /// With `forCreating`, the old file stays as it is, and so does its checkpoint, unless its identifier was chosen:
    /// such an identifier is that of the new file from then on. ``events()`` and ``states()`` go on.
    public func save(
        to output: FilePath, for operation: DocumentSaveOperation
    ) async throws(DocumentError) -> Report? {
        guard operation == .forCreating else {
            let output = try translating(of: output) { try output.resolvingLinks() }
            guard output == path else { throw DocumentError(.fileExists, output) }
            return try await save()
        }
        try checkOpen()
        let report = try await access(.copying(to: output)) { path throws(DocumentError) in
            try writeCopy(at: path, to: output)
        }
        let state = state
        try await follow(to: translating(of: output) { try output.resolvingLinks() })
        if state.contains(.savingError) { setState { $0.insert(.savingError) } }
        return report
    }

    /// Saves if there are unsaved changes and no conflict; an error goes to ``handleError(_:)``, and the next autosave
    /// tries again.
    public func autosave() async {
        guard !state.contains(.closed), !core.haveChangesConflict else { return }
        do {
            guard try await hasUnsavedChanges() else { return }
            _ = try await save()
        } catch {
            if let reason = error.conflictReason {
                await handle(.modification(reason))
            } else {
                await handleError(error)
            }
        }
    }

    /// Drops all unsaved changes and reverts to the file.
    ///
    /// - Returns: the number of edits dropped.
    public func revert() async throws(DocumentError) -> Int {
        try checkOpen()
        let wasEnabled = !core.refusesEdits
        if wasEnabled { disableEditing() }
        defer { if wasEnabled { enableEditing() } }
        do {
            // What was left aside is dropped as well.
            core.change { $0.ignoresCheckpoint = false }
            let count = try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
                try discardChanges(at: path)
            }
            noteSettled()
            return count
        } catch {
            setState { $0.insert(.savingError) }
            throw error
        }
    }
}
