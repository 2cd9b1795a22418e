public import PDFModel

/// What there is to know of a document without changing it.
public struct DocumentSummary: Sendable, Equatable {
    /// Length in bytes, without an unfinished increment.
    public var bytes: Int
    /// The length in bytes of an increment that was cut off while it was saved; the next save clears it away.
    public var unfinishedBytes: Int
    /// The version in the header or the catalog, whichever is later, as `1.7`.
    public var pdfVersion: String
    public var pages: Int
    /// Oldest first.
    public var revisions: [Revision]
    /// The form of the newest cross-reference section; `nil` where the file's structure is damaged.
    public var crossReference: CrossReferenceForm?
    public var isLinearized: Bool
    public var encryption: Encryption?
    /// The signature fields, signed or not.
    public var signatures: [SignatureField]
    /// With the unsaved changes, where they fit.
    public var annotationCount: Int
    /// The unsaved changes; `nil` where there are none.
    public var checkpoint: CheckpointSummary?
    /// Why the unsaved changes and the document cannot be brought together; `nil` where they can.
    public var unsavedConflict: String?
    /// The number of bytes of the checkpoint that cannot be read.
    public var lostCheckpointBytes = 0
    /// The versions of the document that are kept in the data directory, the oldest first.
    public var versions: [FileVersion] = []
    /// Why the document cannot be edited; `nil` where it can.
    public var editingDisabled: PDFError?
    /// What libqpdf complained of, or how many times more.
    public var warnings: [String]

    init(_ contents: DocumentContents) throws(PDFError) {
        let file = contents.file
        bytes = file.count
        unfinishedBytes = file.unfinishedCount
        pdfVersion = file.version
        pages = try file.pageCount()
        revisions = file.revisions()
        crossReference = file.crossReferenceForm()
        isLinearized = file.isLinearized
        encryption = try file.encryption()
        signatures = try file.signatureFields()
        annotationCount = try file.annotationCount()
        do throws(PDFError) {
            if let damage = contents.damage { throw damage }
            try file.checkMayAnnotate()
        } catch {
            editingDisabled = error
        }
        let warnings = file.warnings
        self.warnings = Array(warnings.prefix(Self.warningLimit))
        if warnings.count > Self.warningLimit { self.warnings.append("and \(warnings.count - Self.warningLimit) more") }
    }

    /// More faults than this tell nobody anything.
    private static let warningLimit = 20
}
