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

extension Workspace {
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
    ///   - reason: why the replaced document is kept; `nil` for the usual reason.
    ///   - store: the store of the versions.
    /// - Throws: ``PDFError/wouldLoseSignatures(count:)`` if the document has signatures that the
    ///   version lacks; `unsavedChanges` if there are unsaved changes.
    public func goBack(
        to version: FileVersion, ofFileAt path: FilePath, writingTo output: FilePath? = nil, force: Bool = false,
        ignoringSignatures: Bool = false, dryRun: Bool = false, reason: String? = nil, in store: VersionStore
    ) throws(DocumentError) -> VersionReport {
        var version = version
        var report = VersionReport(bytes: version.bytes)
        if let output {
            let identity = (try? FileStatus(of: path))?.identity
            try NewFile(at: output, besides: path, identity, version.record.rights, replacingExisting: force)
                .write(dryRun: dryRun) { try version.copy(into: &$0) }
        } else {
            try checkUnsavedChanges(ofFileAt: path)
            let lost = try signatureCount(ofFileAt: path) - signatureCount(of: version)
            if lost > 0 {
                guard ignoringSignatures else { throw DocumentError(.pdf(.wouldLoseSignatures(count: lost)), path) }
                report.ignoredRestrictions = [DocumentFile.lostSignatures]
            }
            try report.putBack(version, at: path, dryRun: dryRun, reason, in: store)
        }
        if !dryRun { try version.resolve(in: store) }
        return report
    }

    private func checkUnsavedChanges(ofFileAt path: FilePath) throws(DocumentError) {
        guard let store = checkpoints else { return }
        let identifier = if let checkpoint { checkpoint } else { try store.identifier(ofFileAt: path) }
        guard let found = DocumentFile.recoverable(identifier, in: store), found.condition != .saved else { return }
        if case .unreadable(let error) = found.condition { throw error }
        if found.edits > 0 { throw DocumentError(.unsavedChanges, path) }
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

extension VersionReport {
    /// Replaces a document with a version, after keeping the document as a version.
    fileprivate mutating func putBack(
        _ version: FileVersion, at path: FilePath, dryRun: Bool, _ reason: String?, in store: VersionStore
    ) throws(DocumentError) {
        guard try FileVersion.currentVersionOfItem(at: path) != nil else {
            if !dryRun { try translating(of: path) { try version.create(path) } }
            return
        }
        let present = try translating { try SourceFile(path) }
        isUnchanged = try version.hasBytes(of: present.file)
        guard !isUnchanged else { return }
        try present.checkMode(at: path)
        guard !dryRun else { return }
        let reason = reason ?? FileVersion.replacedByVersion + version.persistentIdentifier
        let replaced = try ReplacedVersion(keeping: present, of: path, isConflict: false, reason: reason, in: store)
        do {
            try version.replace(present, at: path)
        } catch {
            replaced.drop()
            throw DocumentError(error, path)
        }
        replaced.announce()
        kept = replaced.version
    }
}

extension FileVersion {
    fileprivate static let replacedByVersion = "replaced by version "
    static let replacedByRevision = "replaced by revision "

    /// Returns the version that keeps the document that the last going back to a version or a revision has replaced; `nil`
    /// if that was not the last change of the document.
    public static func replacedByGoingBack(
        at path: FilePath, in store: VersionStore
    ) throws(DocumentError) -> FileVersion? {
        let versions = try otherVersionsOfItem(at: path, in: store)
        let isReplaced = { (version: FileVersion) in
            version.reason.hasPrefix(replacedByVersion) || version.reason.hasPrefix(replacedByRevision)
        }
        guard let last = versions.last(where: isReplaced) else { return nil }
        let present = try translating(of: path) { try OpenFile(reading: path) }
        guard try !last.hasBytes(of: present) else { return nil }
        // A revision is the beginning of the document.
        if last.reason.hasPrefix(replacedByRevision) { return try last.beginsWithBytes(of: present) ? last : nil }
        let identifier = last.reason.dropFirst(replacedByVersion.count)
        let source = versions.first { $0.persistentIdentifier == identifier }
        return try source?.hasBytes(of: present) == true ? last : nil
    }
}
