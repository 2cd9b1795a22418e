public import FileDocuments
internal import PDFModel
public import SystemPackage

extension Workspace {
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
