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

extension FileDocument<PDFContents>.Configuration {
    /// Keeps unsaved changes where the command `pdfco` does.
    ///
    /// - Throws: a checkpoint error if there is no such directory: no variable names one, and `HOME` is not set.
    public init() throws(DocumentError) {
        do { self.init(checkpoints: try .standard()) } catch {
            throw DocumentError(.checkpoint(error), nil)
        }
    }
}
