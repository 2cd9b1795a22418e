internal import PDFModel

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
        let scalars = text.scalars.map { Folding.withoutCase($0).first ?? $0 }
        /// Whether a text may begin or end before that scalar: whole words are compared.
        func isBoundary(_ index: Int) -> Bool {
            index == 0 || index == text.count || !text.scalars[index - 1].isInWord || !text.scalars[index].isInWord
        }
        // The edit distance of the needle to the words that end at each scalar, and where these begin (Sellers).
        var distances = Array(0...needle.count)
        var starts = [Int](repeating: 0, count: needle.count + 1)
        for index in 0..<text.count {
            var (diagonal, diagonalStart) = (distances[0], starts[0])
            let isStart = isBoundary(index + 1)
            (distances[0], starts[0]) = isStart ? (0, index + 1) : (distances[0] + 1, starts[0])
            for row in 1...needle.count {
                let (above, aboveStart) = (distances[row], starts[row])
                let change = diagonal + (needle[row - 1] == scalars[index] ? 0 : 1)
                if change <= above + 1, change <= distances[row - 1] + 1 {
                    (distances[row], starts[row]) = (change, diagonalStart)
                } else if above <= distances[row - 1] {
                    distances[row] = above + 1
                } else {
                    (distances[row], starts[row]) = (distances[row - 1] + 1, starts[row - 1])
                }
                (diagonal, diagonalStart) = (above, aboveStart)
            }
            let (distance, start) = (distances[needle.count], starts[needle.count])
            if isStart, distance < best?.distance ?? needle.count / 3 + 1, start <= index {
                consider(text.text(start..<index + 1), on: page, distance)
            }
        }
        guard best?.found.differsInCase != true, let start = scalars.firstRange(of: needle)?.lowerBound else { return }
        let end = start + needle.count
        guard Array(text.scalars[start..<end]) != original else { return }
        consider(text.text(start..<end), on: page, 0)
    }

    private mutating func consider(_ part: String, on page: TextPage, _ distance: Int) {
        let part = part.trimmed
        let isSame = distance == 0 && Array(part.unicodeScalars) != original
        best = (distance, NearestText(text: part, page: page.number, differsInCase: isSame))
    }
}
