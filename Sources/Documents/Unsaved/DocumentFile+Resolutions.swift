internal import Checkpointing
public import SystemPackage

extension DocumentFile {
    /// What can be done at this moment about unsaved changes that do not fit their document: each is tried, but for the writing.
    ///
    /// Dropping them always works; the others need the document that they were made on, as it was.
    public static func possibleResolutions(
        ofFileAt path: FilePath, password: String?, checkpoint: CheckpointOptions?
    ) -> [ConflictResolution] {
        guard var options = checkpoint else { return [] }
        options.use = .show
        return [ConflictResolution.overwrite, .copy, .reload].filter { choice in
            guard choice != .reload else { return true }
            options.onConflict = choice
            do throws(DocumentError) {
                let document = try DocumentFile(
                    openingFileAt: path, for: .editing, password: password, checkpoint: options)
                return try document.save(dryRun: true) != nil
            } catch {
                return false
            }
        }
    }
}
