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
        var reader = DetailReader(self)
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

    private func hasNormalAppearance(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        guard let appearances = try resolve(annotation[.appearance] ?? .null).dictionaryValue else { return false }
        return appearances[.normal].map { $0 != .null } ?? false
    }
}

extension ListedAnnotation {
    /// What another program drew of the annotation, and pdfco would draw otherwise; `nil` where it did not.
    package func foreignAppearance(in file: PDFFile) throws(PDFError) -> [UInt8]? {
        guard hasAppearance, let reference, let found = try FormAppearance(of: reference, in: file) else { return nil }
        let page = try file.page(annotation.page)
        if case .stream(let form) = found.objects[0].object, form.dictionary[.filter] == nil,
            let own = try? annotation.validated(on: page).appearance(on: page), form.data == own.data,
            form.dictionary[.boundingBox]?.numbersValue == own.dictionary[.boundingBox]?.numbersValue
        {
            return nil
        }
        return found.bytes
    }
}
