extension FileDocument {
    /// Reports a conflict, and resolves it if the document or the configuration specifies how.
    func handle(_ conflict: FileConflict) async {
        core.change { $0.haveChangesConflict = true }
        switch conflict {
        case .deletion: core.report(.conflict, detail: "it was deleted")
        case .modification(let reason): core.report(.conflict, detail: reason)
        }
        core.keepOriginal()
        let chosen = await configuration.delegate?.resolution(of: conflict, for: self)
        guard let resolution = chosen ?? core.configuration.onConflict.resolution else { return }
        // A lost document cannot be reloaded; the `reload` policy applies only to contents that others wrote.
        if resolution == .reload, conflict == .deletion || (try? core.store.original(at: path)) != nil { return }
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
            try await close(.keep)
            return nil
        case .reload:
            _ = try await revert()
            return nil
        case .copy: return try await save(DocumentSaving(onConflict: .copy))
        case .save: return try await save(DocumentSaving(onConflict: .overwrite))
        }
    }
}
