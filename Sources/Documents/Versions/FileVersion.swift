public import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

/// One version of a document: the file itself, or the bytes that it had once, kept in the user's data directory. Apple's
/// `NSFileVersion`.
///
/// A version in conflict is what lost: another program's document that unsaved changes took the place of. It stays until
/// somebody resolves the conflict (``resolve(in:)``), takes it back (``replaceItem(at:byMoving:in:)``) or removes it
/// (``remove(in:)``). Versions are added, replaced and removed inside the accessor of a coordinated write to the document
/// (``DocumentFile/coordinate(_:of:with:_:)``); presenters hear of it through the coordinator of the ``VersionStore``.
///
/// They belong to the document's path: those of a document that was moved stay with the old one. Different from Apple's: what can
/// fail is a function that throws; there is no iCloud, so all contents are local; and there is ``reason``.
public struct FileVersion: Sendable, Equatable {
    /// The document's path, absolute and with links followed.
    public let document: FilePath
    /// Names the version among those of its document, for as long as it exists.
    public let persistentIdentifier: String
    /// Where the bytes are. They are to be read alone: to change the document, take the version back.
    public let path: FilePath
    /// Its length in bytes.
    public let bytes: Int
    /// When its record was written last, in seconds since 1970: when it was added, or resolved.
    let recorded: Int
    private(set) var record: VersionRecord
    private let isCurrent: Bool

    /// What a user knows it by: the document's name when it was kept, where nothing else was given. Apple's `localizedName`.
    public var name: String { record.name }
    /// The name of the computer that kept it; `nil` where it had none. Apple's `localizedNameOfSavingComputer`.
    public var nameOfSavingComputer: String? { record.computer }
    /// When the bytes were last changed.
    public var modificationDate: Date { Date(timeIntervalSince1970: Double(record.modified)) }
    /// Whether it is in conflict with the document.
    public var isConflict: Bool { record.isConflict }
    /// Whether nothing is to be decided about it any more; always, where there was no conflict.
    public var isResolved: Bool { record.isResolved }
    /// Whether it may be cleaned up by and by (``VersionStore/prune(olderThan:now:force:dryRun:)``).
    public var isDiscardable: Bool { isResolved && !isCurrent }
    /// Whether its bytes can be read here. They can, as long as nobody has removed the version.
    public var hasLocalContents: Bool { (try? FileStatus(of: path))?.kind == .regular }
    /// Why it was kept, in words for the user.
    public var reason: String { record.reason }

    init(_ name: VersionName, _ record: VersionRecord, in directory: FilePath, bytes: Int, recorded: Int) {
        document = record.path
        persistentIdentifier = name.identifier
        path = directory.appending(name.contents)
        (self.record, self.bytes, self.recorded) = (record, bytes, recorded)
        isCurrent = false
    }

    private init(current path: FilePath, _ status: FileStatus) {
        document = path
        persistentIdentifier = "current"
        self.path = path
        let rights = AccessRights(mode: status.mode, group: status.group)
        record = VersionRecord(of: path, status, rights, name: nil, isConflict: false, reason: "")
        (bytes, recorded) = (status.size, status.modificationTime.seconds)
        isCurrent = true
    }

    // MARK: Finding

    /// The document itself as a version; `nil` where there is none.
    public static func currentVersionOfItem(at path: FilePath) throws(DocumentError) -> FileVersion? {
        guard let path = try resolved(path), let status = try? FileStatus(of: path) else { return nil }
        guard status.kind == .regular else { throw DocumentError(.notAFile(status.kind.noun), path) }
        return FileVersion(current: path, status)
    }

    /// The versions that are kept of a document, the oldest first. The document need not be there.
    public static func otherVersionsOfItem(
        at path: FilePath, in store: VersionStore
    ) throws(DocumentError) -> [FileVersion] {
        guard let path = try resolved(path), try store.isTrusted(store.directory) else { return [] }
        return try versions(in: store.directory(of: path), store)
    }

    /// The versions about which somebody has to decide, the oldest first.
    public static func unresolvedConflictVersionsOfItem(
        at path: FilePath, in store: VersionStore
    ) throws(DocumentError) -> [FileVersion] {
        try otherVersionsOfItem(at: path, in: store).filter { $0.isConflict && !$0.isResolved }
    }

    /// - Throws: ``DocumentError/Situation/noSuchVersion(_:)``.
    public static func version(
        of path: FilePath, forPersistentIdentifier identifier: String, in store: VersionStore
    ) throws(DocumentError) -> FileVersion {
        let all = try otherVersionsOfItem(at: path, in: store)
        guard let found = all.first(where: { $0.persistentIdentifier == identifier }) else {
            throw DocumentError(.noSuchVersion(identifier), path)
        }
        return found
    }

    /// The versions of all documents.
    public static func all(in store: VersionStore) throws(DocumentError) -> [FileVersion] {
        var all: [FileVersion] = []
        for directory in try store.directories() { all += try versions(in: directory, store) }
        return all
    }

    private static func versions(in directory: FilePath, _ store: VersionStore) throws(DocumentError) -> [FileVersion] {
        guard try store.isTrusted(directory) else { return [] }
        let names = try translatingSystemCalls { () throws(SystemCallError) in try PrivateDirectory.names(in: directory)
        }
        var found: [FileVersion] = []
        for component in names {
            // Bytes without a record, and a record without bytes, are what a crash leaves.
            guard let name = VersionName(component), component == name.record,
                let record = VersionRecord(at: directory.appending(component)),
                directory == store.directory(of: record.path),
                let contents = try? FileStatus(of: directory.appending(name.contents), followingLink: false),
                contents.kind == .regular, let status = try? FileStatus(of: directory.appending(component))
            else { continue }
            let recorded = status.modificationTime.seconds
            found.append(FileVersion(name, record, in: directory, bytes: contents.size, recorded: recorded))
        }
        return found.sorted {
            ($0.record.modified, $0.recorded, $0.persistentIdentifier)
                < ($1.record.modified, $1.recorded, $1.persistentIdentifier)
        }
    }

    /// The document's path as versions know it; `nil` where not even its directory is there.
    static func resolved(_ path: FilePath) throws(DocumentError) -> FilePath? {
        do throws(SystemCallError) {
            return try path.resolvingLinks()
        } catch {
            guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw DocumentError(error) }
            // That of a document whose directory is gone can still be told by the words that lists tell.
            return path.isAbsolute ? path.lexicallyNormalized() : nil
        }
    }

    // MARK: The record

    /// Writes another record, in one step.
    mutating func rewrite(_ record: VersionRecord) throws(DocumentError) {
        precondition(!isCurrent, "The document itself has no record.")
        let file = path.removingLastComponent().appending(VersionName(identifier: persistentIdentifier).record)
        try translatingSaveErrors(of: path) { () throws(FileSaveError) in
            try record.write(to: file, replacingExisting: true)
        }
        self.record = record
    }
}
