internal import FileDocuments
public import PDFModel

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

extension DocumentIntent<PDFContents> {
    var mode: OpenMode {
        guard case .save(let saving) = self else { return isReading ? .reading : .editing }
        return saving.options.rewriting != nil ? .rewriting : saving.options.repairs ? .repairing : .editing
    }
}
