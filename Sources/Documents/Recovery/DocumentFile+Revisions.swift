internal import LinuxFiles
internal import PDFModel
public import SystemPackage

extension DocumentFile {
    /// Cuts off an increment that was interrupted while it was appended.
    ///
    /// - Returns: its length in bytes; 0 where there was none.
    public func cutBack(dryRun: Bool = false) throws(DocumentError) -> Int {
        let contents = try contents()
        let surplus = contents.file.unfinishedCount
        guard surplus > 0, !dryRun else { return surplus }
        try translatingSaveErrors(of: path) { () throws(FileSaveError) in
            // A crash here leaves the torn end or none.
            try InPlaceAppend(to: path).commit(
                [], at: contents.file.count, of: contents.base.status, timeout: timeout
            ) { () throws(FileSaveError) in
                try contents.check(path)
            }
        }
        forget()
        return surplus
    }

    /// Makes the document what it was at an earlier revision, or writes that to a new file.
    ///
    /// - Parameter number: from 1, the oldest; ``DocumentSummary/revisions`` lists them.
    /// - Returns: `nil` where that is the latest revision, and the document stays as it is.
    /// - Throws: ``DocumentError/Situation/noSuchRevision(_:count:)``; ``DocumentError/Situation/wouldLoseSignatures(count:)`` where a
    ///   signature is younger; ``DocumentError/Situation/unsavedChanges`` where there are unsaved changes.
    public func goBack(
        toRevision number: Int, writingTo output: FilePath? = nil, force: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> SaveReport? {
        let contents = try contents()
        let revisions = contents.file.revisions()
        guard let revision = revisions.first(where: { $0.number == number }) else {
            throw DocumentError(.noSuchRevision(number, count: revisions.count), path)
        }
        let earlier = try reopened(upTo: revision.bytes)
        if output == nil {
            if let unsaved, unsaved.editCount > 0 { throw DocumentError(.unsavedChanges, path) }
            let lost = try contents.signatureCount() - earlier.signatureCount()
            guard lost <= 0 || force else { throw DocumentError(.wouldLoseSignatures(count: lost), path) }
            // Bytes of others may follow the latest: those are not cut off.
            guard number < revisions.count else {
                _ = try cutBack(dryRun: dryRun)
                return nil
            }
        }
        let saving = try DocumentSaving(earlier, at: path, appending: .none, timeout: timeout)
        if let output { return try saving.write(to: output, replacingExisting: force, dryRun: dryRun) }
        let report = try saving.save(.replace, dryRun: dryRun)
        if !dryRun { forget() }
        return report
    }
}
