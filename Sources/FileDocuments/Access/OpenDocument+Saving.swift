internal import Checkpointing
internal import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

extension OpenDocument {
    /// Writes the document with its edits and unsaved changes as its intent says: into its file, to a new file or a stream, as an
    /// increment or as a whole. Returns `nil` if there was nothing to write.
    ///
    /// When this returns, they are on disk, fsynced, and can be found after a power cut, and the checkpoint is removed if they are
    /// in the document itself. An error leaves the document and the checkpoint as they were.
    public func save() throws(DocumentError) -> SaveReport? {
        let saving = intent.saving ?? DocumentSaving()
        let progress = progress ?? saving.progress
        let (file, encoded) = try withContents { contents, file throws(DocumentError) in
            (file, try contents.encoded(of: file, for: saving, progress))
        }
        ignoredRestrictions += encoded.ignoredRestrictions
        // Computed only where something is noted.
        lazy var saved = encoded.saved()
        if encoded.parts.isEmpty, saving.output == nil {
            if !saving.dryRun {
                // The document already contains all changes, by a save that may have died before they were on the disk.
                do throws(SystemCallError) {
                    if !identity.hadSavedCheckpoint { try file.source.synchronize(at: path) }
                } catch {
                    guard unsavedCount == 0 else { throw DocumentError(error, path) }
                }
                clearLeftovers()
                try endCheckpoint(saved.note, of: file)
                settle()
            }
            return nil
        }
        if let output = saving.output {
            // If a crash leaves the checkpoint, the new file is recognised as having its changes.
            if saving.movesChanges { try unsaved?.noteSaving(as: saved.state) }
            var report = try write(encoded, of: file, saving, to: output)
            guard saving.movesChanges else { return report }
            // The document itself is lost.
            if saving.onConflict == .copy { report.copy = output.path }
            try finish(nil, file)
            return report
        }
        if saving.onConflict == .copy, file.isEarlier {
            // Someone else has changed the document.
            let copy = try ConflictCopy.write(of: path, at: store.now()) { path throws(DocumentError) in
                try commit(of: file, saving).write(encoded, to: .file(path), replacingExisting: false)
            }
            var report = encoded.report
            report.copy = copy.path
            try finish(nil, file)
            return report
        }
        if !saving.dryRun { try unsaved?.noteSaving(as: saved.note?.line ?? saved.state) }
        let replaced = saving.dryRun ? nil : try versionBeforeSave(of: file, isIncrement: encoded.isIncrement)
        let report = try publish(encoded, of: file, saving, keeping: replaced)
        if let suspended = store.suspended, !saving.dryRun { suspended.note(saved.state) }
        try finish(saved.note, file)
        return report
    }

    private func commit(of file: Contents.File, _ saving: DocumentSaving<Contents>) -> FileCommit {
        FileCommit(
            of: file.source, over: file.present.source, at: path, knownAs: knownPath, timeout: store.timeout,
            dryRun: saving.dryRun, check: file.checkReading, progress: progress)
    }

    /// Writes encoded contents into the document's file.
    ///
    /// - Parameter replaced: the version that keeps the document that is replaced, if that is not the new one's beginning.
    package func publish(
        _ encoded: EncodedContents, of file: Contents.File, _ saving: DocumentSaving<Contents>,
        keeping replaced: ReplacedVersion? = nil
    ) throws(DocumentError) -> SaveReport {
        var report = encoded.report
        do {
            var commit = commit(of: file, saving)
            commit.willReplace = replaced?.note
            let (method, reason) = try commit.publish(encoded, by: saving.method)
            if !encoded.isRewrite { (report.method, report.reason) = (method, reason) }
        } catch {
            replaced?.drop()
            throw error
        }
        let links = file.present.source.status.hardLinkCount
        if encoded.isRewrite, links > 1 {
            report.reason = "the other \(links - 1) hard links of the file keep the old document"
        }
        report.kept = replaced?.version
        replaced?.announce()
        return report
    }

    /// Writes encoded contents elsewhere.
    package func write(
        _ encoded: EncodedContents, of file: Contents.File, _ saving: DocumentSaving<Contents>, to output: Output
    ) throws(DocumentError) -> SaveReport {
        try commit(of: file, saving).write(encoded, to: output, replacingExisting: saving.force)
        return encoded.report
    }

