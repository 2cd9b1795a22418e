extension PDFError {
    /// The kind of the error: a stable word for programs, the same that `pdfco --json` prints as `error`.
    public var kind: String {
        switch self {
        case .notAPDF: "notAPDF"
        case .damaged: "damaged"
        case .unrecoverable: "unrecoverable"
        case .notRewritable: "notRewritable"
        case .notRepaired: "notRepaired"
        case .wouldInvalidateSignatures, .wouldLoseSignatures: "wouldInvalidateSignatures"
        case .noSuchRevision: "noSuchRevision"
        case .noPages: "noPages"
        case .passwordRequired(let given): given ? "wrongPassword" : "passwordRequired"
        case .unsupportedEncryption: "unsupportedEncryption"
        case .annotatingNotPermitted: "annotatingNotPermitted"
        case .certified: "certified"
        case .locked: "locked"
        case .signatureBeyondEnd: "signatureBeyondEnd"
        case .fieldLocked: "fieldLocked"
        case .annotationLocked: "annotationLocked"
        case .pageOutOfRange: "pageOutOfRange"
        case .invalidAnnotation: "invalidAnnotation"
        case .nameTaken: "nameTaken"
        case .changedSince: "changedSince"
        case .noAttachment: "noAttachment"
        case .noMatch: "noMatch"
        case .unnamedAnnotations: "unnamedAnnotations"
        case .ambiguousName: "ambiguousName"
        case .noSuchAnnotation: "noSuchAnnotation"
        case .unsupportedSubtype: "unsupportedSubtype"
        case .breaksConformance: "breaksConformance"
        case .noFont: "noFont"
        case .textNotShaped: "textNotShaped"
        case .tooDemanding: "tooDemanding"
        case .tooLarge: "tooLarge"
        case .library: "library"
        }
    }
}
