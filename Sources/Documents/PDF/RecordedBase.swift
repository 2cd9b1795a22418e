internal import Checkpointing
internal import LinuxFiles
internal import SystemPackage

/// The document that unsaved changes were made on, as described in the header of their checkpoint.
struct RecordedBase {
    /// How a document compares with the recorded one.
    enum Comparison {
        /// It is proven to have the same bytes.
        case same
        /// Length, head and tail are the same, which proves nothing about the middle: everything that the changes
        /// depend on must be compared.
        case alike
        case different
    }

    let state: DocumentState
    let file: RecordedFile?
    private let digest: String?

    /// Returns `nil` if this program did not write the header.
    init?(_ header: CheckpointHeader) {
        guard let state = DocumentState(line: header.base) else { return nil }
        (self.state, file, digest) = (state, header.file, header.digest)
    }

    /// Describes a document as it is now, for changes to be made on it.
    init(_ document: OpenedPDF) {
        (state, file, digest) = (document.state, document.source.recorded, nil)
    }

    func comparison(with document: OpenedPDF) -> Comparison {
        comparison(with: document.wholeBytes, in: document.source.recorded)
    }

    /// - Parameters:
    ///   - bytes: the document, without an unfinished increment.
    ///   - file: the file that holds it.
    func comparison(with bytes: UnsafeRawBufferPointer, in file: RecordedFile) -> Comparison {
        guard DocumentState(bytes) == state else { return .different }
        if let recorded = self.file, file.isUnchanged(since: recorded) { return .same }
        guard let digest else { return .alike }
        return DocumentState.digest(of: bytes) == digest ? .same : .different
    }

    /// Whether a document begins with all of this one, as after an incremental update.
    func isBeginning(of document: UnsafeRawBufferPointer) -> Bool {
        guard state.isBeginning(of: document) else { return false }
        return digest.map { $0 == DocumentState.digest(of: .init(rebasing: document.prefix(state.bytes))) } ?? true
    }

    /// The same for a file; `false` if it cannot be read.
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
    /// Creates the header under which changes made on a document are recorded.
    init(_ document: OpenedPDF, at path: FilePath, salt: String?) {
        self.init(path: path, base: document.state.line, salt: salt)
        file = document.source.recorded
        digest = DocumentState.digest(of: document.wholeBytes)
    }
}
