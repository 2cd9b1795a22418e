internal import Checkpointing
internal import FileDocuments
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The document that unsaved changes were made on, as described in the header of their checkpoint.
struct RecordedBase {
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

    /// Compares a document with it. Where only length, head and tail show that they are alike, that proves nothing about the
    /// middle.
    ///
    /// - Parameters:
    ///   - bytes: the document, without an unfinished increment.
    ///   - file: the file that holds it.
    func comparison(with bytes: UnsafeRawBufferPointer, in file: RecordedFile) -> BaseComparison {
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

extension OpenedPDF: OpenedFile {
    public var stateLine: String { state.line }
    public var length: Int { wholeBytes.count }
    public var isDamaged: Bool { damage != nil }

    public func includes(_ stateLine: String) -> Bool { DocumentState.isReached(stateLine, by: wholeBytes) }

    public var reasonForWholeReading: String? { file.reasonForWholeReading }

    public func isBeginning(ofFileAt path: FilePath) -> Bool { RecordedBase(self).isBeginning(ofFileAt: path) }

    public var undoNeedsCopy: Bool { false }

    public func saves(_ notes: [String]) -> (found: [(index: Int, name: String)], isOfAnother: Bool) {
        let revisions = notes.enumerated().compactMap { index, note in SavedRevision(note).map { (index, $0) } }
        // Several saves may have found nothing to write; the first of them that was made comes first.
        let sorted = revisions.sorted { first, second in
            (first.1.state.bytes, first.1.base, first.0) < (second.1.state.bytes, second.1.base, second.0)
        }
        var (end, found) = (0, [(index: Int, name: String)]())
        for (index, revision) in sorted
        where revision.base >= end && revision.state.isBeginning(of: wholeBytes) {
            end = revision.state.bytes
            found.append((index, "\(end)"))
        }
        return (found, end == 0 && !revisions.isEmpty)
    }

    /// This is the document if it begins with all of the original, and the file now at the old path does not.
    public func isMoved(from header: CheckpointHeader) -> Bool {
        RecordedBase(header)?.isBeginning(of: wholeBytes) == true
            && OpenDocument<PDFContents>.condition(of: header, at: header.path, saving: nil) == .changed
    }

    public func secret() throws(DocumentError) -> [UInt8]? {
        try reading { () throws(PDFError) in try file.encryptionKey() }
    }

    public func header(at path: FilePath, salt: String?) -> CheckpointHeader {
        var header = CheckpointHeader(path: path, base: state.line, salt: salt)
        header.file = source.recorded
        header.digest = DocumentState.digest(of: wholeBytes)
        return header
    }

    public func comparison(with header: CheckpointHeader) -> BaseComparison? {
        RecordedBase(header)?.comparison(with: wholeBytes, in: source.recorded)
    }
}
