extension PDFError: CustomStringConvertible {
    /// What is wrong with the document or the edit, to follow the name of the file: one line without a full stop.
    public var description: String {
        switch self {
        case .notAPDF: "is not a PDF file: it has no %PDF- header"
        case .damaged(let reason): "is damaged: \(reason)"
        case .unrecoverable(let reason): "is damaged beyond repair: \(reason ?? "no pages can be found in it")"
        case .notRewritable(let reason): "cannot be rewritten: \(reason); nothing was written"
        case .notRepaired(let reason): "cannot be repaired by appending to it: \(reason); nothing was written"
        case .wouldInvalidateSignatures(let count):
            "cannot be rewritten: \(count == 1 ? "a signature" : "\(count) signatures") would become invalid; nothing was written"
        case .wouldLoseSignatures: "cannot go back: later signatures would be lost; nothing was written"
        case .noSuchRevision(let number, let count): "there is no revision \(number): the document has \(count)"
        case .noPages: "is not a usable PDF file: it has no pages"
        case .passwordRequired(given: true): "cannot be opened: the password is wrong"
        case .passwordRequired(given: false): "cannot be opened without its password"
        case .unsupportedEncryption(let detail): "cannot be opened: \(detail)"
        case .annotatingNotPermitted:
            "cannot be annotated: its owner does not permit it with the user password"
        case .certified, .locked, .signatureBeyondEnd: "cannot be annotated: \(restriction)"
        case .fieldLocked(let name, let field):
            "cannot change an annotation that shows the field '\(name)', "
                + (name == field ? "which is signed" : "which \(Self.signature(in: field)) locks")
        case .annotationLocked(let name, let flag):
            "cannot \(flag.forbidden) the annotation '\(name)': its flag \(flag) (\(flag.rawValue)) forbids it"
        case .pageOutOfRange(let page, let count):
            "there is no page \(page): the document has \(count == 1 ? "1 page" : "\(count) pages")"
        case .invalidAnnotation(let reason): reason
        case .nameTaken(let name, let page): "page \(page) already has another annotation named '\(name)'"
        case .noSuchAnnotation(let name): "there is no annotation '\(name)'"
        case .changedSince(let name, let reason):
            "the saved change of the annotation '\(name)' cannot be undone: \(reason)"
        case .noAttachment(let name): "the annotation '\(name)' attaches no file that can be read"
        case .noMatch(0): "no annotations match"
        case .noMatch(let fields):
            "no annotations match but \(fields) form field\(fields == 1 ? "" : "s"), kept unless the subtype is named"
        case .unnamedAnnotations(let count):
            count == 1
                ? "an annotation that meets the conditions has neither a name nor an object number"
                : "\(count) annotations that meet the conditions have neither names nor object numbers"
        case .ambiguousName(let name, let pages):
            "several annotations are named '\(name)', on \(Set(pages).count == 1 ? "page" : "pages") "
                + Set(pages).sorted().prefix(5).map(String.init).joined(separator: ", ")
                + (Set(pages).count > 5 ? ", …" : "")
        case .unsupportedSubtype(let subtype): "pdfco cannot create \(subtype) annotations"
        case .breaksConformance(let problems):
            "would no longer be \(problems.map(\.claim.name).eachOnce.joined(separator: " and ")): "
                + problems.map(\.sentence).eachOnce.joined(separator: "; ")
        case .noFont(let reason, _): reason
        case .textNotShaped(let reason): "the text needs an embedded font, and \(reason)"
        case .tooDemanding(let reason): "cannot be processed: \(reason), more than any valid file of its size needs"
        case .tooLarge: "is too large for its cross-reference table (10 GB)"
        case .library(let reason): "libqpdf failed: \(reason)"
        }
    }

    /// What a signature states against an edit: a sentence about the document; empty for other errors.
    public var restriction: String {
        switch self {
        case .certified(let level, let field):
            "its certification allows \(Self.changes(level)) (DocMDP \(level)), as "
                + "\(field.map(Self.signature) ?? "/Perms in the catalog") states"
        case .locked(let field, let level): "\(Self.signature(in: field)) locks it and allows \(Self.changes(level))"
        case .signatureBeyondEnd(let field):
            "\(Self.signature(in: field)) covers more bytes than the file has"
        case .fieldLocked(let name, let field):
            name == field ? "the field '\(name)' is signed" : "\(Self.signature(in: field)) locks the field '\(name)'"
        default: ""
        }
    }

    /// The changes that a certification level below 3 allows.
    private static func changes(_ level: Int) -> String { level == 1 ? "no changes" : "filling in forms only" }

    private static func signature(in field: String) -> String { "the signature in the field '\(field)'" }
}

extension [String] {
    /// The texts in order, without those that were there before.
    var eachOnce: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
