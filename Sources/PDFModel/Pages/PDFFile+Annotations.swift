/// One annotation of a page as it is in the file, from any writer.
public struct ListedAnnotation: Sendable, Equatable {
    /// The annotation as the document states it.
    public var annotation: Annotation
    /// The annotation's object; `nil` where its dictionary is a direct object in `/Annots`.
    public var reference: IndirectReference?
    /// Whether it has a normal appearance stream, and so looks the same in every reader.
    public var hasAppearance: Bool
    /// What it says beyond the properties that pdfco can set.
    public var details = AnnotationDetails()
}

extension PDFFile {
    /// Returns the number of pages of the document.
    public func pageCount() throws(PDFError) -> Int { try pageTree().count }

    /// Returns the page of that number, from 1.
    public func page(_ number: Int) throws(PDFError) -> Page { try pageTree().page(number) }

    /// Returns the annotations of every page, or of the given pages, in the order in which readers draw them.
    ///
    /// - Throws: ``PDFError/pageOutOfRange(_:pageCount:)``, or ``PDFError/damaged(_:)`` for a page tree that cannot be
    ///   read.
    public func annotations(onPages range: PageRange = .all) throws(PDFError) -> [ListedAnnotation] {
        let tree = try pageTree()
        var annotations: [ListedAnnotation] = []
        // More than a file of this length can hold: pages that share arrays have as many annotations as pages times
        // items.
        let limit = 100_000 + count / 2
        let reader = DetailReader(self)
        let pages = try tree.pages(range)
        listed = HeldBytes(ofFile: count)
        defer { listed = nil }
        for page in pages {
            for item in try annotationItems(of: page) {
                guard let dictionary = try resolve(item).dictionaryValue,
                    let annotation = try Annotation.read(dictionary, page: page.number, from: self, resolving: resolve)
                else { continue }
                guard annotations.count < limit else {
                    throw .damaged("it has more than \(limit) annotations, which a file of its length cannot hold")
                }
                annotations.append(
                    ListedAnnotation(
                        annotation: annotation, reference: item.referenceValue,
                        hasAppearance: try hasNormalAppearance(dictionary),
                        details: try reader.details(of: dictionary)))
                // A property that cannot be read is missing, also where it is too much.
                try listed?.add(0, "the list of its annotations")
            }
        }
        return annotations
    }

    /// Returns the contents of an attached file; `nil` where there are none, or they cannot be decoded.
    public func contents(of file: AttachedFile) throws(PDFError) -> [UInt8]? {
        guard let stream = file.stream else { return file.data }
        return try streamData(stream)
    }

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
        if let known = lastAnnotationItems, known.entry == entry { return known.items }
        let items = try annotationItems(resolve(entry), from: entry)
        if entry.referenceValue != nil { lastAnnotationItems = (entry, items) }
        return items
    }

    private func hasNormalAppearance(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        guard let appearances = try resolve(annotation[.appearance] ?? .null).dictionaryValue else { return false }
        return appearances[.normal].map { $0 != .null } ?? false
    }
}

extension PDFFile {
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
