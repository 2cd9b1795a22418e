extension AnnotationReversal {
    /// Returns what takes back whatever was done to annotations from one revision of a document to a later one, the last
    /// edit first; with the two exchanged, what makes it again.
    ///
    /// - Parameter later: the later one of the two, which has all that was changed in its newest section.
    /// - Throws: ``PDFError/damaged(_:)`` if the two do not have the same pages.
    package static func all(
        taking after: PDFFile, backTo before: PDFFile, changedIn later: PDFFile
    ) throws(PDFError) -> [AnnotationReversal] {
        let pages = (before: try before.pageTree().pages(), after: try after.pageTree().pages())
        guard pages.before.count == pages.after.count else { throw .damaged("the number of pages differs") }
        let changed = try later.changedNumbers()
        var reversals: [AnnotationReversal] = []
        for (old, new) in zip(pages.before, pages.after) {
            let items = (try before.annotationItems(of: old), try after.annotationItems(of: new))
            guard items.0 != items.1 || items.1.contains(where: { changed.contains($0) }) else { continue }
            let page = RevisedPage(number: old.number, before: before, after: after, items.0, items.1)
            reversals += try page.reversals()
        }
        return reversals
    }
}

/// The annotations of one page in two revisions.
private struct RevisedPage {
    let number: Int
    let before: PDFFile
    let after: PDFFile
    private let items: (before: [PDFObject], after: [PDFObject])
    private let references: (before: Set<IndirectReference>, after: Set<IndirectReference>)

    init(number: Int, before: PDFFile, after: PDFFile, _ old: [PDFObject], _ new: [PDFObject]) {
        (self.number, self.before, self.after, items) = (number, before, after, (old, new))
        references = (Set(old.compactMap(\.referenceValue)), Set(new.compactMap(\.referenceValue)))
    }

    /// What was added is removed first, replies before what they reply to; what was removed is put back from the last one
    /// on, each before one that is there again.
    func reversals() throws(PDFError) -> [AnnotationReversal] {
        var reversals: [AnnotationReversal] = []
        for item in items.after.reversed() {
            guard let object = item.referenceValue, !references.before.contains(object) else { continue }
            let added = try reversal(of: object, after, before: nil, now: after.dictionary(of: item))
            if let added { reversals.append(added) }
        }
        for item in items.after.reversed() {
            guard let object = item.referenceValue, references.before.contains(object) else { continue }
            let (old, new) = (try before.dictionary(of: item), try after.dictionary(of: item))
            guard old != new, let changed = try reversal(of: object, before, before: old, now: new) else { continue }
            reversals.append(changed)
        }
        for position in items.before.indices.reversed() {
            let item = items.before[position]
            let isThere = item.referenceValue.map(references.after.contains) ?? items.after.contains(item)
            if isThere { continue }
            let old = try before.dictionary(of: item)
            guard var removed = try reversal(of: item.referenceValue, before, before: old, now: nil) else { continue }
            let rest = items.before[(position + 1)...]
            let next = rest.firstIndex { $0.referenceValue != nil }
            removed.next = next.flatMap { rest[$0].referenceValue }
            removed.gap = (next ?? rest.endIndex) - rest.startIndex
            reversals.append(removed)
        }
        return reversals
    }

    /// - Parameter file: the one in which its name and its subtype are.
    private func reversal(
        of object: IndirectReference?, _ file: PDFFile, before: PDFDictionary?, now: PDFDictionary?
    ) throws(PDFError) -> AnnotationReversal? {
        guard let shown = before ?? now else { return nil }
        let name = try file.resolve(shown[.name] ?? .null).stringValue?.text
        return AnnotationReversal(page: number, name: name, object: object, before: before, after: now)
    }
}

extension PDFFile {
    /// The annotation that an item of `/Annots` is, with the entries that lead to nothing; `nil` if it is none.
    fileprivate func dictionary(of item: PDFObject) throws(PDFError) -> PDFDictionary? {
        guard let reference = item.referenceValue else { return item.dictionaryValue }
        return try wholeObject(reference).dictionaryValue
    }

    /// The numbers of the objects in the newest section.
    fileprivate func changedNumbers() throws(PDFError) -> ChangedNumbers {
        ChangedNumbers(ranges: try history().sections.first?.subsections.map { $0.first..<$0.end } ?? [])
    }
}

private struct ChangedNumbers {
    let ranges: [Range<Int>]

    /// Whether an item of `/Annots` is one of the objects.
    func contains(_ item: PDFObject) -> Bool {
        guard let number = item.referenceValue?.number else { return false }
        return ranges.contains { $0.contains(number) }
    }
}
