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
        let changed = try later.history().sections.first?.subsections.map { $0.first..<$0.end } ?? []
        let isChanged = { (object: IndirectReference) in changed.contains { $0.contains(object.number) } }
        var reversals: [AnnotationReversal] = []
        for (old, new) in zip(pages.before, pages.after) {
            let items = (try before.annotationItems(of: old), try after.annotationItems(of: new))
            guard items.0 != items.1 || items.1.contains(where: { $0.referenceValue.map(isChanged) ?? false })
            else { continue }
            let page = RevisedPage(number: old.number, before: before, after: after, items.0, items.1)
            reversals += try page.reversals(ifChanged: isChanged)
        }
        return reversals
    }

    /// The same for the change that an editor has just made; `before` is the editor as it was.
    package static func all(
        taking after: AnnotationEditor, backTo before: AnnotationEditor
    ) throws(PDFError) -> [AnnotationReversal] {
        var reversals: [AnnotationReversal] = []
        for number in after.touchedPages.sorted() {
            let items = (try before.annotationItems(onPage: number), try after.annotationItems(onPage: number))
            let page = RevisedPage(number: number, before: before.update, after: after.update, items.0, items.1)
            reversals += try page.reversals { after.update.hasObject($0) }
        }
        return reversals
    }
}

/// What annotations are read from: a revision, or the overlay of an editor.
private protocol ObjectSource {
    func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject
}

extension PDFFile: ObjectSource {}
extension IncrementalUpdate: ObjectSource {}

/// The annotations of one page before some edits and after them.
private struct RevisedPage<Source: ObjectSource> {
    let number: Int
    let before: Source
    let after: Source
    private let items: (before: [PDFObject], after: [PDFObject])
    private let references: (before: Set<IndirectReference>, after: Set<IndirectReference>)

    init(number: Int, before: Source, after: Source, _ old: [PDFObject], _ new: [PDFObject]) {
        (self.number, self.before, self.after, items) = (number, before, after, (old, new))
        references = (Set(old.compactMap(\.referenceValue)), Set(new.compactMap(\.referenceValue)))
    }

    /// What was added is removed first, replies before what they reply to; what was removed is put back from the last
    /// one on, each before one that is there again. Of the other annotations, only those that may have changed are
    /// read: any may be malformed.
    func reversals(ifChanged isChanged: (IndirectReference) -> Bool) throws(PDFError) -> [AnnotationReversal] {
        var reversals: [AnnotationReversal] = []
        for item in items.after.reversed() {
            guard let object = item.referenceValue, !references.before.contains(object) else { continue }
            let added = try reversal(of: object, after, before: nil, now: after.dictionary(of: item))
            if let added { reversals.append(added) }
        }
        for item in items.after.reversed() {
            guard let object = item.referenceValue, references.before.contains(object), isChanged(object) else {
                continue
            }
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
        of object: IndirectReference?, _ file: Source, before: PDFDictionary?, now: PDFDictionary?
    ) throws(PDFError) -> AnnotationReversal? {
        guard let shown = before ?? now else { return nil }
        let name = try file.resolve(shown[.name] ?? .null).stringValue?.text
        return AnnotationReversal(page: number, name: name, object: object, before: before, after: now)
    }
}

extension ObjectSource {
    /// The annotation that an item of `/Annots` is, with the entries that lead to nothing; `nil` if it is none.
    func dictionary(of item: PDFObject) throws(PDFError) -> PDFDictionary? {
        guard let reference = item.referenceValue else { return item.dictionaryValue }
        return try wholeObject(reference).dictionaryValue
    }
}

extension AnnotationEditor {
    /// Returns the items of the page's `/Annots` with the edits so far.
    fileprivate func annotationItems(onPage number: Int) throws(PDFError) -> [PDFObject] {
        if let page = pages[number] { return page.presentItems }
        return try file.annotationItems(of: tree.page(number))
    }
}
