public import FileDocuments
public import PDFModel
public import PageText

extension PDFError: ContentsError {
    public var isLocked: Bool { if case .passwordRequired = self { true } else { false } }
}
extension PageTextError: ContentsError {}

extension DocumentError.Situation {
    /// The PDF format or the document does not allow the edit, or the file is defective.
    public static func pdf(_ error: PDFError) -> Self { .contents(ContentsFailure(error)) }

    /// The text of the pages cannot be read, or is not what was looked for.
    public static func text(_ error: PageTextError) -> Self { .contents(ContentsFailure(error)) }

    /// What is wrong with the PDF file or the edit, if that is the error.
    public var pdf: PDFError? { if case .contents(let failure) = self { failure.error as? PDFError } else { nil } }
}

extension DocumentError {
    /// Whether the file is gone, or what is there is no document that can be edited.
    package var saysDocumentIsLost: Bool {
        switch situation.pdf {
        case .notAPDF, .damaged, .unrecoverable, .noPages: true
        default: situation == .noSuchFile
        }
    }
}
