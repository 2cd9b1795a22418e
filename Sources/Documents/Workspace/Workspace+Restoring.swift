public import SystemPackage

extension Workspace {
    /// Repairs what a crash has left of a document: cuts off an unfinished increment, makes the unsaved changes and saves them.
    ///
    /// - Returns: `nil` where there is nothing to restore; then nothing is written either.
    public func restore(_ path: FilePath, _ saving: Saving) throws(DocumentError) -> JobReport? {
        try save(path, saving) { document throws(DocumentError) in
            if saving.writesDocument { document.clearLeftovers() }
            let unsaved = document.unsavedCount
            let torn = try document.cutBack(dryRun: true)
            let hadCheckpoint = unsaved > 0 || document.hadSavedCheckpoint || document.droppedCount > 0
            // A checkpoint of which nothing can be read is set aside, too.
            let isDamaged = document.lostCheckpointBytes > 0
            guard hadCheckpoint || isDamaged || torn > 0 || saving.repairs else { return nil }
            let save = try saving.save(document)
            if save == nil, torn > 0, saving.output == nil { _ = try document.cutBack(dryRun: saving.dryRun) }
            guard hadCheckpoint || isDamaged || torn > 0 || save?.repaired != nil else { return nil }
            return JobReport(
                .restored(unsaved, cutBack: torn, save), document, called: path, saving, unsaved: document.unsavedCount)
        }
    }

    /// Makes a document what it was at a revision, from 1 on, or writes that to a new file.
    public func goBack(_ path: FilePath, toRevision number: Int, _ saving: Saving) throws(DocumentError) -> JobReport {
        let checkpoint = options(for: saving.writesDocument ? .save : .show)
        return try open(path, saving.access, for: .reading, checkpoint) { document throws(DocumentError) in
            let save = try document.goBack(
                toRevision: number, writingTo: saving.output, force: saving.force, dryRun: saving.dryRun)
            return JobReport(.wentBack(toRevision: number, save), document, called: path, saving, unsaved: 0)
        }
    }
}
