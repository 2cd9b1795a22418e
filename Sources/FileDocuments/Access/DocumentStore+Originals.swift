internal import Checkpointing
internal import LinuxFiles
public import SystemPackage

/// Documents that are lost: deleted, cut off, or overwritten by something else, while the original is kept beside their
/// unsaved changes.
extension DocumentStore {
    /// Returns the original of the unsaved changes of a document that is lost; `nil` if a document is at its path, or no original is
    /// proven to be what they were made on.
    public func original(at name: FilePath) throws(DocumentError) -> Original? { try lost(at: name)?.original }

    /// - Parameter orReplaced: whether a document that another sound one has replaced is lost, too.
    private func lost(
        at name: FilePath, orReplaced: Bool = false
    ) throws(DocumentError) -> (original: Original, present: SourceFile?)? {
        guard let checkpoints, let (identifier, header) = try log(of: name, in: checkpoints),
            let (kept, bytes) = try kept(identifier, header, in: checkpoints)
        else { return nil }
        var present: SourceFile?
        let place: Original.Place?
        do throws(SystemCallError) {
            let status = try FileStatus(ifThere: name)
            if status?.kind == .regular { present = try SourceFile(name) }
            place = try .init(at: name, present?.status ?? status, present, of: header, in: kept, bytes: bytes)
        } catch { place = .unreadable }
        // Another document, or an earlier state of this one, is a matter of merging.
        guard let place, orReplaced || present.map({ Self.isSound($0, options) }) != true else { return nil }
        return (Original(identifier, header, in: kept.file.path, bytes: bytes, place), present)
    }

    /// Returns the log of the document at a path, even if the document has been moved since, or its path has become a
    /// link.
    private func log(
        of name: FilePath, in store: CheckpointStore
    ) throws(DocumentError) -> (CheckpointIdentifier, CheckpointHeader)? {
        guard let path = try FileVersion.resolved(name) else { return nil }
        func found(_ identifier: CheckpointIdentifier) throws(DocumentError) -> (
            CheckpointIdentifier, CheckpointHeader
        )? {
            try translating(of: name) { try store.foundHeader(identifier).map { (identifier, $0) } }
        }
        guard checkpoint == nil else {
            let chosen = try found(identifier(of: path))
            return chosen.flatMap { $0.1.path == path || $0.1.path.isAbsent ? $0 : nil }
        }
        if let own = try found(store.identifier(ofFileAt: path)) { return own }
        guard let link = try? name.canonical(), link != path else { return nil }
        return try found(CheckpointIdentifier(for: link))
    }

    /// Returns the original beside a log, with its length, if it is proven to be its base.
    private func kept(
        _ identifier: CheckpointIdentifier, _ header: CheckpointHeader, in store: CheckpointStore
    ) throws(DocumentError) -> (file: SourceFile, bytes: Int)? {
        try translating(of: header.path) {
            guard let copy = try store.original(of: identifier, base: header.base) else { return nil }
            let file = try SourceFile(copy)
            return Contents.length(ofBase: header, in: file).map { (file, $0) }
        }
    }

    /// Whether a file can be opened to be edited, and does not end in zeros as a crash leaves them.
    private static func isSound(_ present: SourceFile, _ options: Contents.Options) -> Bool {
        let size = present.status.size
        guard size > 0, (try? present.file.read(at: size - 1, count: 1)) != [0] else { return false }
        do throws(DocumentError) {
            _ = try Contents.open(present.file.path, for: .record, options)
            return true
        } catch {
            // What needs a password is somebody's document.
            guard case .contents(let failure) = error.situation else { return false }
            return (failure.error as? any ContentsError)?.isLocked == true
        }
    }

    /// Returns the resolutions that are possible now for unsaved changes that do not fit their document, without waiting for others.
    public func possibleResolutions(of path: FilePath) -> [ConflictResolution] {
        var store = self
        (store.suspended, store.notify) = (nil, { _ in })
        if let original = try? original(at: path) { return original.isPutBack ? [.overwrite, .copy] : [.copy] }
        return
            (try? store.attempt(at: path, knownAs: path, for: .read()) { document throws(DocumentError) in
                try document.possibleResolutions()
            }) ?? [.reload]
    }

    /// Returns the store in which the copy is opened as the document.
    func lending(_ original: Original) -> Self {
        var store = self
        (store.checkpoint, store.isOwnerConfirmed, store.suspended) = (original.identifier, true, nil)
        return store
    }

