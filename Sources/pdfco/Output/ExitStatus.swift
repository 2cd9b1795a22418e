/// The exit statuses that scripts rely on.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    /// Ran, and the answer is no.
    case negative = 1
    /// The document changed underneath; nothing was written.
    case conflict = 10
    /// Of several documents, some failed.
    case someFailed = 11
    case usage = 64
    /// Not a PDF, damaged, or an edit refused.
    case dataError = 65
    case noInput = 66
    /// A defect in pdfco.
    case software = 70
    case cannotCreate = 73
    case systemCall = 74
    /// Busy: try again.
    case temporaryFailure = 75
    case noPermission = 77
}
