internal import Checkpointing
internal import LinuxFiles
internal import PDFModel
public import SystemPackage

/// What the return to a version did.
public struct VersionReport: Sendable, Equatable {
    /// The length of the document, or of the new file, in bytes.
    public var bytes: Int
    /// The version that keeps the document which was there before; `nil` where there was none, or it was the same.
    public var kept: FileVersion?
    /// Whether the document has the bytes of the version already, so that it was not written.
    public var isUnchanged = false
}

extension DocumentFile {
    /// Makes a document what a version of it is, or writes that to a new file; the version counts as resolved then.
    ///
    /// The document that was there is kept as a version. To be called inside the accessor of a coordinated write to the document,
    /// or of a read and a write to the new file. A crash leaves the document as it was or as the version is, and at most a version
    /// that has the same bytes as the document; called again, it ends in the same.
    ///
    /// - Parameters:
    ///   - path: where the document is, or was.
    ///   - password: the password of the document, whose signatures are counted.
    ///   - checkpoints: where its unsaved changes are.
    ///   - force: replace an existing output, and go on although signatures are lost.
    ///   - dryRun: do everything but write.
    /// - Throws: ``DocumentError/Situation/wouldLoseSignatures(count:)`` where the document has signatures that the version has not;
    ///   ``DocumentError/Situation/unsavedChanges`` where there are unsaved changes.
    public static func goBack(
        to version: FileVersion, ofFileAt path: FilePath, writingTo output: FilePath? = nil, password: String? = nil,
        checkpoints: CheckpointOptions?, force: Bool = false, dryRun: Bool = false, in store: VersionStore
    ) throws(DocumentError) -> VersionReport {
        var version = version
        var report = VersionReport(bytes: version.bytes)
        if let output {
            let identity = (try? FileStatus(of: path))?.identity
            try NewFile(at: output, besides: path, identity, replacingExisting: force)
                .write(rights: version.record.rights, dryRun: dryRun) { file throws(FileSaveError) in
                    try version.copy(into: &file)
                }
        } else {
            try checkUnsavedChanges(ofFileAt: path, checkpoints)
            let lost = try signatureCount(ofFileAt: path, password) - signatureCount(of: version, password)
            guard lost <= 0 || force else { throw DocumentError(.wouldLoseSignatures(count: lost), path) }
            try report.putBack(version, at: path, dryRun: dryRun, in: store)
        }
        if !dryRun { try version.resolve(in: store) }
        return report
    }

    private static func checkUnsavedChanges(
        ofFileAt path: FilePath, _ checkpoints: CheckpointOptions?
    ) throws(DocumentError) {
        guard let checkpoints else { return }
        let identifier =
            if let chosen = checkpoints.identifier { chosen } else {
                try checkpointIdentifier(forFileAt: path, in: checkpoints.store)
            }
        guard let found = recoverable(identifier, in: checkpoints.store), found.condition != .saved else { return }
        if case .unreadable(let error) = found.condition { throw error }
        if found.edits > 0 { throw DocumentError(.unsavedChanges, path) }
    }

    /// How many signatures a document has; none where there is none, or nothing that can be read.
    private static func signatureCount(ofFileAt path: FilePath, _ password: String?) throws(DocumentError) -> Int {
        do throws(DocumentError) {
            return try DocumentContents(path, password: password, for: .reading).signatureCount()
        } catch {
            switch error.situation {
            case .noSuchFile, .pdf(.notAPDF), .pdf(.damaged), .pdf(.unrecoverable), .pdf(.noPages): return 0
            default: throw error
            }
        }
    }

    /// A version that cannot be opened, perhaps because its password was another, is taken for one without signatures.
    private static func signatureCount(of version: FileVersion, _ password: String?) -> Int {
        (try? DocumentContents(version.path, password: password, for: .reading).signatureCount()) ?? 0
    }
}

extension VersionReport {
    /// Puts a version in the place of a document, which is kept as a version before.
    fileprivate mutating func putBack(
        _ version: FileVersion, at path: FilePath, dryRun: Bool, in store: VersionStore
    ) throws(DocumentError) {
        guard try FileVersion.currentVersionOfItem(at: path) != nil else {
            if !dryRun { try translatingSaveErrors(of: path) { () throws(FileSaveError) in try version.create(path) } }
            return
        }
        let present = try translatingSystemCalls { () throws(SystemCallError) in try OpenFile(reading: path) }
        let base = try translatingSystemCalls { () throws(SystemCallError) in try Base(present) }
        isUnchanged = try version.hasBytes(of: present)
        guard !isUnchanged, !dryRun else { return }
        let reason = "replaced by version \(version.persistentIdentifier)"
        let (kept, isNew) = try FileVersion.keep(present, of: path, isConflict: false, reason: reason, in: store)
        do throws(FileSaveError) {
            try version.replace(present, base, at: path)
        } catch {
            if isNew { kept.eraseIfNotReplaced(base, at: path) }
            throw DocumentError(error, path)
        }
        if isNew { store.tell(.gained, kept) }
        self.kept = kept
    }
}

extension DocumentFile {
    /// The versions of the document; none where unsaved changes and versions are left aside.
    var versions: VersionStore? {
        checkpoint.map { VersionStore(beside: $0.store, coordinator: $0.coordinator) }
    }

    /// Saves, and keeps the document that is there, where the save puts another in its place instead of adding to it: that is
    /// somebody else's, and never destroyed unasked.
    func keepingReplaced(
        _ contents: DocumentContents, dryRun: Bool, _ save: () throws(DocumentError) -> SaveReport
    ) throws(DocumentError) -> SaveReport {
        guard contents.isEarlier, !dryRun, let versions else { return try save() }
        // A crash after this leaves a version with the bytes of the document, which is found when the save is done again.
        let (kept, isNew) = try FileVersion.keep(
            contents.present.source, of: path, isConflict: true, reason: "overwritten by unsaved changes", in: versions)
        do throws(DocumentError) {
            var report = try save()
            report.kept = kept
            if isNew { versions.tell(.gained, kept) }
            return report
        } catch {
            if isNew { kept.eraseIfNotReplaced(contents.present.base, at: path) }
            throw error
        }
    }
}
