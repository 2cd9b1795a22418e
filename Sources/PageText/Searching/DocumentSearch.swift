public import PDFModel

extension TextQuery {
    /// Returns the matches on pages of a document, in the order of the pages.
    ///
    /// - Parameter hidden: the rectangles on each page whose text is not searched.
    /// - Throws: also ``PageTextError/noMatch(_:nearest:)`` and ``PageTextError/noText``, where there is nothing to
    ///   return.
    public func matches(
        on pages: [PageDetails], in source: some TextSource, besides hidden: [Int: [Rectangle]] = [:]
    ) throws(PageTextError) -> [TextMatch] {
        let search = try TextSearch(self)
        var matches: [TextMatch] = []
        var hasText = false
        var nearest = NearestSearch(text)
        var failure: PageTextError?
        try source.read(pages) { page in
            let page = hidden[page.number].map(page.without) ?? page
            hasText = hasText || page.hasText
            do throws(PageTextError) { matches += try search.matches(on: page) } catch {
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
