extension Document {
    /// Applies edits, all or none, as one change, which is in the checkpoint when this returns.
    ///
    /// - Parameters:
    ///   - edits: in their order.
    ///   - overridingCertification: proceed even if a certification or a signature's lock forbids it.
    /// - Throws: ``DocumentError/Situation/editingDisabled``, ``DocumentError/Situation/documentClosed``, or the reason
    ///   why the edits cannot be applied.
    public func perform(
        _ edits: [Edit], overridingCertification: Bool = false
    ) async throws(DocumentError) -> EditReport {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            guard !core.refusesEdits else { throw DocumentError(.editingDisabled, path) }
            let file = try documentFile(path, for: .editing, .record)
            let report = try file.perform(edits, overridingCertification: overridingCertification)
            _ = try file.record()
            if report.applied > 0 { notify(.checkpointed) }
            return report
        }
    }

    /// Undoes the last unsaved changes, regardless of which process made them; returns the number of changes undone,
    /// and the new number of unsaved edits.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, or the reason why the changes cannot be read.
    public func undo(_ count: Int = 1) async throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try await stepping { file throws(DocumentError) in try file.undo(count) }
    }

    /// Redoes changes that were undone; returns the number of changes redone, and the new number of unsaved edits.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, or the reason why the changes cannot be read.
    public func redo(_ count: Int = 1) async throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try await stepping { file throws(DocumentError) in try file.redo(count) }
    }

    private func stepping(
        _ step: (DocumentFile) throws(DocumentError) -> (changes: Int, unsaved: Int)
    ) async throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            let outcome = try step(documentFile(path, for: .reading, .undo))
            if outcome.changes > 0 { notify(.checkpointed) }
            return outcome
        }
    }

}
