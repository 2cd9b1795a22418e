internal import LinuxFiles
internal import PDFModel
public import SystemPackage

extension DocumentFile {
    /// Writes the document with its edits and unsaved changes as its intent says: into its file, to a new file or a stream, as an
    /// increment or as libqpdf rewrites it. Returns `nil` if there was nothing to write or repair.
    ///
    /// When this returns, they are on disk, fsynced, and can be found after a power cut, and the checkpoint is removed if they are
    /// in the document itself. An error leaves the document and the checkpoint as they were.
    public func save() throws(DocumentError) -> SaveReport? {
        let saving = intent.saving ?? Saving()
        let contents = try opened()
        if saving.rewriting != nil { try checkSignatures(of: contents, saving) }
        let increment = try increment()
        guard !increment.isEmpty || saving.output != nil || saving.rewriting != nil else {
            if !saving.dryRun {
                // The document already contains all changes.
                clearLeftovers()
                try endCheckpoint(SavedRevision(from: contents.wholeBytes.count, to: contents.state))
                forget()
            }
            return nil
        }
        var writing = try DocumentSaving(
            contents, at: path, knownAs: knownPath, appending: increment, timeout: workspace.timeout,
            dryRun: saving.dryRun)
        writing.progress = progress
        if let options = saving.rewriting { try writing.rewrite(options, progress: progress ?? saving.progress) }
        lazy var state = writing.finishedState
        // Of a rewritten document, nothing can be taken back.
        lazy var revision = saving.rewriting == nil ? SavedRevision(from: contents.file.count, to: state) : nil
        if let output = saving.output {
            // If a crash leaves the checkpoint, the new file is recognised as having its changes.
            if saving.movesChanges { try unsaved?.noteSaving(as: state.line) }
            let report = try writing.write(saving.part, to: output, replacingExisting: saving.force)
            return saving.movesChanges ? try finish(report, nil) : report
        }
        if isSavedAsCopy { return try finish(writing.writeCopy(at: workspace.now()), nil) }
        if !saving.dryRun { try unsaved?.noteSaving(as: revision?.line ?? state.line) }
        let replaced =
            contents.isEarlier && !saving.dryRun
            ? try keepVersion(of: contents.present, isConflict: true, reason: "overwritten by unsaved changes") : nil
        let report = try writing.save(saving.method, keeping: replaced)
        if !saving.dryRun { workspace.document?.noteWriting(state) }
        return try finish(report, revision)
    }

    private func checkSignatures(of contents: OpenedPDF, _ saving: Saving) throws(DocumentError) {
        let count = try contents.signatureCount()
        guard count > 0 else { return }
        guard saving.ignoresSignatures else {
            throw DocumentError(.pdf(.wouldInvalidateSignatures(count: count)), path)
        }
        ignoredRestrictions.append("signatures become invalid")
    }

    /// Ends the checkpoint after a save: it is no longer needed.
    ///
    /// - Parameter revision: what was saved; `nil` if it cannot be taken back.
    private func finish(
        _ report: SaveReport, _ revision: @autoclosure () -> SavedRevision?
    ) throws(DocumentError) -> SaveReport {
        guard intent.saving?.dryRun != true else { return report }
        // A crash before this leaves the checkpoint, which records the document's new state.
        workspace.parking?.dropContents()
        try endCheckpoint(revision())
        forget()
        return report
    }

    /// Whether the unsaved changes go to a new file beside the document because someone else has changed the document.
    private var isSavedAsCopy: Bool {
        guard let unsaved, unsaved.editCount > 0 else { return false }
        return intent.saving?.onConflict == .copy && !unsaved.fitsDocument
    }

    /// Gives a document its name back that libfuse has taken, where the process that replaced it through a mount died, or lost
    /// the connection, before the new one had the name. Does nothing where there is a file, or none that is proved to be it.
    public static func putBack(at path: FilePath) { _ = AtomicReplacement.putBack(at: path) }

    /// Removes files left beside the document by processes that died while saving it (invariant 7), if possible.
    public func clearLeftovers() { try? AtomicReplacement.clearLeftovers(of: path) }

    /// Whether the file was only appended to since it was opened, as other saves do. If so, the same edits can be made
    /// on the current file after ``DocumentError/Situation/conflict`` or ``DocumentError/Situation/beingWritten``.
    public var wasOnlyAddedTo: Bool {
        // If another program truncated the file, the mapped bytes past its new end no longer exist.
        guard let opened = contents?.opened, let size = try? opened.source.file.status().size,
            size >= opened.wholeBytes.count
        else { return false }
        return RecordedBase(opened).isBeginning(ofFileAt: path)
    }
}
