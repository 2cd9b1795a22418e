internal import Checkpointing
public import SystemPackage

extension DocumentFile {
    /// Returns the resolutions that are currently possible for unsaved changes that do not fit their document: each is
    /// tried in a dry run.
    ///
    /// Dropping the changes always works; the other resolutions need the document that they were made on, unchanged.
    public static func possibleResolutions(
        ofFileAt path: FilePath, password: String?, checkpoint: CheckpointOptions?
    ) -> [ConflictResolution] {
        guard var options = checkpoint else { return [] }
        options.use = .show
        return [ConflictResolution.overwrite, .copy, .reload].filter { choice in
            guard choice != .reload else { return true }
            options.onConflict = choice
            do {
                let document = try DocumentFile(
                    openingFileAt: path, for: .editing, password: password, checkpoint: options)
                return try document.save(dryRun: true) != nil
            } catch {
                return false
            }
        }
    }
}
