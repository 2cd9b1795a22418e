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
    /// The file that has replaced the document where it went back to earlier contents.
    var successor: RecordedFile?

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
