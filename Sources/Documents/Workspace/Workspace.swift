public import FileDocuments
internal import PDFModel
public import SystemPackage

extension Workspace {
    /// Undoes the last changes. One that was saved is taken back by a new change, which is unsaved.
    public func undo(_ path: FilePath, _ count: Int = 1) throws(DocumentError) -> UndoReport {
        try step(.undo, path, count)
    }

    /// Redoes changes that were undone.
    public func redo(_ path: FilePath, _ count: Int = 1) throws(DocumentError) -> UndoReport {
        try step(.redo, path, count)
    }

    private func step(
        _ direction: UndoDirection, _ path: FilePath, _ count: Int
    ) throws(DocumentError) -> UndoReport {
        try UndoReport(direction, count) { intent, body throws(DocumentError) in
            try open(path, for: intent, body)
        }
    }

    /// Returns the resolutions that are currently possible for unsaved changes that do not fit their document: each is
    /// tried in a dry run.
    ///
    /// Dropping the changes always works; the other resolutions need the document that they were made on, unchanged.
    public func possibleResolutions(of path: FilePath) -> [ConflictResolution] {
        guard checkpoints != nil else { return [] }
        return [ConflictResolution.overwrite, .copy, .reload].filter { choice in
            guard choice != .reload else { return true }
            var saving = Saving(onConflict: choice)
            saving.dryRun = true
            let document = try? DocumentFile(openingFileAt: path, for: .save(saving), in: self)
            return (try? document?.save()) != nil
        }
    }
}
