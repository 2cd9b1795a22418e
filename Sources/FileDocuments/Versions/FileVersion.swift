public import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

/// One version of a document: the file itself, or earlier bytes of it, kept in the user's data directory. The
/// counterpart of Apple's `NSFileVersion`.
///
/// A version in conflict is another program's document that unsaved changes have replaced. It stays until its conflict
/// is resolved (``resolve(in:)``), or it is restored (``replaceItem(at:byMoving:in:)``) or removed (``remove(in:)``).
/// Versions are added, replaced and removed inside the accessor of a coordinated write to the document
/// (``DocumentAccess/coordinated(at:with:_:)``); presenters are notified through the coordinator of the
/// ``VersionStore``.
///
/// Versions belong to the document's path: if a document is moved, its versions stay with the old path. Differences
/// from Apple's class: operations that can fail are throwing functions; there is no iCloud, so all contents are local;
/// and there is ``reason``.
public struct FileVersion: Sendable, Equatable {
    /// The document's path, absolute and with symbolic links followed.
    public let document: FilePath
    /// Identifies the version among those of its document, for as long as it exists.
    public let persistentIdentifier: String
    /// The path of the bytes, which are only to be read: to change the document, restore the version.
    public let path: FilePath
    /// Its length in bytes.
    public let bytes: Int
    /// When its record was last written: when it was added, renewed or resolved.
    private(set) var recorded: FileTime
    package private(set) var record: VersionRecord
    private let isCurrent: Bool

    /// The name shown to the user: by default the document's name when it was kept. Apple's `localizedName`.
    public var name: String { record.name }
    /// Whether the user gave it the name.
    package var isNamed: Bool { record.isPinned == true }
    /// The name of the computer that kept it; `nil` if it had none. Apple's `localizedNameOfSavingComputer`.
    public var nameOfSavingComputer: String? { record.computer }
    /// The name of the user who kept it; `nil` if it is not known. Apple's `originatorNameComponents`.
    public var nameOfOriginator: String? { record.originator }
    /// When the bytes were last changed.
    public var modificationDate: Date { Date(timeIntervalSince1970: Double(record.modified)) }
    /// Whether it is in conflict with the document.
    public var isConflict: Bool { record.isConflict }
    /// Whether its conflict is resolved; always true if there was no conflict.
    public var isResolved: Bool { record.isResolved }
    /// Whether it may be removed when it is old (``VersionStore/prune(olderThan:now:force:dryRun:)``): it is not in conflict with the
    /// document, and the user gave it no name.
    public var isDiscardable: Bool { isResolved && !isCurrent && !isNamed }
    /// Whether its bytes can be read on this computer. They can, unless the version has been removed.
    public var hasLocalContents: Bool { (try? FileStatus(of: path))?.kind == .regular }
    /// Why it was kept, for display to the user.
    public var reason: String { record.reason }

    init(_ name: VersionName, _ record: VersionRecord, in directory: FilePath, bytes: Int, recorded: FileTime) {
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
        record = VersionRecord(of: path, status, rights, VersionNote(.added, reason: ""))
        (bytes, recorded) = (status.size, status.modificationTime)
        isCurrent = true
    }

    // MARK: Finding

    /// Returns the document itself as a version; `nil` if there is no document.
    public static func currentVersionOfItem(at path: FilePath) throws(DocumentError) -> FileVersion? {
        guard let path = try resolved(path), let status = try translating(of: path, { try FileStatus(ifThere: path) })
        else { return nil }
        guard status.kind == .regular else { throw DocumentError(.notAFile(status.kind.noun), path) }
        return FileVersion(current: path, status)
    }

    /// Returns the kept versions of a document, oldest first. The document need not exist.
    public static func otherVersionsOfItem(
        at path: FilePath, in store: VersionStore
    ) throws(DocumentError) -> [FileVersion] {
        guard let path = try resolved(path), try store.isTrusted(store.directory) else { return [] }
        return try versions(in: store.directory(of: path), store)
    }

    /// Returns the versions in unresolved conflict, oldest first.
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

    /// Returns the kept versions of all documents.
    public static func all(in store: VersionStore) throws(DocumentError) -> [FileVersion] {
        var all: [FileVersion] = []
        for directory in try store.directories() { all += try versions(in: directory, store) }
        return all
    }

    private static func versions(in directory: FilePath, _ store: VersionStore) throws(DocumentError) -> [FileVersion] {
        guard try store.isTrusted(directory) else { return [] }
        let names = try translating {
            try PrivateDirectory.names(in: directory)
        }
        var found: [FileVersion] = []
        for name in VersionName.all(in: names) {
            guard
                let version = try translating({ try version(name, in: directory) }),
                directory == store.directory(of: version.document)
            else { continue }
            found.append(version)
        }
        return found.sorted {
            ($0.record.modified, $0.recorded, $0.persistentIdentifier)
                < ($1.record.modified, $1.recorded, $1.persistentIdentifier)
        }
    }

    /// Returns the version as it is now; `nil` if a crash has left its bytes without a record, or a record without bytes.
    private static func version(_ name: VersionName, in directory: FilePath) throws(SystemCallError) -> FileVersion? {
        guard let (record, time) = try VersionRecord.read(directory.appending(name.record)),
            let contents = try FileStatus(ifThere: directory.appending(name.contents)), contents.kind == .regular
        else { return nil }
        return FileVersion(name, record, in: directory, bytes: contents.size, recorded: time)
    }

    /// Whether the version is there, and nobody has renewed or resolved it since it was found.
    func isUnchanged() throws(SystemCallError) -> Bool {
        try Self.version(versionName, in: path.removingLastComponent()) == self
    }

    /// Returns the document's path as recorded in its versions, also if its directory does not exist; `nil` if not even the working
    /// directory does.
    static func resolved(_ path: FilePath) throws(DocumentError) -> FilePath? {
        do {
            return try path.resolvingLinks()
        } catch {
            guard error.saysNothingIsThere else { throw DocumentError(error) }
            // A document whose directory is gone can still be named by the path that lists show.
            guard path.isRelative else { return path.lexicallyNormalized() }
            return try? FilePath(".").resolvingLinks().pushing(path).lexicallyNormalized()
        }
    }

    // MARK: The record

    var versionName: VersionName {
        precondition(!isCurrent, "The document itself has no record.")
        return VersionName(identifier: persistentIdentifier, contents: path.lastComponent!)
    }

    /// Dates the version anew, so that nobody removes it for its age; what its record says stays.
    mutating func renew() throws(SystemCallError) {
        let file = try OpenFile(reading: path.removingLastComponent().appending(versionName.record))
        try file.renewTimes()
        recorded = try file.status().modificationTime
    }

    /// Replaces the record atomically.
    mutating func rewrite(_ record: VersionRecord) throws(FileSaveError) {
        let file = path.removingLastComponent().appending(versionName.record)
        recorded = try record.write(to: file, replacingExisting: true)
        self.record = record
    }
}
