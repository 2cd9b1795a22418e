internal import LinuxFiles
public import PDFModel
public import SystemPackage

extension DocumentFile {
    /// Writes the document with its edits and unsaved changes to a new file, which appears complete or not at all.
    public func save(
        to output: FilePath, replacingExisting: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> SaveReport {
        try write(.document, to: .file(output), replacingExisting: replacingExisting, dryRun: dryRun)
    }

    /// Writes the document with its edits and unsaved changes to a new file, which is the document from then on, and
    /// removes the checkpoint.
    func moveChanges(to output: FilePath) throws(DocumentError) -> SaveReport {
        let contents = try contents()
        let saving = try newSaving(contents, appending: increment(contents))
        // If a crash leaves the checkpoint, the new file is recognised as having its changes.
        try unsaved?.noteSaving(as: saving.finishedState)
        return try finish(
            dryRun: false, saving.write(.document, to: .file(output), replacingExisting: false, dryRun: false))
    }

    /// Writes the document with its edits and unsaved changes, or only their increment, to a new file or a stream.
    public func write(
        _ part: OutputPart, to output: Output, replacingExisting: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> SaveReport {
        let contents = try contents()
        let saving = try newSaving(contents, appending: increment(contents))
        return try saving.write(part, to: output, replacingExisting: replacingExisting, dryRun: dryRun)
    }

    /// Rewrites the document with its edits and unsaved changes through libqpdf, in place or to a new file.
    ///
    /// - Parameters:
    ///   - options: what is written, and how.
    ///   - output: the new file; `nil` replaces the document.
    ///   - force: replace an existing output file.
    ///   - ignoringSignatures: rewrite even if signatures become invalid.
    ///   - dryRun: do everything except write.
    ///   - progress: called with percentages from 0 to 100.
    public func rewrite(
        _ options: RewriteOptions, to output: Output? = nil, force: Bool = false, ignoringSignatures: Bool = false,
        dryRun: Bool = false, progress: ((Int) -> Void)? = nil
    ) throws(DocumentError) -> SaveReport {
        let contents = try contents()
        let signatures = try contents.signatureCount()
        if signatures > 0 {
            guard ignoringSignatures else {
                throw DocumentError(.pdf(.wouldInvalidateSignatures(count: signatures)), path)
            }
            ignoredRestrictions.append("signatures become invalid")
        }
        var saving = try newSaving(contents, appending: increment(contents))
        saving.progress = progress
        let bytes = try saving.rewritten(options, progress: progress)
        if let output {
            return try saving.write(bytes, to: output, replacingExisting: force, dryRun: dryRun)
        }
        if isSavedAsCopy { return try finish(dryRun: dryRun, saving.writeCopy(bytes, at: now(), dryRun: dryRun)) }
        let state = bytes.withUnsafeBytes { DocumentState($0) }
        if !dryRun { try unsaved?.noteSaving(as: state) }
        let report = try keepingReplaced(contents, dryRun: dryRun) { () throws(DocumentError) in
            try saving.replace(with: bytes, dryRun: dryRun)
        }
        if !dryRun { didWrite?(state) }
        return try finish(dryRun: dryRun, report)
    }

    /// Whether the unsaved changes go to a new file beside the document because someone else has changed the document.
    var isSavedAsCopy: Bool {
        guard let unsaved, unsaved.editCount > 0 else { return false }
        return checkpoint?.onConflict == .copy && !unsaved.fitsDocument
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
        guard let opened, let size = try? opened.source.file.status().size, size >= opened.wholeBytes.count else {
            return false
        }
        return RecordedBase(opened).isBeginning(ofFileAt: path)
    }
}
