internal import LinuxFiles
internal import SystemPackage

extension FileDocument {
    /// Reports a conflict, and resolves it if the document or the configuration specifies how.
    func handle(_ conflict: FileConflict) async {
        core.change { $0.haveChangesConflict = true }
        switch conflict {
        case .deletion: core.report(.conflict, detail: "it was deleted")
        case .modification(let reason): core.report(.conflict, detail: reason)
        }
        keepBase()
        let chosen = await configuration.delegate?.resolution(of: conflict, for: self)
        guard let resolution = chosen ?? core.configuration.onConflict.resolution else { return }
        // A deleted document cannot be reloaded; the `reload` policy applies only to contents that others wrote.
        if conflict == .deletion, resolution == .reload { return }
        do { _ = try await resolve(resolution) } catch { await handle(error) }
    }

    /// Resolves a conflict.
    ///
    /// - Returns: a report of what was written, if anything.
    /// - Throws: an error if this resolution is not possible, for example because the old file is gone.
    public func resolve(_ resolution: FileConflictResolution) async throws(DocumentError) -> SaveReport? {
        try checkOpen()
        switch resolution {
        case .close:
            try await close(saving: false)
            return nil
        case .reload:
            _ = try await revert()
            return nil
        case .copy: return try await writing(.copy)
        case .save:
            try putBackIfDeleted()
            return try await writing(.overwrite)
        }
    }

    private func writing(_ choice: ConflictResolution) async throws(DocumentError) -> SaveReport? {
        let report = try await access(.writing) { path throws(DocumentError) in
            try writeChanges(at: path, DocumentSaving(onConflict: choice))
        }
        await didSave(report)
        return report
    }

    /// Restores the file if it was deleted; a crash after this leaves the file with its checkpoint.
    private func putBackIfDeleted() throws(DocumentError) {
        let path = path
        do { _ = try FileStatus(of: path) } catch {
            let failure = DocumentError(error, path)
            guard failure.situation == .noSuchFile else { throw failure }
            guard let retained = core.retained else {
                throw DocumentError(.unsavedConflict("it was deleted, and no copy was kept"), path)
            }
            try translating(of: path) {
                try retained.file.copyBeginning(count: retained.status.size, toNewFileAt: path)
            }
        }
    }

    /// Copies the contents that the unsaved changes were made on to their checkpoint, if possible, so that a save in
    /// this or another process finds them; called without an access when a conflict is met.
    private func keepBase() {
        guard let retained = core.retained, let identifier = try? core.checkpointIdentifier(),
            let log = try? core.configuration.checkpoints.existingLog(identifier), let header = log.contents.header,
            let count = Contents.length(ofBase: header, in: retained)
        else { return }
        if let copy = try? core.configuration.checkpoints.base(of: identifier), let file = try? SourceFile(copy),
            Contents.length(ofBase: header, in: file) != nil
        {
            return
        }
        log.keepBase(of: retained.file, count: count, byCopying: true)
    }
}
