internal import LinuxFiles
internal import SystemPackage

extension PresentedDocument {
    /// Reports a conflict, and resolves it if the document or the configuration specifies how.
    func handle(_ conflict: FileConflict) async {
        core.changeConflict(changes: true)
        switch conflict {
        case .deletion: notify(.conflict, detail: "it was deleted")
        case .modification(let reason): notify(.conflict, detail: reason)
        }
        keepBase()
        let chosen = await resolution(of: conflict)
        guard let resolution = chosen ?? core.configuration.onConflict.resolution else { return }
        // A deleted document cannot be reloaded; the `reload` policy applies only to contents that others wrote.
        if conflict == .deletion, resolution == .reload { return }
        do { _ = try await resolve(resolution) } catch { await handleError(error) }
    }

    /// Resolves a conflict.
    ///
    /// - Returns: a report of what was written, if anything.
    /// - Throws: an error if this resolution is not possible, for example because the old file is gone.
    public func resolve(_ resolution: FileConflictResolution) async throws(DocumentError) -> Report? {
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

    private func writing(_ choice: ConflictResolution) async throws(DocumentError) -> Report? {
        let report = try await access(.writing) { path throws(DocumentError) in
            try writeChanges(at: path, resolving: choice)
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
}
