/// What can go wrong in reading a PDF or in changing its annotations; each case is one situation a user can meet.
public enum PDFError: Error, Sendable, Equatable {
    /// The bytes hold no `%PDF-` header and nothing else a reader could begin with.
    case notAPDF
    /// The file needs repairing before it could be read or extended; the reason is libqpdf's or ours.
    case damaged(String)
    /// The file is damaged, and no objects that make a document can be found in it.
    case unrecoverable
    /// The document has no page.
    case noPages
    /// The document opens only with a password, and none, or a wrong one, was given.
    case passwordRequired(given: Bool)
    /// A security handler that libqpdf cannot open.
    case unsupportedEncryption(String)
    /// The document's owner does not permit annotating it, and the password given was not the owner's.
    case annotatingNotPermitted
    /// An edit that the document's certification forbids, or that is not told apart from one that is.
    ///
    /// - Parameter byField: the field whose signature states the certification; `nil` where the catalog's `/Perms` alone does.
    case certified(level: Int, byField: String?)
    /// An edit that the lock of a signed field forbids; the level is that of a certification.
    case locked(byField: String, level: Int)
    /// The annotation to be changed stands for a field that the signature in a field locks.
    case fieldLocked(String, byField: String)
    /// The annotation of that name, or object, is not to be changed or removed so, as its own flags say.
    case annotationLocked(String, by: AnnotationFlag)
    /// The file lost its end: the signature in a field would take what is appended for what it covers, and break.
    case signatureBeyondEnd(inField: String)
    /// A page number beyond the last page.
    case pageOutOfRange(Int, pageCount: Int)
    /// The annotation described cannot exist: a degenerate rectangle, a missing point, a value out of range.
    case invalidAnnotation(String)
    /// An annotation of this name is there with other content.
    case nameTaken(String, page: Int)
    /// No annotation of this name is there.
    case noSuchAnnotation(String)
    /// The annotation is of a kind whose appearance pdfco does not draw.
    case unsupportedSubtype(String)
    /// The file has grown beyond what its cross-reference table can address.
    case tooLarge
    /// libqpdf cannot write the document anew so that it reads as before, for this reason.
    case notRewritable(String)
    /// libqpdf failed in a way that is not the file's fault.
    case library(String)
}
