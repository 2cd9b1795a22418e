public import FileDocuments
public import PDFModel

/// A PDF document on disk: opened, edited in memory, and saved safely.
public typealias DocumentFile = OpenDocument<PDFContents>
/// The environment of operations on PDF documents.
///
/// ```swift
/// var workspace = Workspace(coordinator: FileCoordinator(), checkpoints: CheckpointStore(dataDirectory: directory))
/// let highlight = Annotation.highlight(page: 1, rects: [Rectangle(72, 700, 300, 712)])
/// let report = try workspace.perform(Job("report.pdf", [.add(highlight, onPages: .first)], to: .file(Saving())))
/// ```
public typealias Workspace = DocumentStore<PDFContents>
/// What a PDF document is opened for.
public typealias Intent = DocumentIntent<PDFContents>
/// How a PDF document is written.
public typealias Saving = DocumentSaving<PDFContents>

/// What opening a PDF document needs besides its path.
public struct PDFOptions: Sendable {
    /// The user or the owner password of encrypted documents.
    public var password: String?
    /// Whether undo and redo do what a certification, a signature or its lock forbids.
    public var ignoresSignatures = false
}

/// How a PDF document is written.
public struct PDFSavingOptions: Sendable {
    /// Whether the increment repairs a damaged document.
    public var repairs = false
    /// How libqpdf rewrites the document; `nil` appends an increment.
    public var rewriting: RewriteOptions?
    /// Whether to do what a certification, a signature or its lock forbids.
    public var ignoresSignatures = false
    /// Whether edits are refused that break the PDF/A to which the document claims to conform.
    public var isStrict = false
}

extension Intent {
    var mode: OpenMode {
        guard case .save(let saving) = self else { return isReading ? .reading : .editing }
        return saving.rewriting != nil ? .rewriting : saving.repairs ? .repairing : .editing
    }
}
