/// One annotation of a page as it stands in the file, whoever wrote it.
public struct ListedAnnotation: Sendable, Equatable {
    public var annotation: Annotation
    /// The annotation's object; `nil` where its dictionary stands in `/Annots` itself.
    public var reference: IndirectReference?
    /// Whether it has a normal appearance, and so looks the same in every reader.
    public var hasAppearance: Bool
}

extension PDFFile {
    /// How many pages the document has.
    public func pageCount() throws(PDFError) -> Int { try pageTree().count }

    /// The page of that number, from 1.
    public func page(_ number: Int) throws(PDFError) -> Page { try pageTree().page(number) }

    /// The annotations of every page, or of the pages given, in the order in which readers draw them.
    public func annotations(onPages range: PageRange = .all) throws(PDFError) -> [ListedAnnotation] {
        let tree = try pageTree()
        var annotations: [ListedAnnotation] = []
        let pages: [Page]
        if range == .all {
            pages = try tree.pages()
        } else {
            var chosen: [Page] = []
            for number in try range.pages(of: tree.count) { chosen.append(try tree.page(number)) }
            pages = chosen
        }
        // More of them than anybody could have written there: pages that share arrays make them as many as pages times items.
        let limit = 100_000 + count / 2
        for page in pages {
            let entry = page.dictionary[.annotations] ?? .null
            for item in try resolve(entry).annotationItems(from: entry) {
                guard let dictionary = try resolve(item).dictionaryValue,
                    let annotation = Annotation(reading: dictionary, page: page.number, resolving: resolve)
                else { continue }
                guard annotations.count < limit else {
                    throw .damaged("it has more than \(limit) annotations, which a file of its length cannot hold")
                }
                annotations.append(
                    ListedAnnotation(
                        annotation: annotation, reference: item.referenceValue,
                        hasAppearance: try hasNormalAppearance(dictionary)))
            }
        }
        return annotations
    }

    /// How many annotations the pages of the document have.
    public func annotationCount() throws(PDFError) -> Int {
        var count = 0
        // Pages may share an array.
        var counts: [IndirectReference: Int] = [:]
        for page in try pageTree().pages() {
            let entry = page.dictionary[.annotations] ?? .null
            if case .reference(let array) = entry, let known = counts[array] {
                count += known
                continue
            }
            let own = try resolve(entry).annotationItems(from: entry).count
            if case .reference(let array) = entry { counts[array] = own }
            count += own
        }
        return count
    }

    private func hasNormalAppearance(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        guard let appearances = try resolve(annotation[.appearance] ?? .null).dictionaryValue else { return false }
        return appearances[.normal].map { $0 != .null } ?? false
    }
}

extension PDFObject {
    /// The annotations that a page has whose `/Annots` leads from `entry` to this object: a dictionary in the place of the array
    /// is one.
    func annotationItems(from entry: PDFObject) -> [PDFObject] {
        switch self {
        case .array(let items): items
        case .dictionary: [entry]
        default: []
        }
    }
}
