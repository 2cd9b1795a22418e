public import FileDocuments
public import PDFModel
public import PageText
internal import SystemPackage

extension PDFError: ContentsError {}
extension PageTextError: ContentsError {}

extension DocumentError.Situation {
    /// The PDF format or the document does not allow the edit, or the file is defective.
    public static func pdf(_ error: PDFError) -> Self { .contents(ContentsFailure(error)) }

    /// The text of the pages cannot be read, or is not what was looked for.
    public static func text(_ error: PageTextError) -> Self { .contents(ContentsFailure(error)) }

    /// What is wrong with the PDF file or the edit, if that is the error.
    public var pdf: PDFError? { if case .contents(let failure) = self { failure.error as? PDFError } else { nil } }
}

/// Turns an error that prevents creating or replacing a file into an error about that file, or about its directory.
///
/// - Parameter path: the path of the file, as the caller named it.
func translatingOutputErrors<Result: ~Copyable>(
    of path: FilePath, _ body: () throws -> Result
) throws(DocumentError) -> Result {
    do {
        return try body()
    } catch {
        let error = DocumentError(error)
        switch error.situation {
        case .noSuchFile:
            let directory = path.removingLastComponent()
            throw DocumentError(.noSuchDirectory(for: path), directory.isEmpty ? path : directory)
        case .notAFile(let kind): throw DocumentError(.notReplaceable(kind), path)
        case .permissionDenied, .noSpace, .notSaved, .systemCall: throw DocumentError(error.situation, path)
        default: throw error
        }
    }
}
