public import PDFModel

extension TextQuery {
    /// Returns the matches on pages of a document, in the order of the pages.
    ///
    /// - Parameters:
    ///   - hidden: the rectangles on each page whose text is not searched.
    ///   - noteOther: called with each place that would match if letter case were ignored; not for a regular expression, nor
    ///     for one of several matches.
    /// - Throws: also ``PageTextError/noMatch(_:nearest:)`` and ``PageTextError/noText``, where there is nothing to
    ///   return.
    public func matches(
        on pages: [PageDetails], in source: some TextSource, besides hidden: [Int: [Rectangle]] = [:],
        differingInCase noteOther: ((TextMatch) -> Void)? = nil
    ) throws(PageTextError) -> [TextMatch] {
        let search = try TextSearch(self)
        var other: TextSearch?
        if noteOther != nil, !ignoresCase, !isRegularExpression, occurrence == nil {
            var withoutCase = self
            withoutCase.ignoresCase = true
            other = try TextSearch(withoutCase)
        }
        var matches: [TextMatch] = []
        var hasText = false
        var nearest = NearestSearch(text)
        var failure: PageTextError?
        try source.read(pages) { page in
            let page = hidden[page.number].map(page.without) ?? page
            hasText = hasText || page.hasText
            do throws(PageTextError) {
                let found = try search.matches(on: page)
                matches += found
                for match in try other?.matches(on: page) ?? []
                where !found.contains(where: { $0.quads == match.quads }) {
                    noteOther?(match)
                }
            } catch {
                failure = error
                return false
            }
            if matches.isEmpty, !isRegularExpression { nearest.look(at: area.map(page.cropped) ?? page) }
            return matches.count < occurrence ?? limit + 1
        }
        if let failure { throw failure }
        if let occurrence {
            guard !matches.isEmpty else { throw hasText ? .noMatch(text, nearest: nearest.result) : .noText }
            guard matches.count >= occurrence else {
                throw .noOccurrence(text, occurrence, count: matches.count)
            }
            return [matches[occurrence - 1]]
        }
        guard !matches.isEmpty else { throw hasText ? .noMatch(text, nearest: nearest.result) : .noText }
        guard matches.count <= limit else { throw .tooManyMatches(text, limit: limit) }
        return matches
    }
}
