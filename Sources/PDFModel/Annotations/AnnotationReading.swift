extension Annotation {
    /// Reads an annotation of any writer (ISO 32000-2, 12.5.2); `nil` for a dictionary without a subtype.
    ///
    /// Missing, unreadable and wrongly typed values are skipped, so that one bad entry never hides the others. The value
    /// of `inReplyTo` is the `/NM` of the annotation that `/IRT` refers to, or its object where it has none.
    ///
    /// - Parameters:
    ///   - dictionary: the annotation's dictionary.
    ///   - page: the number of the page whose `/Annots` holds the annotation, from 1.
    ///   - resolving: returns the object behind a reference, and any other object as it is.
    public init?(
        reading dictionary: PDFDictionary, page: Int, resolving: @escaping (PDFObject) throws(PDFError) -> PDFObject
    ) {
        self.init(reading: dictionary, page: page, from: nil, resolving: resolving)
    }

    private init?(
        reading dictionary: PDFDictionary, page: Int, from file: PDFFile?,
        resolving: @escaping (PDFObject) throws(PDFError) -> PDFObject
    ) {
        self.init(AnnotationReader(entries: dictionary, file: file, resolving: resolving), page: page)
    }

    /// Reads an annotation as above, but throws where a value in a file opened for editing is unreadable, because an
    /// edit would drop it.
    static func read(
        _ dictionary: PDFDictionary, page: Int, from file: PDFFile,
        resolving: @escaping (PDFObject) throws(PDFError) -> PDFObject
    ) throws(PDFError) -> Annotation? {
        var failure: PDFError?
        let annotation = Annotation(reading: dictionary, page: page, from: file) { object throws(PDFError) in
            do throws(PDFError) { return try resolving(object) } catch {
                failure = failure ?? error
                throw error
            }
        }
        if let failure, file.purpose == .editing { throw failure }
        return annotation
    }

    private init?(_ entries: AnnotationReader, page: Int) {
        guard let name = entries.name(.subtype)?.text else { return nil }
        let subtype = AnnotationSubtype.named(name)
        self.init(bare: name, page: page)
        if subtype.properties.contains(Self.schema.icon.untyped) { icon = subtype.definition?.defaultIcon }
        for entry in subtype.entries { entry.read(entries, &self) }
    }
}
