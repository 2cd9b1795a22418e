import LinuxFiles
import SystemPackage

extension String {
    /// `strike-out` for `StrikeOut`, and `files-from` for `filesFrom`.
    var hyphenated: String {
        reduce(into: "") { words, letter in
            if letter.isUppercase, !words.isEmpty { words += "-" }
            words += letter.lowercased()
        }
    }

    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Words as they were typed, without the program, from which a hint makes a command that works.
struct TypedWords {
    let words: [String]
    /// Whether they were typed in a session.
    var areInSession = false

    init(_ words: [String], areInSession: Bool = false) { (self.words, self.areInSession) = (words, areInSession) }

    /// Returns a command as it is typed here.
    func command(_ words: some Sequence<String>) -> String {
        ((areInSession ? [] : ["pdfco"]) + words.map(Self.quoted)).joined(separator: " ")
    }

    /// A placeholder stays as it is.
    static func quoted(_ word: String) -> String {
        ["FILE", "IMAGE", "NAME", "TEXT", "OTHER", "|"].contains(word) ? word : ShellWord.quoted(word)
    }

    /// Returns the command with more words, and others replaced.
    func again(_ change: (inout [String]) -> Void) -> String {
        var words = words
        change(&words)
        return command(words)
    }

    /// Returns the command with another word in place of one; `nil` if that is not among the words.
    func replacing(_ word: String, with other: String) -> String? {
        guard words.contains(where: { $0 == word || $0.hasSuffix("=" + word) }) else { return nil }
        return again { words in
            words = words.map { $0 == word ? other : $0.hasSuffix("=" + word) ? $0.dropLast(word.count) + other : $0 }
        }
    }

    /// Whether a word can be meant as a document.
    static func isDocument(_ word: String) -> Bool {
        word.lowercased().hasSuffix(".pdf") || word.contains("/") || isFile(word)
    }

    static func isFile(_ word: String) -> Bool { (try? FileStatus(of: FilePath(argument: word))) != nil }
}
