extension Document {
    /// Applies edits, all or none, as one change, which is in the checkpoint when this returns.
    ///
    /// - Parameter overridingCertification: go on although a certification or a signature's lock forbids it.
    /// - Throws: ``DocumentError/Situation/editingDisabled``, ``DocumentError/Situation/documentClosed``, or why they cannot be applied.
    public func perform(
        _ edits: [Edit], overridingCertification: Bool = false
    ) async throws(DocumentError) -> EditReport {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            guard !refusesEdits else { throw DocumentError(.editingDisabled, path) }
            let file = try documentFile(path, for: .editing, .record)
            let report = try file.perform(edits, overridingCertification: overridingCertification)
            _ = try file.record()
            if report.applied > 0 { tell(.checkpointed) }
            return report
        }
    }

    /// Takes back the last unsaved changes, whoever made them; returns how many changes that were, and how many edits are
    /// unsaved then.
    public func undo(_ count: Int = 1) async throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try await stepping { file throws(DocumentError) in try file.undo(count) }
    }

    /// Makes changes that were taken back again; returns how many, and how many edits are unsaved then.
    public func redo(_ count: Int = 1) async throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try await stepping { file throws(DocumentError) in try file.redo(count) }
    }

    private func stepping(
        _ step: (DocumentFile) throws(DocumentError) -> (changes: Int, unsaved: Int)
    ) async throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            let outcome = try step(documentFile(path, for: .reading, .undo))
            if outcome.changes > 0 { tell(.checkpointed) }
            return outcome
        }
    }

    /// From now on edits are refused, until ``enableEditing()``: for the time in which they would be lost or in the way.
    public func disableEditing() { refusesEdits = true }

    /// Edits are taken again, as far as the file allows them.
    public func enableEditing() { refusesEdits = false }
}
