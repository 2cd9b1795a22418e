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
    /// The unsaved changes, locked; `nil` if there are none, or if they are ignored.
    var unsaved: UnsavedChanges<BytesChange>?

    private init(_ source: SourceFile, digest: String, bytes: [UInt8]?) {
        (self.source, self.digest, self.bytes) = (source, digest, bytes)
    }

    /// Opens the file at a path.
    ///
    /// - Parameter known: what is in memory; the file is read only if it is another one, or may have changed.
    static func open(_ path: FilePath, _ known: LoadedContents?) throws(SystemCallError) -> FileStorage {
        var attempts = 0
        while true {
            let source = try SourceFile(path)
            if let known, source.recorded.isUnchanged(since: known.file) {
                return FileStorage(source, digest: known.digest, bytes: nil)
            }
            let bytes = source.status.kind == .regular ? try source.file.readAll() : []
            attempts += 1
            // Another program may be writing it.
            if try source.isUntouched() || attempts == 10 {
                return FileStorage(source, digest: digest(bytes), bytes: bytes)
            }
        }
    }

    var stateLine: String { digest }
    var length: Int { source.status.size }

    func includes(_ stateLine: String) -> Bool { stateLine == digest }

    /// Nothing but the file itself tells.
    func isMoved(from header: CheckpointHeader) -> Bool { false }

    func secret() -> [UInt8]? { nil }

    func header(at path: FilePath, salt: String?) -> CheckpointHeader {
        var header = CheckpointHeader(path: path, base: digest)
        header.file = source.recorded
        return header
    }

    func comparison(with header: CheckpointHeader) -> BaseComparison? { header.base == digest ? .same : .different }

    func contents() throws(SystemCallError) -> [UInt8] {
        if let bytes { return bytes }
        let read = try source.file.readAll()
        bytes = read
        return read
    }

    /// The changes in the checkpoint, oldest first, from an index on.
    func changes(from first: Int) throws(DocumentError) -> [[UInt8]] {
        try unsaved?.all(from: first).map(\.bytes) ?? []
    }

    static func digest(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { digest(of: $0) } }

    static func digest(of bytes: UnsafeRawBufferPointer) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return "sha256-" + hash.digest.hexadecimal
    }
}

/// A change of contents that only their own document knows; in a checkpoint it is Base64.
struct BytesChange: DocumentChange {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init?(payload: [UInt8]) {
        guard let bytes = Data(base64Encoded: Data(payload)) else { return nil }
        self.init(Array(bytes))
    }

    var payload: [UInt8] { Array(Data(bytes).base64EncodedData()) }
    var editCount: Int { 1 }
    var takesBack: Bool { false }
}
