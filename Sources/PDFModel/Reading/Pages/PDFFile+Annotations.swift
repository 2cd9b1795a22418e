extension PDFFile {
    /// Returns the number of pages of the document.
    public func pageCount() throws(PDFError) -> Int { try pageTree().count }

    /// Returns the page of that number, from 1.
    public func page(_ number: Int) throws(PDFError) -> Page { try pageTree().page(number) }

    /// Returns the number of annotations on all pages: as many as ``annotations(onPages:)`` returns.
    public func annotationCount() throws(PDFError) -> Int {
        var count = 0
        // Pages may share an array.
        var counts: [IndirectReference: Int] = [:]
        for page in try pageTree().pages() {
            let array = page.dictionary[.annotations]?.referenceValue
            if let array, let known = counts[array] {
                count += known
                continue
            }
            let items = try annotationItems(of: page)
            var own = 0
            for item in items where try isAnnotation(item) { own += 1 }
            if let array { counts[array] = own }
            count += own
        }
        return count
    }

    /// Whether an item of `/Annots` is an annotation: a dictionary with a subtype (Table 166).
    private func isAnnotation(_ item: PDFObject) throws(PDFError) -> Bool {
        let subtype: PDFObject? =
            if case .reference(let reference) = item { try entry(.subtype, of: reference) } else {
                item.dictionaryValue?[.subtype]
            }
        return try resolve(subtype ?? .null).nameValue != nil
    }

    /// Returns the items of the page's `/Annots`.
    func annotationItems(of page: Page) throws(PDFError) -> [PDFObject] {
        let entry = page.dictionary[.annotations] ?? .null
        guard let array = entry.referenceValue else { return try annotationItems(resolve(entry), from: entry) }
        let last = try derived { _ throws(PDFError) in LastAnnotations() }
        if last.array != array { (last.items, last.array) = (try annotationItems(resolve(entry), from: entry), array) }
        return last.items
    }

    /// Returns the annotations of a page whose `/Annots` leads from `entry` to `value`: a dictionary in place of the
    /// array is the only annotation. For an edit, any other value except null is damage, because an array would replace
    /// it.
    func annotationItems(_ value: PDFObject, from entry: PDFObject) throws(PDFError) -> [PDFObject] {
        switch value {
        case .array(let items): return items
        case .dictionary: return [entry]
        case .null: return []
        default:
            guard purpose != .editing else { throw .damaged("the /Annots of a page is not an array") }
            return []
        }
    }
}

/// The items of the `/Annots` array that was read last: pages may share one.
private final class LastAnnotations {
    var array: IndirectReference?
    var items: [PDFObject] = []
}
