internal import Checkpointing
internal import LinuxFiles
internal import PDFModel
public import SystemPackage

/// The result of going back to a version.
public struct VersionReport: Sendable, Equatable {
    /// The length of the document, or of the new file, in bytes.
    public var bytes: Int
    /// The version that keeps the replaced document; `nil` if there was none, or it was the same.
    public var kept: FileVersion?
    /// Whether the document already had the bytes of the version, so that it was not written.
    public var isUnchanged = false
    /// What signatures forbid and was done all the same, a sentence each.
    public var ignoredRestrictions: [String] = []
}

extension DocumentStore<PDFContents> {
    /// Replaces a document with one of its versions, or writes that version to a new file; the version then counts as
    /// resolved.
    ///
    /// The replaced document is kept as a version. Call this inside the accessor of a coordinated write to the
    /// document, or of a coordinated read with a write to the new file. A crash leaves the document either as it was or
    /// as the version is, and at most a version with the same bytes as the document; calling this again gives the same
    /// result.
    ///
    /// - Parameters:
    ///   - version: the version.
    ///   - path: where the document is, or was.
    ///   - output: the new file; `nil` replaces the document.
    ///   - force: replace an existing output file.
    ///   - ignoringSignatures: proceed even if signatures are lost.
    ///   - dryRun: do everything except write.
    ///   - store: the store of the versions.
    /// - Throws: ``PDFError/wouldLoseSignatures(count:)`` if the document has signatures that the
    ///   version lacks; `unsavedChanges` if there are unsaved changes.
    public func goBack(
        to version: FileVersion, ofFileAt path: FilePath, writingTo output: FilePath? = nil, force: Bool = false,
        ignoringSignatures: Bool = false, dryRun: Bool = false, in store: VersionStore
    ) throws(DocumentError) -> VersionReport {
        var version = version
        var report = VersionReport(bytes: version.bytes)
        if let output {
            let identity = try translating(of: path) { try FileStatus(ifThere: path)?.identity }
            try NewFile(at: output, besides: path, identity, version.record.rights, replacingExisting: force)
                .write(dryRun: dryRun) { try version.kept.copy(into: &$0) }
        } else {
            let isThere = try FileVersion.currentVersionOfItem(at: path) != nil
            let present = isThere ? try translating { try SourceFile(path) } : nil
            report = try putBack(
                version, over: present, at: path, VersionNote(.wentBackToVersion(version.persistentIdentifier)),
                ignoringSignatures: ignoringSignatures, dryRun: dryRun, in: store)
        }
        if !dryRun { try version.resolve(in: store) }
        return report
    }

    /// Puts back what the document's last change has replaced, if that was going back to a version or a revision.
    ///
    /// Call this inside the accessor of a coordinated write to the document.
    package func undoGoingBack(
        ofFileAt path: FilePath, in store: VersionStore
    ) throws(DocumentError) -> (version: FileVersion, report: VersionReport)? {
        let present = try translating(of: path) { try SourceFile(path) }
        guard let (version, isProven) = try FileVersion.replacedByGoingBack(present, at: path, in: store), isProven
        else { return nil }
        let report = try putBack(
            version, over: present, at: path, VersionNote(.overwritten, reason: "put back by undo"),
            ignoringSignatures: false, dryRun: false, in: store)
        return (version, report)
    }

    /// Replaces a document with a version, after keeping the document as a version.
    private func putBack(
        _ version: FileVersion, over present: SourceFile?, at path: FilePath, _ note: VersionNote,
        ignoringSignatures: Bool, dryRun: Bool, in store: VersionStore
    ) throws(DocumentError) -> VersionReport {
        let log = try checkUnsavedChanges(ofFileAt: path)
        defer { withExtendedLifetime(log) {} }
        var report = VersionReport(bytes: version.bytes)
        let lost = try signatureCount(ofFileAt: path) - signatureCount(of: version)
        if lost > 0 {
            guard ignoringSignatures else { throw DocumentError(.pdf(.wouldLoseSignatures(count: lost)), path) }
            report.ignoredRestrictions = [OpenDocument<PDFContents>.lostSignatures]
        }
        guard let present else {
            if !dryRun { try translating(of: path) { try version.kept.create(path) } }
            return report
        }
        report.isUnchanged = try version.hasBytes(of: present.file)
        guard !report.isUnchanged else { return report }
        try present.checkMode(at: path)
        guard !dryRun else { return report }
        let replaced = try ReplacedVersion(keeping: present, of: path, as: note, in: store)
        do {
            try version.kept.replace(present, at: path, keptAs: replaced)
        } catch {
            replaced.drop()
            throw DocumentError(error, path)
        }
        replaced.announce()
        report.kept = replaced.version
        return report
    }

    /// Throws if there are unsaved changes; returns their log if they are saved or were undone: nobody records changes in it meanwhile.
    private func checkUnsavedChanges(ofFileAt path: FilePath) throws(DocumentError) -> CheckpointLog? {
        guard let store = checkpoints else { return nil }
        let identifier = if let checkpoint { checkpoint } else { try store.identifier(ofFileAt: path) }
        let log = try translating(of: path) { try store.existingLog(identifier) }
        guard let log, let found = store.description(of: log).flatMap({ RecoverableDocument($0) }) else { return log }
        if case .unreadable(let error) = found.condition { throw error }
        if found.edits > 0, found.condition != .saved { throw DocumentError(.unsavedChanges, path) }
        return log
    }

    /// Returns the number of signatures in a document; 0 if there is no document, or it cannot be read.
    private func signatureCount(ofFileAt path: FilePath) throws(DocumentError) -> Int {
        do {
            return try OpenedPDF(path, password: options.password, for: .reading).signatureCount()
        } catch {
            switch error.situation.pdf {
            case .notAPDF, .damaged, .unrecoverable, .noPages: return 0
            default: if error.situation == .noSuchFile { return 0 } else { throw error }
            }
        }
    }

    /// Returns the number of signatures in a version; 0 if it cannot be opened, perhaps because its password was
    /// different.
    private func signatureCount(of version: FileVersion) -> Int {
        (try? OpenedPDF(version.path, password: options.password, for: .reading).signatureCount()) ?? 0
    }
}