    /// If the document is lost and the result goes elsewhere, runs `body` with its original. Otherwise throws the
    /// error, with the original.
    func openOriginal<Result>(
        of path: FilePath, for intent: DocumentIntent<Contents>, after error: DocumentError,
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let isElsewhere = intent.saving.map { $0.output != nil && $0.restores == true } ?? false
        guard error.mayMeanLoss, let original = try? lost(at: path, orReplaced: isElsewhere)?.original else {
            throw error
        }
        guard case .save(var saving) = intent, saving.onConflict != .reload,
            saving.restores == true || saving.restores == nil && [.overwrite, .copy].contains(saving.onConflict),
            !saving.writesDocument || saving.onConflict == .copy,
            // A dry run says what would happen.
            saving.output != nil || saving.onConflict == .copy || original.isPutBack || saving.onConflict == .overwrite
        else { throw error.noting(original).inConflict(for: intent.saving?.writesDocument == true) }
        // Only the copy is opened below.
        if let output = saving.output?.path { _ = try NewFile(at: output, from: [path], replacingExisting: true) }
        notify(.lost())
        let store = lending(original)
        guard saving.writesDocument else { return try store.open(original.copy, for: intent, body) }
        saving.movesChanges = true
        return try ConflictCopy.write(of: path, at: now()) { copy throws(DocumentError) in
            saving.output = .file(copy)
            return try store.open(original.copy, for: .save(saving), body)
        }.result
    }

    /// Keeps the original of a document that is lost as a version of it, before its unsaved changes are discarded.
    ///
    /// - Parameter identifier: of the checkpoint, which nobody else may change meanwhile.
    /// - Returns: `nil` if the document is not lost, or there is no original.
    package func keepOriginalAsVersion(
        _ identifier: CheckpointIdentifier, of path: FilePath?
    ) throws(DocumentError) -> FileVersion? {
        guard let checkpoints, let versions,
            let header = try translating(of: path, { try checkpoints.foundHeader(identifier) }),
            let (copy, _) = try kept(identifier, header, in: checkpoints)
        else { return nil }
        var store = self
        store.checkpoint = identifier
        // The document of a numbered log is not the one at its path.
        let lost = try store.original(at: path ?? header.path)
        guard lost != nil || identifier.isNumbered(from: header.path) else { return nil }
        return try FileVersion.addVersion(
            ofItemAt: path ?? header.path, withContentsOf: copy.file.path,
            isConflict: true, reason: "lost, and its unsaved changes discarded", in: versions)
    }

    /// Puts a lost document back as it was when its unsaved changes were made, if the save is to do that. The changes
    /// stay unsaved. Call this inside an access to write the document.
    ///
    /// A crash in this leaves at the path either what was there, whole, or the document. By then, anything other than a
    /// file may have been moved to a name that its user sees, and another program's bytes may already be a version.
    ///
    /// - Returns: the original if it is back, and what has become of what was there.
    func putBack(
        at path: FilePath, knownAs name: FilePath, for saving: DocumentSaving<Contents>
    ) throws(DocumentError) -> (original: Original, movedAside: FilePath?, version: FileVersion?)? {
        let isDecided = saving.onConflict == .overwrite
        guard saving.writesDocument, saving.restores != false,
            isDecided || saving.restores == true && ![.copy, .reload].contains(saving.onConflict),
            // Another machine may just be replacing it.
            !AtomicReplacement.isUnderWayElsewhere(at: path), let (original, present) = try lost(at: name),
            let path = try FileVersion.resolved(name)
        else { return nil }
        switch original.place {
        case .unreadable: return nil
        case .nothing(let isExpected):
            guard isExpected || isDecided, (try? FileStatus(of: path.removingLastComponent())) != nil else {
                return nil
            }
            try create(path, from: original)
        case .remains(isIdle: true):
            guard let present else { return nil }
            try replace(present, at: path, by: original)
        case .remains where !isDecided: return nil
        case .remains, .otherBytes:
            guard let present else { return nil }
            guard isDecided else { throw DocumentError(.unsavedConflict(original.reason), path).noting(original) }
            let replaced = try versions.map { versions throws(DocumentError) in
                try ReplacedVersion(
                    keeping: present, of: path, as: VersionNote(.overwritten, isConflict: true), in: versions)
            }
            do { try replace(present, at: path, by: original) } catch {
                replaced?.drop()
                throw error
            }
            replaced?.announce()
            return (original, nil, replaced?.version)
        case .noFile:
            guard isDecided else { throw DocumentError(.unsavedConflict(original.reason), path).noting(original) }
            let aside = try translating(of: path) { try AtomicReplacement.moveAside(path) }
            try create(path, from: original)
            return (original, aside, nil)
        }
        return (original, nil, nil)
    }

    private func create(_ path: FilePath, from original: Original) throws(DocumentError) {
        do { try original.kept.create(path) } catch {
            // Another process has just put it back.
            guard case .nameTaken = error else { throw DocumentError(error, path) }
        }
    }

    private func replace(_ present: SourceFile, at path: FilePath, by original: Original) throws(DocumentError) {
        try present.checkMode(at: path)
        try translating(of: path) { try original.kept.replace(present, at: path, timeout: timeout) }
    }
}
