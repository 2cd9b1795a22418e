/// Where the pages of a document went in an amended one.
///
/// As text, one line for each page or range of pages: `3 5` (page 3 is page 5 now), `4-9 6` (pages 4 to 9 are pages 6 to
/// 11) or `10 -` (page 10 is gone). Pages count from 1. Empty lines, and what follows a `#`, mean nothing.
public struct PageMap: Sendable, Equatable {
    private var pages: [Int: Int?] = [:]

    /// What became of a page.
    public enum Place: Sendable, Equatable {
        case page(Int)
        case gone
        /// The map does not say.
        case unknown
    }

    /// The greatest number of pages that a map may mention.
    private static let limit = 1_000_000

    /// Reads a map; the error names the line.
    public init(_ text: String) throws(FormatError) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard !words.isEmpty else { continue }
            let location = "line \(index + 1)"
            let ends = words[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard words.count == 2, (1...2).contains(ends.count), let first = ends.first, let last = ends.last,
                first > 0,
                last >= first, last <= Self.limit
            else { throw FormatError("it is not a page and its new number, such as '3 5' or '4-9 6'", at: location) }
            var new = Int(words[1]).flatMap { (1...Self.limit).contains($0) ? $0 : nil }
            guard new != nil || words[1] == "-" else {
                throw FormatError("'\(words[1])' is neither a page nor '-'", at: location)
            }
            for page in first...last {
                guard pages.updateValue(new, forKey: page) == nil else {
                    throw FormatError("page \(page) appears twice", at: location)
                }
                new = new.map { $0 + 1 }
            }
        }
    }

    public subscript(_ page: Int) -> Place {
        switch pages[page] {
        case .some(.some(let new)): .page(new)
        case .some(.none): .gone
        case .none: .unknown
        }
    }
}
