internal import LinuxFiles
public import PDFModel
public import SystemPackage

extension DocumentFile {
    /// Writes the edits and the unsaved changes into the document, by an increment; `nil` where there was nothing to write, nor
    /// to repair.
    ///
    /// When this returns they are on disk, fsynced, and findable after a power cut, and the checkpoint is removed. An error
    /// leaves the document, and the checkpoint, as they were.
    ///
    /// - Parameter dryRun: do everything but write.
    public func save(_ method: SaveMethod = .auto, dryRun: Bool = false) throws(DocumentError) -> SaveReport? {
        let contents = try contents()
        let increment = try increment(contents)
        guard !increment.isEmpty else {
            // The document has it all already.
            if !dryRun {
                clearLeftovers()
                try removeCheckpoint()
                forget()
            }
            return nil
        }
        let saving = try DocumentSaving(contents, at: path, appending: increment, timeout: timeout)
        if isSavedAsCopy { return try finish(dryRun: dryRun, saving.writeCopy(at: now(), dryRun: dryRun)) }
        if !dryRun { try unsaved?.noteSaving(as: saving.finishedState) }
        let report = try keepingReplaced(contents, dryRun: dryRun) { () throws(DocumentError) in
            try saving.save(method, dryRun: dryRun)
        }
        return try finish(dryRun: dryRun, report)
    }

    /// Writes the document with its edits and unsaved changes to a new file, which appears fully formed or not at all.
    public func save(
        to output: FilePath, replacingExisting: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> SaveReport {
        let contents = try contents()
        let saving = try DocumentSaving(contents, at: path, appending: increment(contents), timeout: timeout)
        return try saving.write(to: output, replacingExisting: replacingExisting, dryRun: dryRun)
    }

    /// Lets libqpdf write the document with its edits and unsaved changes anew, in its place or to a new file.
    ///
    /// - Parameters:
    ///   - force: replace an existing output, and rewrite although signatures become invalid.
    ///   - progress: called with percentages from 0 to 100.
    public func rewrite(
        _ options: RewriteOptions, to output: FilePath? = nil, force: Bool = false, dryRun: Bool = false,
        progress: ((Int) -> Void)? = nil
    ) throws(DocumentError) -> SaveReport {
        let contents = try contents()
        let signatures = try contents.signatureCount()
        guard signatures == 0 || force else { throw DocumentError(.wouldInvalidateSignatures(count: signatures), path) }
        let saving = try DocumentSaving(contents, at: path, appending: increment(contents), timeout: timeout)
        let bytes = try saving.rewritten(options, progress: progress)
        if let output {
            return try saving.write(bytes, to: output, replacingExisting: force, dryRun: dryRun)
        }
        if isSavedAsCopy { return try finish(dryRun: dryRun, saving.writeCopy(bytes, at: now(), dryRun: dryRun)) }
        if !dryRun { try unsaved?.noteSaving(as: bytes.withUnsafeBytes { DocumentState($0) }) }
        let report = try keepingReplaced(contents, dryRun: dryRun) { () throws(DocumentError) in
            try saving.replace(with: bytes, dryRun: dryRun)
        }
        return try finish(dryRun: dryRun, report)
    }

    /// Whether the unsaved changes go to a new file beside the document, which somebody else has changed.
    private var isSavedAsCopy: Bool {
        guard let unsaved, unsaved.editCount > 0 else { return false }
        return checkpoint?.onConflict == .copy && !unsaved.fitsDocument
    }

    /// Removes what processes that died while they saved the document have left beside it (invariant 7), where it can be.
    public func clearLeftovers() { try? AtomicReplacement.clearLeftovers(of: path) }

    /// After ``DocumentError/Situation/conflict`` or ``DocumentError/Situation/beingWritten``: whether the file was only added to since it was opened, as other saves do it. Then the same
    /// edits can be made on the file as it is now.
    public var wasOnlyAddedTo: Bool {
        // Cut by another program, the file has no bytes any more where they were mapped.
        guard let opened, let size = try? opened.source.status().size, size >= opened.wholeBytes.count else {
            return false
        }
        return RecordedBase(opened).isBeginning(ofFileAt: path)
    }

    /// The document is saved: the checkpoint has served its time.
    private func finish(dryRun: Bool, _ report: SaveReport) throws(DocumentError) -> SaveReport {
        guard !dryRun else { return report }
        // A crash before this leaves the checkpoint with the note of what the document is now.
        try removeCheckpoint()
        forget()
        return report
    }
}