    /// Ends the checkpoint after a save: it is no longer needed.
    ///
    /// - Parameter note: what was saved; `nil` if it cannot be taken back.
    private func finish(_ note: @autoclosure () -> SaveNote?, _ file: Contents.File) throws(DocumentError) {
        guard intent.saving?.dryRun != true else { return }
        // A crash before this leaves the checkpoint, which records the document's new state.
        store.suspended?.dropFiles()
        try endCheckpoint(note(), of: file)
        settle()
    }

    /// Ends the checkpoint after a save of its changes, and keeps them in the history, so that they can be taken back.
    /// If a change was saved without being recorded, only the save is noted.
    ///
    /// - Parameter note: what was saved; `nil` if it cannot be taken back.
    private func endCheckpoint(
        _ note: @autoclosure () -> SaveNote?, of file: Contents.File
    ) throws(DocumentError) {
        guard keepsHistory, unsaved != nil || !pending.isEmpty, let history = store.checkpoints?.history,
            let note = note()
        else { return try removeCheckpoint() }
        let time = Int(store.now().timeIntervalSince1970)
        if let unsaved {
            let (aside, loss) = try unsaved.keep(
                in: history, adding: pending, as: note.line, withBase: file.undoNeedsCopy)
            if let aside { identity.checkpointSetAside = aside }
            if let loss { notifyOfLostHistory(loss) }
            history.clean(now: time)
        } else {
            // Removes one whose changes were dropped.
            try removeCheckpoint()
            do { try history.noteSave(store.identifier(of: path), note.note, now: time) } catch {
                notifyOfLostHistory(error)
            }
        }
    }

    private func notifyOfLostHistory(_ error: CheckpointError) {
        store.notify(.skipped("what was saved cannot be undone later: \(error.cause?.sentence() ?? error.description)"))
    }

    /// Keeps the document that a save is about to replace as a version: it is someone else's, or the user may want it back, and
    /// is never destroyed without a request. Returns `nil` where there are no versions.
    ///
    /// A crash after this leaves a version with the bytes of the document, which is found when the save is repeated.
    package func keepVersion(
        of replaced: Contents.File, as note: VersionNote
    ) throws(DocumentError) -> ReplacedVersion? {
        guard let versions = store.versions else { return nil }
        return try ReplacedVersion(keeping: replaced.source, of: path, as: note, in: versions)
    }

    /// Keeps what is in the document's file where it is someone else's, or the user keeps what saves replace: an increment replaces nothing.
    private func versionBeforeSave(
        of file: Contents.File, isIncrement: Bool
    ) throws(DocumentError) -> ReplacedVersion? {
        if file.isEarlier { return try keepVersion(of: file.present, as: VersionNote(.overwritten, isConflict: true)) }
        guard store.keptVersions > 0, !isIncrement else { return nil }
        do { return try keepVersion(of: file, as: VersionNote(.saved)) } catch {
            store.notify(.skipped("what the save replaces is not kept as a version: \(error)"))
            return nil
        }
    }

    /// Gives a document back the name that libfuse has taken from it, if the process that replaced it through a mount
    /// died, or lost the connection, before the new file had the name. Does nothing if there is a file at the path, or
    /// if no file is proved to be the document.
    public static func putBack(at path: FilePath) { _ = AtomicReplacement.putBack(at: path) }

    /// Removes files left beside the document by processes that died while saving it (invariant 7), if possible.
    public func clearLeftovers() { try? AtomicReplacement.clearLeftovers(of: path) }

    /// Whether the file was only appended to since it was opened, as other saves do. If so, the same edits can be made
    /// on the current file after ``DocumentError/Situation/conflict`` or ``DocumentError/Situation/beingWritten``.
    public var wasOnlyAddedTo: Bool {
        // If another program truncated the file, the mapped bytes past its new end no longer exist.
        guard let file = openedFile, let size = try? file.source.file.status().size, size >= file.length else {
            return false
        }
        return file.isBeginning(ofFileAt: path)
    }
}
