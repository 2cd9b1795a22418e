internal import Checkpointing
public import FileDocuments
public import PDFModel
public import SystemPackage

/// An open PDF document: it coordinates reads and writes with other processes, follows its file, detects changes made
/// by others, and keeps every change in a checkpoint until it is saved. The counterpart of UIDocument for PDF.
public typealias Document = FileDocument<PDFContents>

extension Document {
    /// The state of a document.
    public typealias State = FileDocumentState
    /// The purpose of a save.
    public typealias SaveOperation = DocumentSaveOperation
    /// When recorded changes become durable.
    public typealias CheckpointStrategy = FileDocuments.CheckpointStrategy

    /// Creates a document in a file that other processes may use as well, without opening it. Unsaved changes are kept
    /// where the command `pdfco` keeps them, in `CheckpointStore.standard(of:)`.
    ///
    /// - Throws: `noSuchFile` if the file's directory does not exist, or a checkpoint error if
    ///   there is no standard directory.
    public init(fileAt path: FilePath) throws(DocumentError) { try self.init(fileAt: path, Configuration()) }

    /// Returns a summary of the document, including its unsaved changes.
    ///
    /// - Throws: `documentClosed`, or the reason why the document cannot be read now.
    public func summary() async throws(DocumentError) -> DocumentSummary {
        try await reading { document throws(DocumentError) in try document.summary() }
    }

    /// Returns the annotations, including unsaved changes.
    ///
    /// - Throws: `documentClosed`, or the reason why the document cannot be read now.
    public func annotations() async throws(DocumentError) -> [ListedAnnotation] {
        try await reading { document throws(DocumentError) in try document.annotations() }
    }

    /// Returns the size, position, rotation and label of pages, in the order of the range: `width` and
    /// `height` are what readers show, in 1/72 inch.
    ///
    /// - Throws: `PDFError.pageOutOfRange` as a ``DocumentError`` for a page that the document does not
    ///   have.
    public func pageDetails(_ range: PageRange = .all) async throws(DocumentError) -> [PageDetails] {
        try await reading { document throws(DocumentError) in try document.pageDetails(range) }
    }
}

extension DocumentConfiguration<PDFContents> {
    /// Keeps unsaved changes where the command `pdfco` does.
    ///
    /// - Throws: a checkpoint error if there is no such directory: no variable names one, and `HOME` is not set.
    public init() throws(DocumentError) {
        do { self.init(checkpoints: try .standard()) } catch {
            throw DocumentError(.checkpoint(error), nil)
        }
    }
}

extension Document {
    /// Applies edits, all or none, as one change, which is in the checkpoint when this returns.
    ///
    /// - Parameters:
    ///   - edits: in their order.
    ///   - ignoringSignatures: proceed even if a certification or a signature's lock forbids it.
    /// - Throws: `editingDisabled`, `documentClosed`, or the reason
    ///   why the edits cannot be applied.
    public func perform(
        _ edits: [Edit], ignoringSignatures: Bool = false
    ) async throws(DocumentError) -> EditReport {
        try await recording { document throws(DocumentError) in
            guard edits.count >= Self.manyEdits else {
                return try document.perform(edits, ignoringSignatures: ignoringSignatures)
            }
            return try core.reportingProgress { report throws(DocumentError) in
                document.progress = report
                return try document.perform(edits, ignoringSignatures: ignoringSignatures)
            }
        }
    }

    /// This many edits take long enough for progress to be shown.
    private static var manyEdits: Int { 1000 }
}
