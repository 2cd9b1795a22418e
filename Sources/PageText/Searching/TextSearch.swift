internal import LinuxFiles
public import PDFModel

/// A match of a query on a page.
public struct TextMatch: Sendable, Equatable {
    public var page: Int
    /// Which match on its page it is, from 1.
    public var ordinal: Int
    /// The matching text, as it is searched.
    public var text: String
    /// Where it is in default user space, one piece for each line.
    public var quads: [Quadrilateral]
}

/// A query that is ready to be compared with pages.
public struct TextSearch {
    private let query: TextQuery
    private let needle: [UnicodeScalar]
    private let pattern: PatternSearch?

    /// A regular expression has five seconds, half of what a small document has: the pattern is to blame, not the document.
    ///
    /// - Throws: ``PageTextError/invalidPattern(_:)``.
    public init(_ query: TextQuery) throws(PageTextError) { try self.init(query, limit: .seconds(5)) }

    /// - Parameter limit: how long the searches for a regular expression may take together.
    init(_ query: TextQuery, limit: Duration) throws(PageTextError) {
        self.query = query
        needle = Folding.needle(query.text, ignoringCase: query.ignoresCase)
        guard query.isRegularExpression else {
            pattern = nil
            return
        }
        // Quotation marks and dashes are folded in the pages; nothing else in a pattern may be changed.
        let folded = String(
            String.UnicodeScalarView(
                query.text.unicodeScalars.map { $0.isASCII ? $0 : Folding.scalars(of: String($0)).onlyElement ?? $0 }))
        do {
            let regex = try Regex(folded).matchingSemantics(.unicodeScalar).ignoresCase(query.ignoresCase)
            pattern = PatternSearch(query.text, regex, limit: limit)
        } catch {
            throw .invalidPattern(query.text)
        }
    }

    /// Returns the matches on a page in reading order; they do not overlap.
    ///
    /// - Throws: ``PageTextError/patternTooSlow(_:)``.
    public func matches(on page: TextPage) throws(PageTextError) -> [TextMatch] {
        let page = query.area.map(page.cropped) ?? page
        let text = SearchableText(page)
        var matches: [TextMatch] = []
        let found = if let pattern { try Self.ranges(of: pattern, in: text) } else { ranges(in: text) }
        for range in found {
            if query.isWholeWord, !Self.isWhole(range, in: text) { continue }
            let quads = Self.quads(of: range, in: text, on: page)
            guard !quads.isEmpty else { continue }
            matches.append(
                TextMatch(page: page.number, ordinal: matches.count + 1, text: text.text(range), quads: quads))
        }
        return matches
    }

    // MARK: Comparing

    private func ranges(in text: SearchableText) -> [Range<Int>] {
        guard let first = needle.first else { return [] }
        let haystack = query.ignoresCase ? FoldedText(text) : FoldedText(unfolded: text)
        var ranges: [Range<Int>] = []
        var start = 0
        while start < haystack.scalars.count {
            guard haystack.scalars[start] == first, let end = end(of: start, in: haystack, text) else {
                start += 1
                continue
            }
            let (from, to) = (haystack.origin(start), haystack.origin(end - 1) + 1)
            var last = to
            while last < text.count, text.traits[last].isSuperset(of: [.optional, .extending]) { last += 1 }
            if last < text.count, text.traits[last].contains(.extending) {
                start += 1
            } else {
                ranges.append(from..<last)
                start = end
            }
        }
        return ranges
    }

    /// The end of what matches from `start` on; `nil` if it does not match.
    private func end(of start: Int, in haystack: FoldedText, _ text: SearchableText) -> Int? {
        var (index, matched) = (start, 0)
        while matched < needle.count {
            guard index < haystack.scalars.count else { return nil }
            if haystack.scalars[index] == needle[matched] {
                matched += 1
            } else if !text.traits[haystack.origin(index)].contains(.optional) {
                return nil
            }
            index += 1
        }
        return index
    }

    private static func ranges(
        of pattern: PatternSearch, in text: SearchableText
    ) throws(PageTextError) -> [Range<Int>] {
        let (whole, origins) = text.wholeWords()
        return try pattern.matches(in: whole).compactMap { match in
            let start = whole.utf8.distance(from: whole.startIndex, to: match.lowerBound)
            let end = whole.utf8.distance(from: whole.startIndex, to: match.upperBound)
            guard start < end else { return nil }
            return Int(origins[start])..<Int(origins[end - 1]) + 1
        }
    }

    /// Whether no letter or digit continues a match on either side.
    private static func isWhole(_ range: Range<Int>, in text: SearchableText) -> Bool {
        func continues(_ indices: some Sequence<Int>) -> Bool {
            for index in indices {
                if text.traits[index].contains(.optional) { continue }
                return text.scalars[index].isInWord
            }
            return false
        }
        return !continues((0..<range.lowerBound).reversed()) && !continues(range.upperBound..<text.count)
    }

    // MARK: Places

    private static func quads(of range: Range<Int>, in text: SearchableText, on page: TextPage) -> [Quadrilateral] {
        var parts: [SearchableText.Segment] = []
        for index in range where text.origins[index] >= 0 {
            let segment = text.segments[Int(text.origins[index])]
            if let last = parts.last, last.line == segment.line {
                let upper = max(last.characters.upperBound, segment.characters.upperBound)
                parts[parts.count - 1].characters = last.characters.lowerBound..<upper
            } else {
                parts.append(segment)
            }
        }
        return parts.flatMap { Quadrilateral.pieces(of: $0.characters, in: page.lines[$0.line]) }
    }
}

/// Scalars to compare with, and the scalar of the page that each comes from.
private struct FoldedText {
    var scalars: [UnicodeScalar]
    /// `nil` where each comes from the one at its own index.
    private var origins: [Int]?

    init(unfolded text: SearchableText) { scalars = text.scalars }

    /// Without letter case.
    init(_ text: SearchableText) {
        var scalars: [UnicodeScalar] = []
        var origins: [Int] = []
        scalars.reserveCapacity(text.count)
        origins.reserveCapacity(text.count)
        for (index, scalar) in text.scalars.enumerated() {
            for folded in Folding.withoutCase(scalar) {
                scalars.append(folded)
                origins.append(index)
            }
        }
        (self.scalars, self.origins) = (scalars, origins)
    }

    func origin(_ index: Int) -> Int { origins?[index] ?? index }
}

extension Array {
    /// The element of an array that has one.
    fileprivate var onlyElement: Element? { count == 1 ? self[0] : nil }
}
