internal import Checkpointing
internal import LinuxFiles
internal import SystemPackage

/// The document that unsaved changes were made on, as the header of their checkpoint describes it.
struct RecordedBase {
    /// How a document compares with it.
    enum Likeness {
        /// It is proven to have the same bytes.
        case same
        /// Length, head and tail are the same, which proves nothing about the middle: whatever the changes rest on is compared.
        case alike
        case different
    }

    let state: DocumentState
    let file: RecordedFile?
    private let digest: String?

    /// `nil` where this program did not write the header.
    init?(_ header: CheckpointHeader) {
        guard let state = DocumentState(line: header.base) else { return nil }
        (self.state, file, digest) = (state, header.file, header.digest)
    }

    /// A document as it is now, for changes that are going to be made on it.
    init(_ document: DocumentContents) {
        (state, file, digest) = (document.state, document.recordedFile, nil)
    }

    func likeness(of document: DocumentContents) -> Likeness {
        likeness(of: document.wholeBytes, in: document.recordedFile)
    }

    /// - Parameters:
    ///   - bytes: the document, without an unfinished increment.
    ///   - file: the file that it is in.
    func likeness(of bytes: UnsafeRawBufferPointer, in file: RecordedFile) -> Likeness {
        guard DocumentState(bytes) == state else { return .different }
        if let recorded = self.file, file.isUnchanged(since: recorded) { return .same }
        guard let digest else { return .alike }
        return DocumentState.digest(of: bytes) == digest ? .same : .different
    }

    /// Whether a document begins with all of this one, as an incremental update leaves it.
    func isBeginning(of document: UnsafeRawBufferPointer) -> Bool {
        guard state.isBeginning(of: document) else { return false }
        return digest.map { $0 == DocumentState.digest(of: .init(rebasing: document.prefix(state.bytes))) } ?? true
    }

    /// The same of a file; one that cannot be read does not.
    func isBeginning(of file: borrowing OpenFile) -> Bool {
        guard let map = try? MappedFile(file, count: state.bytes) else { return false }
        return withExtendedLifetime(map) { isBeginning(of: map.bytes) }
    }

    func isBeginning(ofFileAt path: FilePath) -> Bool {
        guard let file = try? OpenFile(reading: path) else { return false }
        return isBeginning(of: file)
    }

    /// Whether ``isBeginning(of:)`` compares every byte.
    var isProvable: Bool { digest != nil }
}

extension CheckpointHeader {
    /// What changes made on a document are recorded under.
    init(_ document: DocumentContents, at path: FilePath, salt: String?) {
        self.init(path: path, base: document.state.line, salt: salt)
        file = document.recordedFile
        digest = DocumentState.digest(of: document.wholeBytes)
    }
}
