extension Document {
    /// Applies edits, all or none, as one change, which is in the checkpoint when this returns.
    ///
    /// - Parameters:
    ///   - edits: in their order.
    ///   - ignoringSignatures: proceed even if a certification or a signature's lock forbids it.
    /// - Throws: `editingDisabled`, `documentClosed`, or the reason
    ///   why the edits cannot be applied.
    public func perform(
        _ edits: [Edit], ignoringSignatures: Bool = false
    ) async throws(DocumentError) -> EditReport {
        try await recording { document throws(DocumentError) in
            guard edits.count >= Self.manyEdits else {
                return try document.perform(edits, ignoringSignatures: ignoringSignatures)
            }
            return try reportingProgress { report throws(DocumentError) in
                document.progress = report
                return try document.perform(edits, ignoringSignatures: ignoringSignatures)
            }
        }
    }

    /// So many edits take long enough to be seen.
    private static var manyEdits: Int { 1000 }

    /// Undoes the last changes, regardless of which process made them. One that was saved is taken back by a new change,
    /// which is unsaved.
    ///
    /// - Throws: `editingDisabled`, `documentClosed`,
    ///   `notUndoable`, or the reason why the changes cannot be read.
    public func undo(_ count: Int = 1) async throws(DocumentError) -> UndoReport { try await step(.undo, count) }

    /// Redoes changes that were undone.
    ///
    /// - Throws: as ``undo(_:)`` does.
    public func redo(_ count: Int = 1) async throws(DocumentError) -> UndoReport { try await step(.redo, count) }

    private func step(_ direction: UndoDirection, _ count: Int) async throws(DocumentError) -> UndoReport {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try checkEditing(at: path)
            let report = try UndoReport(direction, count) { intent, body throws(DocumentError) in
                try body(openDocument(path, for: intent))
            }
            if report.changes > 0 { reportRecording() }
            return report
        }
    }
}
