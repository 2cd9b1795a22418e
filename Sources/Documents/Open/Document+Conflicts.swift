internal import Checkpointing
internal import LinuxFiles

extension Document {
    /// Reports a conflict, and resolves it if the delegate or the configuration specifies how.
    func handle(_ conflict: FileConflict) async {
        setState { $0.insert(.inConflict) }
        switch conflict {
        case .deletion: notify(.conflict, detail: "it was deleted")
        case .modification(let reason): notify(.conflict, detail: reason)
        }
        keepBase()
        let chosen = await configuration.delegate?.resolution(of: conflict, for: self)
        guard let resolution = chosen ?? configuration.onConflict.resolution else { return }
        // A deleted document cannot be reloaded; the `reload` policy applies only to contents that others wrote.
        if conflict == .deletion, resolution == .reload { return }
        do throws(DocumentError) {
            _ = try await resolve(resolution)
        } catch {
            await configuration.delegate?.document(self, didFailWith: error)
        }
    }

    /// Resolves a conflict.
    ///
    /// - Returns: a report of what was written, if anything.
    /// - Throws: ``DocumentError/Situation/unsavedConflict(_:)`` if this resolution is not possible, for example
    ///   because the old file is gone.
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
            let report = try documentFile(path, for: .editing, .save, onConflict: choice).save()
            retained = nil
            try remember(documentFile(path, for: .reading, .show))
            return report
        }
        setState { $0.subtract([.savingError, .inConflict]) }
        if report != nil { notify(.saved) }
        return report
    }

    /// Copies the document that the unsaved changes were made on to their checkpoint, so that a save in this or another
    /// process finds it.
    private func keepBase() {
        let store = configuration.checkpoints
        guard let retained, let identifier = try? identifier(), let log = try? store.existingLog(identifier),
            let base = log.contents.header.flatMap(RecordedBase.init),
            base.isBeginning(of: retained.file)
        else { return }
        if let copy = try? store.base(of: identifier), base.isBeginning(ofFileAt: copy) { return }
        log.keepBase(of: retained.file, count: base.state.bytes, byCopying: true)
    }

    /// Restores the file if it was deleted; a crash after this leaves the file with its checkpoint.
    private func putBackIfDeleted() throws(DocumentError) {
        let path = path
        do throws(SystemCallError) { _ = try FileStatus(of: path) } catch {
            let failure = DocumentError(error, path)
            guard failure.situation == .noSuchFile else { throw failure }
            guard let retained else {
                throw DocumentError(.unsavedConflict("it was deleted, and nothing of it was kept"), path)
            }
            try translatingSaveErrors(of: path) { () throws(FileSaveError) in try retained.putBack(at: path) }
        }
    }
}

extension ConflictResolution {
    /// The resolution that the policy prescribes; `nil` for policies that leave the choice to others.
    fileprivate var resolution: FileConflictResolution? {
        switch self {
        case .fail, .merge: nil
        case .overwrite: .save
        case .reload: .reload
        case .copy: .copy
        }
    }
}
