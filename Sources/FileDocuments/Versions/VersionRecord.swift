internal import Checkpointing
internal import FoundationEssentials
package import LinuxFiles
internal import SystemPackage

/// The metadata of a version. It contains nothing from the document, which may be encrypted.
package struct VersionRecord: Codable, Equatable {
    private var document: String
    private var documentBytes: Data?
    var name: String
    var computer: String?
    /// The name of the user who kept it.
    var originator: String?
    /// In seconds since 1970.
    var modified: Int
    /// The permission bits that the document had, and the group that they apply to.
    private var mode: UInt32
    private var group: UInt32?
    var isConflict: Bool
    var isResolved: Bool
    /// Whether it stays however old it is; `nil` as `false`.
    var isPinned: Bool?
    /// Why it was kept, in words.
    var reason: String
    /// ``VersionCause``, with what the document went back to; `nil` in the records of earlier programs, which have only the words.
    private var cause: String?
    private var version: String?
    private var revision: Int?
    /// The file that has replaced the document where it went back to earlier contents.
    var successor: RecordedFile?

    init(of document: FilePath, _ status: FileStatus, _ rights: AccessRights, _ wanted: VersionNote) {
        self.document = document.string
        documentBytes = document.bytesUnlessText
        name = wanted.name ?? document.lastComponent?.string ?? "document"
        (computer, originator) = (ThisProcess.hostName, ThisProcess.userName)
        modified = status.modificationTime.seconds
        mode = rights.notedMode
        group = rights.group
        isConflict = wanted.isConflict
        isResolved = !wanted.isConflict
        isPinned = wanted.name == nil ? nil : true
        reason = wanted.reason
        switch wanted.cause {
        case .added: cause = "added"
        case .saved: cause = "saved"
        case .overwritten: cause = "overwritten"
        case .wentBackToVersion(let identifier): (cause, version) = ("wentBack", identifier)
        case .wentBackToRevision(let number): (cause, revision) = ("wentBack", number)
        }
    }

    /// The rights to read the document, which also apply to a file that the version is written to.
    package var rights: AccessRights { AccessRights(mode: mode, group: group) }

    /// The document's path, absolute and with symbolic links followed.
    var path: FilePath { FilePath(text: document, bytes: documentBytes) }

    var whyKept: VersionCause {
        switch cause {
        case "added": .added
        case "saved": .saved
        case "wentBack":
            revision.map { .wentBackToRevision($0) } ?? version.map { .wentBackToVersion($0) } ?? .overwritten
        case nil: VersionCause(words: reason)
        default: .overwritten
        }
    }

    /// Whether what is to be noted of the same bytes is noted already, and the version stays as long as it should.
    func covers(_ note: VersionNote) -> Bool {
        guard isConflict == note.isConflict, isResolved == !note.isConflict else { return false }
        if let wanted = note.name, isPinned != true || name != wanted { return false }
        return switch note.cause {
        case .saved: true
        case .added: whyKept != .saved || isPinned == true
        case .overwritten: whyKept == .overwritten
        case .wentBackToVersion, .wentBackToRevision: whyKept == note.cause
        }
    }

    /// Writes the record, replacing an older one if requested; when this returns, it is on disk.
    ///
    /// - Returns: when it was written.
    func write(to path: FilePath, replacingExisting: Bool) throws(FileSaveError) -> FileTime {
        var new =
            try replacingExisting ? AtomicReplacement(replacing: path) : AtomicReplacement(creating: path, mode: 0o600)
        try new.append(JSONLine.bytes(self) + [0x0A])
        let finished = try new.finish()
        let time = try finished.status().modificationTime
        try finished.commit()
        return time
    }

    /// Reads a record, and when it was written; returns `nil` if there is none, or it cannot be decoded.
    static func read(_ path: FilePath) throws(SystemCallError) -> (record: Self, time: FileTime)? {
        do {
            let file = try OpenFile(reading: path)
            guard let record: Self = JSONLine.value(try file.readAll()) else { return nil }
            return (record, try file.status().modificationTime)
        } catch {
            guard error.saysNothingIsThere else { throw error }
            return nil
        }
    }
}
