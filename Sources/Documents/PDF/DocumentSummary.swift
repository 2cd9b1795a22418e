public import PDFModel

/// A summary of a document, read without changing it.
public struct DocumentSummary: Sendable, Equatable {
    /// Length in bytes, without an unfinished increment.
    public var bytes: Int
    /// The length in bytes of an increment whose save was interrupted; the next save removes it.
    public var unfinishedBytes: Int
    /// How the file is built.
    public var structure: Structure
    /// The number of pages.
    public var pages: Int
    /// Oldest first.
    public var revisions: [Revision]
    /// The signature fields, signed or not.
    public var signatures: [SignatureField]
    /// The signatures that only the permissions dictionary of the catalog has.
    public var permissionSignatures: [PermissionSignature]
    /// Includes the unsaved changes, if they fit the document.
    public var annotationCount: Int
    /// What its checkpoint has.
    public var unsaved = Unsaved()
    /// The versions of the document kept in the data directory, oldest first.
    public var versions: [FileVersion] = []
    /// Why the document cannot be edited; `nil` if it can.
    public var editingDisabled: PDFError?
    /// The warnings of libqpdf; the last entry gives the number of those omitted, if any.
    public var warnings: [String]

    /// How a file is built.
    public struct Structure: Sendable, Equatable {
        /// The version in the header or the catalog, whichever is later, such as `1.7`.
        public var pdfVersion: String
        /// The form of the newest cross-reference section; `nil` if the file's structure is damaged.
        public var crossReference: CrossReferenceKind?
        /// Whether the file is arranged for reading over a network (Annex F).
        public var isLinearized: Bool
        /// How the document is encrypted; `nil` if it is not.
        public var encryption: Encryption?
    }

    /// The unsaved changes to a document.
    public struct Unsaved: Sendable, Equatable {
        /// `nil` if there are none.
        public var checkpoint: CheckpointSummary?
        /// Why they cannot be merged into the document; `nil` if they can.
        public var conflict: String?
        /// The number of bytes at the end of the checkpoint that cannot be read.
        public var lostBytes = 0
    }

    init(_ contents: OpenedPDF) throws(PDFError) {
        let file = contents.file
        bytes = file.count
        unfinishedBytes = file.unfinishedCount
        structure = Structure(
            pdfVersion: file.version, crossReference: file.crossReferenceKind(), isLinearized: file.isLinearized,
            encryption: try file.encryption())
        pages = try file.pageCount()
        revisions = file.revisions()
        signatures = try file.signatureFields()
        permissionSignatures = try file.permissionSignatures()
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

    /// More warnings than this are not useful.
    private static let warningLimit = 20
}
