/// Why there is no picture of a page.
public enum RenderingError: Error, Sendable, Equatable {
    /// None of the programs that draw pages is installed.
    case noProgram
    /// The program ended with a status other than 0.
    case programFailed(String, status: Int32)
    /// The program wrote nothing for too long.
    case programTimedOut(String)
    /// The program writes something else than pictures of the pages.
    case notUnderstood
    /// A system call failed, for this reason.
    case systemCall(String)
}

extension RenderingError: CustomStringConvertible {
    /// What went wrong, to follow the name of the file: one line without a full stop.
    public var description: String {
        switch self {
        case .noProgram: "no pictures: neither mutool (mupdf-tools) nor pdftoppm (poppler-utils) is installed"
        case .programFailed(let program, let status):
            "some pictures are missing: \(program) failed with status \(status)"
        case .programTimedOut(let program): "some pictures are missing: \(program) took too long"
        case .notUnderstood: "some pictures are missing: they do not have the proportions of their pages"
        case .systemCall(let reason): "some pictures are missing: \(reason)"
        }
    }
}
