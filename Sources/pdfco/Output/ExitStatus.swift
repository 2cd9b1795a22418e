/// The exit statuses that scripts rely on.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    /// The command ran, and the answer is no.
    case negative = 1
    /// The document changed underneath; nothing was written.
    case conflict = 10
    /// Some of several documents failed.
    case someFailed = 11
    case usage = 64
    /// The file is not a PDF or is damaged, or an edit was refused.
    case dataError = 65
    case noInput = 66
    /// A program that pdfco needs is not installed, or does not work.
    case unavailable = 69
    /// A defect in pdfco.
    case software = 70
    case cannotCreate = 73
    case systemCall = 74
    /// The document is busy: try again.
    case temporaryFailure = 75
    case noPermission = 77
}
