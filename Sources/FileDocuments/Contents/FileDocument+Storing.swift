internal import Checkpointing
internal import FoundationEssentials
internal import LinuxFiles
internal import SystemPackage

/// What is in memory, in the file and in the checkpoint, brought together.
extension FileDocument {
    private var store: CheckpointStore { core.configuration.checkpoints }

    /// Opens the file and its checkpoint, and brings what is in memory up to date.
    ///
    /// - Parameter recording: whether a checkpoint is created if there is none.
    func storage(at path: FilePath, recording: Bool = false) throws(DocumentError) -> FileStorage {
        let storage = try translating(of: path) { try FileStorage.open(path, core.loaded) }
        guard storage.source.status.kind == .regular else {
            throw DocumentError(.notAFile(storage.source.status.kind.noun), path)
        }
        if core.ignoresCheckpoint {
            guard !recording else { throw DocumentError(.editingDisabled, path) }
            try bringUpToDate(storage)
            return storage
        }
        var use = CheckpointUse(store, core.identifier, parking: core.parkedLog)
        (use.isRecording, use.isDurable) = (recording, core.strategy == .immediate)
        storage.unsaved = try UnsavedChanges.found(of: storage, at: path, use).changes
        try bringUpToDate(storage)
        return storage
    }

    // MARK: Loading

    /// Loads the contents and applies the recorded changes, as far as they are not in memory yet.
    func bringUpToDate(_ storage: FileStorage) throws(DocumentError) {
        let log = storage.unsaved?.contents
        let base = log?.header?.base ?? storage.digest
        if var loaded = core.loaded, loaded.digest == storage.digest, loaded.isBeginning(of: log),
            loaded.base == base || loaded.base == storage.digest
        {
            core.loaded = nil
            if loaded.conflict == nil, loaded.base == base {
                let changes = try storage.changes(from: loaded.changes)
                try translatingContents { for change in changes { try apply(change) } }
                loaded.note(log)
            } else if loaded.changes != log?.changeCounts.applied ?? 0 {
                return try reload(storage, on: base)
            }
            loaded.file = storage.source.recorded
            core.loaded = loaded
        } else {
            try reload(storage, on: base)
        }
    }

    private func reload(_ storage: FileStorage, on base: String) throws(DocumentError) {
        core.loaded = nil
        var loaded = LoadedContents(file: storage.source.recorded, digest: storage.digest, base: storage.digest)
        let changes = try storage.changes(from: 0)
        let earlier = base == storage.digest ? nil : earlierFile(base)
        do {
            try load(storage)
            if base == storage.digest {
                try translatingContents { for change in changes { try apply(change) } }
            } else {
                try translatingContents { for change in changes { try merge(change) } }
            }
        } catch {
            guard base != storage.digest, !changes.isEmpty else { throw error }
            guard case .contents = error.situation else { throw error }
            loaded.conflict = error.reason
            if let earlier {
                let bytes = try translating(of: path) { try earlier.file.readAll() }
                try translatingContents {
                    try load(bytes)
                    for change in changes { try apply(change) }
                }
                loaded.base = base
            } else {
                // What others have written may have been merged in part.
                try load(storage)
            }
        }
        loaded.note(storage.unsaved?.contents)
        if loaded.conflict == nil { core.retained = storage.source }
        core.loaded = loaded
    }

    private func load(_ storage: FileStorage) throws(DocumentError) {
        let bytes = try translating(of: path) { try storage.contents() }
        try translatingContents { try load(bytes) }
    }

    /// Returns the file with the contents that the unsaved changes were made on: the one that was kept open, unless it was
    /// written in place, or the private copy in the checkpoint; `nil` if they are in neither.
    private func earlierFile(_ digest: String) -> SourceFile? {
        if let retained = core.retained, retained.hasContents(digest) { return retained }
        guard let identifier = try? checkpointIdentifier(), let copy = try? store.base(of: identifier),
            let file = try? SourceFile(copy), file.hasContents(digest)
        else { return nil }
        return file
    }

    /// Returns the file that what is in memory was loaded from.
    func original(_ storage: FileStorage) -> SourceFile? {
        guard let base = core.loaded?.base, base != storage.digest else { return storage.source }
        return earlierFile(base)
    }

    /// Throws if the unsaved changes do not fit the file.
    func checkConflict() throws(DocumentError) {
        if let conflict = core.loaded?.conflict { throw DocumentError(.unsavedConflict(conflict), path) }
    }

    // MARK: Recording

    /// Records a change that is in memory already, and returns what is in memory.
    func record(
        _ change: [UInt8], _ loaded: LoadedContents?, _ storage: FileStorage
    ) throws(DocumentError) -> LoadedContents? {
        guard let unsaved = storage.unsaved else { return nil }
        try unsaved.record(BytesChange(change), of: storage)
        // Those that were merged are from now on changes of the contents that they were merged into.
        var loaded = loaded
        loaded?.base = storage.digest
        loaded?.note(unsaved.contents)
        return loaded
    }

    /// Runs a step of the contents: whatever it throws is an error of theirs.
    func translatingContents<Result>(_ step: () throws -> Result) throws(DocumentError) -> Result {
        do { return try step() } catch let error as DocumentError { throw error } catch {
            throw DocumentError(.contents(ContentsFailure(error)), path)
        }
    }
}

extension SourceFile {
    fileprivate func hasContents(_ digest: String) -> Bool {
        (try? file.readAll()).map { FileStorage.digest($0) } == digest
    }
}

extension LoadedContents {
    fileprivate mutating func note(_ log: CheckpointContents?) {
        changes = log?.changeCounts.applied ?? 0
        if let log, changes > 0 { checksum = log.checksum(ofChange: changes - 1) }
    }
}
