internal import FoundationEssentials
internal import PDFModel
internal import SystemPackage

/// Words in the contents of a new annotation that stand for something of its document: `{page}`, `{pages}`, `{n}`,
/// `{file}`, `{date}`, `{time}` and `{user}`. `{n:07}` has at least seven digits, and `{{` is a brace.
public struct WordValues: Sendable {
    /// The value of `{n}` on the first page; it grows by one with each page.
    public var start: Int
    /// The value of `{user}`; `nil` where it is not known, and stays as it is.
    public var user: String?

    /// Creates values: counting begins with `start`.
    public init(start: Int = 1, user: String? = nil) { (self.start, self.user) = (start, user) }

    func numbered(after count: Int) -> WordValues { WordValues(start: start + count, user: user) }

    /// Returns the text with the words replaced. Words in braces that mean nothing stay.
    ///
    /// - Parameters:
    ///   - page: the page, of `pages`.
    ///   - index: the number of pages before it that get the annotation.
    func replaced(
        in text: String, page: Int, of pages: Int, index: Int, _ file: FilePath, _ now: Date
    ) -> String {
        guard text.contains("{") else { return text }
        let time = now.timestamp
        var result = ""
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[rest.index(after: brace)...]
            if rest.first == "{" {
                result += "{"
                rest = rest.dropFirst()
                continue
            }
            guard let end = rest.firstIndex(of: "}") else { return result + "{" + rest.replacing("{{", with: "{") }
            let word = rest[..<end]
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value: String? =
                switch parts.first {
                case "page": Self.digits(page, parts)
                case "pages": Self.digits(pages, parts)
                case "n": Self.digits(start + index, parts)
                // What came through a pipe has no name.
                case "file" where parts.count == 1 && !file.starts(with: "/proc"): file.lastComponent?.string ?? ""
                case "date" where parts.count == 1: String(time.prefix(10))
                case "time" where parts.count == 1: String(time.dropFirst(11).prefix(5))
                case "user" where parts.count == 1: user
                default: nil
                }
            result += value ?? "{\(word)}"
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// The number with as many digits as the word asks for; `nil` where it asks for something else.
    private static func digits(_ number: Int, _ parts: [Substring]) -> String? {
        guard parts.count == 2 else { return String(number) }
        guard let width = Int(parts[1]), (1...20).contains(width) else { return nil }
        let digits = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
