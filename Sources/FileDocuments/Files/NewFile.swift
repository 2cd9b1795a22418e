package import LinuxFiles
public import SystemPackage

/// A file to create, or to replace an existing one: the output of a save, a new document, or a file about documents, such as
/// a report.
public struct NewFile {
    private let path: FilePath
    private let existing: FileStatus?
    /// Who may read what is written, at every instant (invariant 12), regardless of the rights of a file that it replaces; `nil`
    /// if the umask and the directory determine that.
    private let rights: AccessRights?

    /// Creates a file made from documents: it replaces none of them, and nobody may read it who may not read them all.
    ///
    /// - Throws: ``DocumentError/Situation/fileExists``, ``DocumentError/Situation/outputIsDocument`` or
    ///   ``DocumentError/Situation/noSuchDirectory(for:)``.
    public init(
        at path: FilePath, from documents: [FilePath], replacingExisting: Bool
    ) throws(DocumentError) {
        var all: [AccessRights] = []
        for document in documents {
            // A document that cannot be opened has nothing in the file, and is not to be replaced by it.
            let resolved = (try? document.resolvingLinks()) ?? document
            let identity = (try? FileStatus(of: document))?.identity
            _ = try NewFile(at: path, besides: resolved, identity, replacingExisting: replacingExisting)
            if let source = try? OpenFile(reading: document), let rights = try? AccessRights(of: source) {
                all.append(rights)
            }
        }
        let isSameGroup = Set(all.map(\.group)).count == 1
        let common = AccessRights(
            mode: all.reduce(0o666) { $0 & $1.notedMode } | 0o600, group: isSameGroup ? all.first?.group ?? nil : nil)
        try self.init(
            at: path, besides: nil, nil, all.count == 1 ? all[0] : common, replacingExisting: replacingExisting)
    }

    /// - Parameters:
    ///   - document: the document's resolved path, which must not be the output; `nil` if there is no document.
    ///   - identity: the identity of the document that was opened, under any name.
    package init(
        at path: FilePath, besides document: FilePath?, _ identity: FileIdentity? = nil, _ rights: AccessRights? = nil,
        replacingExisting: Bool
    ) throws(DocumentError) {
        (self.path, self.rights) = (path, rights)
        existing = try translatingOutputErrors(of: path) {
            try Self.existing(at: path, besides: document, identity)
        }
        guard existing == nil || replacingExisting else { throw DocumentError(.fileExists, path) }
    }

    /// Returns the status of the existing file, if there is one and it may be replaced.
    private static func existing(
        at path: FilePath, besides document: FilePath?, _ identity: FileIdentity?
    ) throws -> FileStatus? {
        guard let existing = try FileStatus(ifThere: path) else {
            // A symbolic link that leads nowhere is itself what is in the way.
            return try? FileStatus(of: path, followingLink: false)
        }
        // The document's path may by now lead to a new file written by another program: that is the document, too.
        let isPath = try path.resolvingLinks() == document
        guard existing.identity != identity, !isPath else { throw DocumentError(.outputIsDocument, path) }
        guard existing.kind == .regular else { throw DocumentError(.notAFile(existing.kind.noun), path) }
        return existing
    }

    /// Writes the file, which appears complete or not at all.
    ///
    /// Call this inside the accessor of a `DocumentAccess.creating` access.
    public func write(_ bytes: [UInt8]) throws(DocumentError) { try write(dryRun: false) { try $0.append(bytes) } }

    /// Writes the file, which keeps the attributes of one that it replaces.
    package func write(
        timeout: Duration = CommitLock.usualTimeout, dryRun: Bool, _ fill: (inout AtomicReplacement) throws -> Void
    ) throws(DocumentError) {
        guard !dryRun else { return }
        try translatingOutputErrors(of: path) { try translating(of: path) { try make(timeout, fill) } }
    }

    private func make(_ timeout: Duration, _ fill: (inout AtomicReplacement) throws -> Void) throws {
        guard let existing, existing.kind == .regular else { return try create(fill) }
        let old = try OpenFile(reading: path)
        var new = try AtomicReplacement(replacing: path)
        try fill(&new)
        let finished = try new.finish(keepingAttributesOf: old, limitedBy: rights)
        let lock = try CommitLock(on: old, at: finished.target, timeout: timeout)
        try finished.commit()
        _ = consume lock
    }

    private func create(_ fill: (inout AtomicReplacement) throws -> Void) throws {
        var new = try AtomicReplacement(creating: path, mode: rights == nil ? 0o666 : 0o600)
        try fill(&new)
        let finished: FinishedReplacement
        if let rights { finished = try new.finish(granting: rights) } else { finished = try new.finish() }
        // A crash here leaves no link; it led nowhere.
        if existing != nil, (try? path.linkDestination()) != nil { path.removeName() }
        try finished.commit()
    }
}
