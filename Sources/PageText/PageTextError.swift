public import LinuxFiles

/// Why the text of pages cannot be read, or text on them cannot be found.
public enum PageTextError: Error, Sendable, Equatable {
    /// The program that reads the pages is not installed; the Debian package has it.
    case programMissing(String, package: String)
    /// The program ended with a status other than 0 before it had read the pages.
    case programFailed(String, status: Int32)
    /// The program wrote nothing for too long.
    case programTimedOut(String)
    /// What the program writes cannot be understood, for this reason.
    case notUnderstood(String, reason: String)
    /// The file of words cannot be used, for this reason; the line is counted from 1.
    case invalidWords(String, line: Int?)
    /// The text is not a regular expression.
    case invalidPattern(String)
    /// The search for the regular expression takes too long.
    case patternTooSlow(String)
    /// The text is not on the pages; the nearest to it may be what is meant.
    case noMatch(String, nearest: NearestText?)
    /// There are fewer matches than the number of the one that is meant.
    case noOccurrence(String, Int, count: Int)
    /// The pages have no text at all, as scans have none.
    case noText
    /// There are more matches than allowed.
    case tooManyMatches(String, limit: Int)
    case systemCall(SystemCallError)
}

/// Text that is nearly what was looked for.
public struct NearestText: Sendable, Equatable {
    public var text: String
    public var page: Int
    /// Whether only the letter case differs.
    public var differsInCase: Bool
}

extension PageTextError: CustomStringConvertible {
    /// What went wrong, to follow the name of the file: one line without a full stop.
    public var description: String {
        switch self {
        case .programMissing(let program, let package):
            "its text cannot be read: the program \(program) is not installed (package \(package))"
        case .programFailed(let program, let status): "its text cannot be read: \(program) failed with status \(status)"
        case .programTimedOut(let program): "its text cannot be read: \(program) took too long"
        case .notUnderstood(let program, let reason): "its text cannot be read: \(program) printed \(reason)"
        case .invalidWords(let reason, let line): (line.map { "line \($0): " } ?? "") + reason
        case .invalidPattern(let pattern): "'\(pattern)' is not a regular expression"
        case .patternTooSlow(let pattern): "the search for the regular expression '\(pattern)' took too long"
        case .noMatch(let text, _): "the text '\(text)' was not found"
        case .noOccurrence(let text, let number, let count):
            "there is no match \(number) of '\(text)': there \(count == 1 ? "is 1" : "are \(count)")"
        case .noText: "the pages have no text"
        case .tooManyMatches(let text, let limit): "'\(text)' occurs more than \(limit) times; nothing was marked"
        case .systemCall(let error): error.sentence()
        }
    }
}

extension PageTextError {
    /// The kind of the error: a stable word for programs.
    public var kind: String {
        switch self {
        case .programMissing: "programMissing"
        case .programFailed, .programTimedOut, .notUnderstood: "programFailed"
        case .invalidWords: "invalidWords"
        case .invalidPattern: "usage"
        case .patternTooSlow: "patternTooSlow"
        case .noMatch, .noOccurrence: "noMatch"
        case .noText: "noText"
        case .tooManyMatches: "tooManyMatches"
        case .systemCall: "systemCall"
        }
    }
}
