public import SystemPackage

extension Workspace {
    /// Restores a document after a crash: cuts off an unfinished increment, applies the unsaved changes and saves them.
    ///
    /// - Returns: `nil` if there is nothing to restore; then nothing is written either.
    public func restore(_ path: FilePath, _ saving: Saving) throws(DocumentError) -> JobReport? {
        try save(path, saving) { document throws(DocumentError) in
            if saving.writesDocument { document.clearLeftovers() }
            let unsaved = document.unsavedCount
            let torn = try document.cutBack(dryRun: true)
            let hadCheckpoint = unsaved > 0 || document.hadSavedCheckpoint || document.droppedCount > 0
            // A checkpoint that is entirely unreadable is set aside, too.
            let isDamaged = document.lostCheckpointBytes > 0
            guard hadCheckpoint || isDamaged || torn > 0 || saving.repairs else { return nil }
            let save = try saving.save(document)
            if save == nil, torn > 0, saving.output == nil { _ = try document.cutBack(dryRun: saving.dryRun) }
            guard hadCheckpoint || isDamaged || torn > 0 || save?.repaired != nil else { return nil }
            return JobReport(
                .restored(unsaved, cutBack: torn, save), document, called: path, saving, unsaved: document.unsavedCount)
        }
    }

    /// Reverts a document to a revision, numbered from 1, or writes that revision to a new file.
    public func goBack(_ path: FilePath, toRevision number: Int, _ saving: Saving) throws(DocumentError) -> JobReport {
        let checkpoint = options(for: saving.writesDocument ? .save : .show)
        return try open(path, saving.access, for: .reading, checkpoint) { document throws(DocumentError) in
            let save = try document.goBack(
                toRevision: number, writingTo: saving.output, force: saving.force, dryRun: saving.dryRun)
            return JobReport(.wentBack(toRevision: number, save), document, called: path, saving, unsaved: 0)
        }
    }
}
