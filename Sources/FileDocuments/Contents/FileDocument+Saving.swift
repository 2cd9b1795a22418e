internal import Checkpointing
internal import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

/// The steps of a ``PresentedDocument``.
extension FileDocument {
    public func examine(at path: FilePath, isNew: Bool) throws(DocumentError) -> DocumentExamination? {
        if isNew, state.contains(.closed) { core.loaded = nil }
        _ = try storage(at: path)
        guard let loaded = core.loaded, isNew || loaded.digest != core.announced else { return nil }
        core.announced = loaded.digest
        return DocumentExamination(conflict: loaded.conflict)
    }

    public func writeChanges(
        at path: FilePath, resolving resolution: ConflictResolution?
    ) throws(DocumentError) -> FileSaveReport? {
        let storage = try storage(at: path)
        guard let loaded = core.loaded, let unsaved = storage.unsaved, unsaved.editCount > 0 else {
            try remove(storage)
            return nil
        }
        guard let conflict = loaded.conflict else { return try replace(storage, unsaved) }
        let choice = resolution ?? core.configuration.onConflict
        if choice == .reload {
            try remove(storage)
            return nil
        }
        guard choice == .overwrite || choice == .copy else { throw DocumentError(.unsavedConflict(conflict), path) }
        guard loaded.base != loaded.digest else {
            throw DocumentError(
                .unsavedConflict("the contents that they apply to no longer exist"), path)
        }
        if choice == .copy {
            let rights = try translating(of: path) { try AccessRights(of: storage.source.file) }
            let (copy, bytes) = try ConflictCopy.write(of: self.path, at: core.configuration.now()) {
                path throws(DocumentError) in
                try writeNewFile(at: path, original: original(storage), rights: rights).bytes
            }
            // A crash before this leaves the changes in the checkpoint as well.
            try remove(storage)
            return FileSaveReport(bytes: bytes, copy: copy)
        }
        let (kept, _) = try ConflictCopy.write(of: self.path, at: core.configuration.now()) {
            path throws(DocumentError) in
            try translating(of: path) {
                try storage.source.file.copyBeginning(count: storage.source.status.size, toNewFileAt: path)
            }
        }
        do {
            var report = try replace(storage, unsaved)
            report?.replaced = kept
            return report
        } catch {
            kept.removeName()
            throw error
        }
    }

    public func writeCopy(at path: FilePath, to output: FilePath) throws(DocumentError) -> FileSaveReport? {
        let storage = try storage(at: path)
        try checkConflict()
        let rights = try translating(of: path) { try AccessRights(of: storage.source.file) }
        let moved = core.identifier == nil ? nil : storage.unsaved
        let written = try writeNewFile(at: output, original: original(storage), rights: rights, notingIn: moved)
        return FileSaveReport(bytes: written.bytes)
    }

    public func discardChanges(at path: FilePath) throws(DocumentError) -> Int {
        let storage = try storage(at: path)
        let count = storage.unsaved?.editCount ?? 0
        try remove(storage)
        return count
    }

    public func keepBase() {
        guard let identifier = try? checkpointIdentifier(), let retained = core.retained,
            let log = try? core.configuration.checkpoints.existingLog(identifier),
            let base = log.contents.header?.base, let bytes = try? retained.file.readAll(),
            FileStorage.digest(bytes) == base
        else { return }
        log.keepBase(of: retained.file, count: bytes.count, byCopying: true)
    }

    public func didBecomeDocument(at new: FilePath) throws(DocumentError) {
        core.loaded = nil
        guard let identifier = core.identifier else { return }
        try translating(of: path) {
            try core.configuration.checkpoints.existingLog(identifier)?.remove()
        }
    }

    // MARK: Writing

    /// Removes the checkpoint, and reads the file again if what is in memory is not in it.
    private func remove(_ storage: FileStorage) throws(DocumentError) {
        guard let unsaved = storage.unsaved.take() else { return }
        _ = try unsaved.remove()
        try bringUpToDate(storage)
    }

    /// Replaces the file by the contents in memory, and removes the checkpoint.
    private func replace(
        _ storage: FileStorage, _ unsaved: UnsavedChanges<BytesChange>
    ) throws(DocumentError) -> FileSaveReport? {
        let path = path
        let new = try translating(of: path) { try AtomicReplacement(replacing: path) }
        let finished = try written(new, original(storage)) { new throws(FileSaveError) in
            try new.finish(keepingAttributesOf: storage.source.file)
        }
        let (digest, bytes) = try translating(of: path) {
            let map = try finished.map()
            return (map.withBytes { FileStorage.digest(of: $0) }, map.count)
        }
        let file = try translating(of: path) { try finished.openFile() }
        try unsaved.noteSaving(as: digest)
        do { try finished.commit(over: storage.source, at: path) } catch { throw DocumentError(error, path) }
        // A crash before this leaves the checkpoint, which records the new contents.
        storage.unsaved = nil
        _ = try unsaved.remove()
        core.loaded = try translating(of: path) {
            LoadedContents(file: RecordedFile(file, try file.status()), digest: digest, base: digest)
        }
        // Opened anew: the file that was written shares the lock of its temporary.
        (core.announced, core.retained) = (digest, try? SourceFile(path))
        return FileSaveReport(bytes: bytes)
    }

    /// Writes the contents in memory to a file that must not exist yet.
    ///
    /// - Parameters:
    ///   - original: the file that they were loaded from.
    ///   - rights: who may read it; `nil` if the umask and the directory determine that.
    ///   - unsaved: where the save is noted, so that the changes are known to be in the new file.
    func writeNewFile(
        at path: FilePath, original: SourceFile?, rights: AccessRights?,
        notingIn unsaved: UnsavedChanges<BytesChange>? = nil
    ) throws(DocumentError) -> FileSaveReport {
        let new = try translating(of: path) {
            try AtomicReplacement(creating: path, mode: rights == nil ? 0o666 : 0o600)
        }
        let finished = try written(new, original) { new throws(FileSaveError) in
            if let rights { try new.finish(granting: rights) } else { try new.finish() }
        }
        let (digest, bytes) = try translating(of: path) {
            let map = try finished.map()
            return (map.withBytes { FileStorage.digest(of: $0) }, map.count)
        }
        try unsaved?.noteSaving(as: digest)
        do { try finished.commit() } catch { throw DocumentError(error, path) }
        return FileSaveReport(bytes: bytes)
    }

    private func written(
        _ new: consuming AtomicReplacement, _ original: SourceFile?,
        _ finish: (consuming AtomicReplacement) throws(FileSaveError) -> FinishedReplacement
    ) throws(DocumentError) -> FinishedReplacement {
        var output = DocumentOutput(new, at: path, original: original)
        do { try write(to: &output) } catch let error as DocumentError { throw error } catch {
            throw DocumentError(.contents(ContentsFailure(error)), path)
        }
        do { return try finish(output.finished()) } catch { throw DocumentError(error, path) }
    }
}
