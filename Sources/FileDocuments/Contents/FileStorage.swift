internal import Checkpointing
internal import Cryptography
internal import FoundationEssentials
internal import LinuxFiles
internal import SystemPackage

/// What a ``FileDocument`` has in memory.
struct LoadedContents: Sendable {
    /// The file at the document's path when it was last looked at, and the digest of its contents.
    var file: RecordedFile
    var digest: String
    /// The digest of the contents that were loaded: those of the file, or earlier ones in a conflict.
    var base: String
    /// The number of changes applied to them, and the checksum of the last one.
    var changes = 0
    var checksum: UInt32 = 0
    /// Why the unsaved changes do not fit the file.
    var conflict: String?

    /// Whether the contents with the changes of a log begin with what is in memory.
    func isBeginning(of log: CheckpointContents?) -> Bool {
        let count = log?.changeCounts.applied ?? 0
        return changes <= count && (changes == 0 || log?.checksum(ofChange: changes - 1) == checksum)
    }
}

/// A document's file and its checkpoint during one access.
final class FileStorage: RecordedDocument {
    let source: SourceFile
    /// The digest of the file's contents.
    let digest: String
    /// The contents, if they had to be read.
    private var bytes: [UInt8]?
    /// The checkpoint, locked; `nil` if there is none.
    var log: CheckpointLog?
    private let parked: ParkedLog

    private init(_ source: SourceFile, digest: String, bytes: [UInt8]?, _ parked: ParkedLog) {
        (self.source, self.digest, self.bytes, self.parked) = (source, digest, bytes, parked)
    }

    /// Opens the file at a path.
    ///
    /// - Parameter known: what is in memory; the file is read only if it is another one, or may have changed.
    static func open(
        _ path: FilePath, _ known: LoadedContents?, parking parked: ParkedLog
    ) throws(SystemCallError) -> FileStorage {
        var attempts = 0
        while true {
            let source = try SourceFile(path)
            if let known, source.recorded.isUnchanged(since: known.file) {
                return FileStorage(source, digest: known.digest, bytes: nil, parked)
            }
            let bytes = source.status.kind == .regular ? try source.file.readAll() : []
            attempts += 1
            // Another program may be writing it.
            if try source.isUntouched() || attempts == 10 {
                return FileStorage(source, digest: digest(bytes), bytes: bytes, parked)
            }
        }
    }

    deinit { if let log { parked.put(log) } }

    var stateLine: String { digest }

    func includes(_ stateLine: String) -> Bool { stateLine == digest }

    /// Nothing but the file itself tells.
    func isMoved(from header: CheckpointHeader) -> Bool { false }

    func contents() throws(SystemCallError) -> [UInt8] {
        if let bytes { return bytes }
        let read = try source.file.readAll()
        bytes = read
        return read
    }

    /// The changes in the checkpoint, oldest first, from an index on.
    func changes(from first: Int) throws(DocumentError) -> [[UInt8]] {
        var changes: [[UInt8]] = []
        guard let log else { return [] }
        try log.contents.forEachPayload(from: first) { _, payload throws(DocumentError) in
            guard let change = Payload.change(payload) else {
                throw DocumentError(.checkpoint(.foreign(log.path)), source.file.path)
            }
            changes.append(change)
        }
        return changes
    }

    static func digest(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { digest(of: $0) } }

    static func digest(of bytes: UnsafeRawBufferPointer) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return "sha256-" + hash.digest.hexadecimal
    }
}

/// A change as a checkpoint has it: a line of text.
enum Payload {
    static func bytes(_ change: [UInt8]) -> [UInt8] { Array(Data(change).base64EncodedData()) }

    /// `nil` if another program has written it.
    static func change(_ payload: UnsafeRawBufferPointer) -> [UInt8]? {
        Data(base64Encoded: Data(payload)).map { Array($0) }
    }
}
