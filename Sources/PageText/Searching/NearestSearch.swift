/// Finds what is nearest to a text that is not there, for a hint.
struct NearestSearch {
    private let needle: [UnicodeScalar]
    private let original: [UnicodeScalar]
    /// How many comparisons may still be made: a hint is not worth more.
    private var budget = 40_000_000
    private var best: (distance: Int, found: NearestText)?

    init(_ text: String) {
        needle = Folding.needle(text, ignoringCase: true)
        original = Folding.needle(text, ignoringCase: false)
    }

    /// The nearest text so far, if it is near enough to be what was meant.
    var result: NearestText? { best?.found }

    mutating func look(at page: TextPage) {
        let text = SearchableText(page)
        guard !needle.isEmpty, needle.count <= 200, text.count > 0 else { return }
        budget -= needle.count * text.count
        guard budget > 0 else { return }
        // The edit distance of the needle to the part that ends at each scalar, and where that part begins (Sellers).
        var distances = Array(0...needle.count)
        var starts = [Int](repeating: 0, count: needle.count + 1)
        var (least, end, start) = (best?.distance ?? needle.count / 3 + 1, 0, 0)
        for index in 0..<text.count {
            let scalar = Folding.withoutCase(text.scalars[index]).first ?? text.scalars[index]
            var (diagonal, diagonalStart) = (distances[0], starts[0])
            (distances[0], starts[0]) = (0, index + 1)
            diagonalStart = index
            for row in 1...needle.count {
                let (above, aboveStart) = (distances[row], starts[row])
                let change = diagonal + (needle[row - 1] == scalar ? 0 : 1)
                if change <= above + 1, change <= distances[row - 1] + 1 {
                    (distances[row], starts[row]) = (change, diagonalStart)
                } else if above <= distances[row - 1] {
                    distances[row] = above + 1
                } else {
                    (distances[row], starts[row]) = (distances[row - 1] + 1, starts[row - 1])
                }
                (diagonal, diagonalStart) = (above, aboveStart)
            }
            if distances[needle.count] < least {
                (least, start, end) = (distances[needle.count], starts[needle.count], index + 1)
            }
        }
        guard end > start else { return }
        // Whole words are easier to recognise.
        while start > 0, text.scalars[start].isInWord, text.scalars[start - 1].isInWord { start -= 1 }
        while end < text.count, text.scalars[end - 1].isInWord, text.scalars[end].isInWord { end += 1 }
        let part = text.text(start..<end).trimmed
        let isSame = least == 0 && Array(part.unicodeScalars) != original
        best = (least, NearestText(text: part, page: page.number, differsInCase: isSame))
    }
}

extension String {
    fileprivate var trimmed: String {
        let text = drop(while: \.isWhitespace)
        return String(text[..<(text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex)])
    }
}
