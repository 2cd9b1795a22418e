extension RecoveredFile {
    /// Deeper than any tree that a writer creates.
    private static let maximumDepth = 200

    /// Returns the nodes of the page tree whose `/Count` is not the number of pages below them (ISO 32000-2, 7.7.3.2),
    /// with that number.
    ///
    /// A reader that repairs a file counts the pages; one that considers it sound trusts the nodes. No reader shows more
    /// pages than the root counts: a lower count stays there, so that a repair adds no page (invariant 17).
    func miscountedNodes() throws(PDFError) -> [IndirectReference: Int] {
        guard case .reference(let catalog)? = table.trailer[.root],
            case .reference(let root)? = try document.object(catalog).dictionaryValue?[.pages]
        else { return [:] }
        var wrong: [IndirectReference: Int] = [:]
        var counts: [IndirectReference: Int] = [:]

        func count(_ kid: PDFObject, depth: Int) throws(PDFError) -> Int {
            if let known = kid.referenceValue.flatMap({ counts[$0] }) { return known }
            guard depth < Self.maximumDepth, case .dictionary(let node) = try resolved(kid) else { return 0 }
            guard let entry = node[.kids] else { return 1 }
            // A kid that leads back to the node has no pages of its own.
            if let reference = kid.referenceValue { counts[reference] = 0 }
            var pages = 0
            var missing = 0
            for kid in try resolved(entry).arrayValue ?? [] {
                guard case .dictionary = try resolved(kid) else {
                    missing += 1
                    continue
                }
                pages += try count(kid, depth: depth + 1)
            }
            // Where `/Count` includes it, an unreadable kid is a page, too.
            let written = try resolved(node[.count] ?? .null).integerValue
            let isLower = depth == 0 && written.map { $0 > 0 && $0 < pages } == true
            let isRight = isLower || written == pages || written == pages + missing
            if isRight, let written { pages = written }
            if let reference = kid.referenceValue {
                counts[reference] = pages
                if !isRight { wrong[reference] = pages }
            }
            return pages
        }

        _ = try count(.reference(root), depth: 0)
        return wrong
    }
}
