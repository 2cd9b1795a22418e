internal import LinuxFiles
internal import SystemPackage

/// A file to create, or to replace an existing one: the output of a save, or a new document.
struct NewFile {
    private let path: FilePath
    private let existing: FileStatus?

    /// - Parameters:
    ///   - document: the document's resolved path, which must not be the output; `nil` if there is no document.
    ///   - identity: the identity of the document that was opened, under any name.
    /// - Throws: ``DocumentError/Situation/fileExists``, ``DocumentError/Situation/outputIsDocument`` or
    ///   ``DocumentError/Situation/noSuchDirectory(for:)``.
    init(
        at path: FilePath, besides document: FilePath?, _ identity: FileIdentity? = nil, replacingExisting: Bool
    ) throws(DocumentError) {
        self.path = path
        existing = try translatingOutputErrors(of: path) {
            try Self.existing(at: path, besides: document, identity)
        }
        guard existing == nil || replacingExisting else { throw DocumentError(.fileExists, path) }
    }

    /// Returns the status of the existing file, if there is one and it may be replaced.
    private static func existing(
        at path: FilePath, besides document: FilePath?, _ identity: FileIdentity?
    ) throws(DocumentError) -> FileStatus? {
        let existing: FileStatus
        do {
            existing = try FileStatus(of: path)
        } catch {
            guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw DocumentError(error) }
            // A symbolic link that leads nowhere is itself what is in the way.
            return try? FileStatus(of: path, followingLink: false)
        }
        // The document's path may by now lead to a new file written by another program: that is the document, too.
        let isPath = try translating(of: path) {
            try path.resolvingLinks() == document
        }
        guard existing.identity != identity, !isPath else { throw DocumentError(.outputIsDocument, path) }
        guard existing.kind == .regular else { throw DocumentError(.notAFile(existing.kind.noun), path) }
        return existing
    }

    /// Writes the file: it appears complete or not at all, and keeps the attributes of the file that it replaces.
    ///
    /// - Parameter rights: who may read what is written, at every instant (invariant 12), regardless of the replaced
    ///   file's own rights; `nil` if the umask and the directory determine that.
    func write(
        rights: AccessRights?, timeout: Duration = CommitLock.usualTimeout, dryRun: Bool,
        _ fill: (inout AtomicReplacement) throws(FileSaveError) -> Void
    ) throws(DocumentError) {
        guard !dryRun else { return }
        try translatingOutputErrors(of: path) {
            try translating(of: path) { try make(rights, timeout, fill) }
        }
    }

    private func make(
        _ rights: AccessRights?, _ timeout: Duration, _ fill: (inout AtomicReplacement) throws(FileSaveError) -> Void
    ) throws(FileSaveError) {
        if let existing, existing.kind == .regular {
            let old: OpenFile
            do { old = try OpenFile(reading: path) } catch { throw .systemCall(error) }
            var new = try AtomicReplacement(replacing: path)
            try fill(&new)
            let finished = try new.finish(keepingAttributesOf: old, limitedBy: rights)
            let lock = try CommitLock(on: old, at: finished.target, timeout: timeout)
            try finished.commit()
            _ = consume lock
        } else {
            var new = try AtomicReplacement(creating: path, mode: rights == nil ? 0o666 : 0o600)
            try fill(&new)
            let finished: FinishedReplacement
            if let rights { finished = try new.finish(granting: rights) } else { finished = try new.finish() }
            // A crash here leaves no link; it led nowhere.
            if existing != nil, (try? path.linkDestination()) != nil { path.removeName() }
            try finished.commit()
        }
    }
}
