internal import Checkpointing
internal import FoundationEssentials
internal import LinuxFiles
internal import SystemPackage

/// What is told of a version beside its bytes: nothing of what stands in the document, because that may be encrypted.
struct VersionRecord: Codable, Equatable {
    private var document: String
    private var documentBytes: Data?
    var name: String
    var computer: String?
    /// In seconds since 1970.
    var modified: Int
    /// The permission bits that the document had, and the group that they are about.
    private var mode: UInt32
    private var group: UInt32?
    var isConflict: Bool
    var isResolved: Bool
    var reason: String

    init(
        of document: FilePath, _ status: FileStatus, _ rights: AccessRights, name: String?, isConflict: Bool,
        reason: String
    ) {
        self.document = document.string
        documentBytes = document.bytesUnlessText
        self.name = name ?? document.lastComponent?.string ?? "document"
        computer = ThisProcess.hostName
        modified = status.modificationTime.seconds
        mode = rights.notedMode
        group = rights.group
        self.isConflict = isConflict
        isResolved = !isConflict
        self.reason = reason
    }

    /// Who might read the document, and so may read the version where it is put.
    var rights: AccessRights { AccessRights(mode: mode, group: group) }

    /// The document's path, absolute and with links followed.
    var path: FilePath { FilePath(text: document, bytes: documentBytes) }

    /// Writes the record, in the place of an older one; when this returns it is on the disk.
    func write(to path: FilePath, replacingExisting: Bool) throws(FileSaveError) {
        var new =
            try replacingExisting ? AtomicReplacement(replacing: path) : AtomicReplacement(creating: path, mode: 0o600)
        try new.append(JSONLine.bytes(self) + [0x0A])
        try new.finish().commit()
    }

    /// Reads a record; `nil` where there is none, or it says nothing.
    init?(at path: FilePath) {
        guard let file = try? OpenFile(reading: path), let bytes = try? file.readAll(),
            let record: Self = JSONLine.value(bytes)
        else { return nil }
        self = record
    }
}
