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
    /// In seconds since 1970.
    var modified: Int
    /// The permission bits that the document had, and the group that they apply to.
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

    /// The rights to read the document, which also apply to a file that the version is written to.
    package var rights: AccessRights { AccessRights(mode: mode, group: group) }

    /// The document's path, absolute and with symbolic links followed.
    var path: FilePath { FilePath(text: document, bytes: documentBytes) }

    /// Writes the record, replacing an older one if requested; when this returns, it is on disk.
    func write(to path: FilePath, replacingExisting: Bool) throws(FileSaveError) {
        var new =
            try replacingExisting ? AtomicReplacement(replacing: path) : AtomicReplacement(creating: path, mode: 0o600)
        try new.append(JSONLine.bytes(self) + [0x0A])
        try new.finish().commit()
    }

    /// Reads a record; returns `nil` if there is none, or it cannot be decoded.
    init?(at path: FilePath) {
        guard let file = try? OpenFile(reading: path), let bytes = try? file.readAll(),
            let record: Self = JSONLine.value(bytes)
        else { return nil }
        self = record
    }
}
