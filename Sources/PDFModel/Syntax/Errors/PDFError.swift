/// An error in reading a PDF or in changing its annotations; each case is one situation that a user can encounter.
public enum PDFError: Error, Sendable, Equatable {
    /// The bytes have no `%PDF-` header and nothing else at which a reader could begin.
    case notAPDF
    /// The file must be repaired before it can be read or extended; the reason comes from libqpdf or from pdfco.
    case damaged(String)
    /// The file is damaged, and no repair can make a document of it: for the given reason, or because no pages can be
    /// found in it.
    case unrecoverable(String?)
    /// The document has no page.
    case noPages
    /// The document opens only with a password, and the given one is missing or wrong.
    case passwordRequired(given: Bool)
    /// The document uses encryption that libqpdf cannot open.
    case unsupportedEncryption(String)
    /// The document's owner does not permit annotating it, and the given password is not the owner password.
    case annotatingNotPermitted
    /// The document's certification forbids the edit, or forbids edits that cannot be distinguished from it.
    ///
    /// - Parameter byField: the field whose signature states the certification; `nil` where only the catalog's `/Perms`
    ///   does.
    case certified(level: Int, byField: String?)
    /// The lock of a signed field forbids the edit; the level is that of a certification.
    case locked(byField: String, level: Int)
    /// The annotation to change represents a field that the signature in a field locks.
    case fieldLocked(String, byField: String)
    /// The flags of the annotation with that name, or object, forbid the change or removal.
    case annotationLocked(String, by: AnnotationFlag)
    /// The file lost its end: the signature in a field would take appended bytes for those it covers, and break.
    case signatureBeyondEnd(inField: String)
    /// The page number is beyond the last page.
    case pageOutOfRange(Int, pageCount: Int)
    /// The described annotation cannot exist: a degenerate rectangle, a missing point, a value out of range.
    case invalidAnnotation(String)
    /// The page has an annotation of this name with other content.
    case nameTaken(String, page: Int)
    /// There is no annotation of this name.
    case noSuchAnnotation(String)
    /// A saved edit of the annotation of this name, or object, cannot be taken back, for this reason.
    case changedSince(String, String)
    /// The annotation of this name attaches no file whose contents can be read.
    case noAttachment(String)
    /// No annotation meets the conditions, apart from that number of form fields, which are kept unless their subtype
    /// is stated.
    case noMatch(besidesFields: Int)
    /// That number of annotations meet the conditions and cannot be named in an edit.
    case unnamedAnnotations(Int)
    /// Several annotations have this name, on these pages.
    case ambiguousName(String, pages: [Int])
    /// The annotation has a subtype whose appearance stream pdfco does not draw.
    case unsupportedSubtype(String)
    /// The edits break standards to which the document claims to conform.
    case breaksConformance([ConformanceProblem])
    /// No font can show a text, or the one that was asked for cannot be used; the Debian package that has a suitable one.
    case noFont(String, package: String?)
    /// A text needs an embedded font, and the program that shapes texts is missing or failed.
    case textNotShaped(String)
    /// The document was made, or happens, to take far more memory than any sound file of its length; a sentence says which
    /// part of it.
    case tooDemanding(String)
    /// The file has grown beyond what its cross-reference table can address.
    case tooLarge
    /// The file is damaged, and no increment can repair it; nothing was written.
    case notRepaired(String)
    /// A rewrite would invalidate that number of signatures.
    case wouldInvalidateSignatures(count: Int)
    /// Going back to an earlier revision would remove that number of later signatures.
    case wouldLoseSignatures(count: Int)
    /// The document has fewer revisions than the requested number.
    case noSuchRevision(Int, count: Int)
    /// libqpdf cannot rewrite the document without changing what it contains, for this reason.
    case notRewritable(String)
    /// libqpdf failed in a way that is not the file's fault.
    case library(String)
}
