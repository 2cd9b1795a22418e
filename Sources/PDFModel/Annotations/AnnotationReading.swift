extension Annotation {
    /// Reads an annotation of any writer (ISO 32000-2, 12.5.2); `nil` for a dictionary that names no subtype.
    ///
    /// Of foreign values those that are missing, unreadable or of the wrong type are passed over, so that one bad entry
    /// never hides the others. The name in ``inReplyTo`` is the `/NM` of what `/IRT` refers to, `nil` where it has
    /// none.
    ///
    /// - Parameters:
    ///   - page: the number of the page whose `/Annots` holds the annotation, from 1.
    ///   - resolving: gives the object behind a reference, and any other object as it is.
    public init?(
        reading dictionary: PDFDictionary, page: Int, resolving: (PDFObject) throws(PDFError) -> PDFObject
    ) {
        let read = withoutActuallyEscaping(resolving) { resolving in
            Annotation(AnnotationReader(entries: dictionary, resolving: resolving), page: page)
        }
        guard let read else { return nil }
        self = read
    }

    /// The same; but what cannot be read in a file that is read for editing is an error, because an edit would drop it.
    static func read(
        _ dictionary: PDFDictionary, page: Int, from file: PDFFile,
        resolving: @escaping (PDFObject) throws(PDFError) -> PDFObject
    ) throws(PDFError) -> Annotation? {
        var failure: PDFError?
        let annotation = Annotation(reading: dictionary, page: page) { object throws(PDFError) in
            do throws(PDFError) { return try resolving(object) } catch {
                failure = failure ?? error
                throw error
            }
        }
        if let failure, file.purpose == .editing { throw failure }
        return annotation
    }

    private init?(_ entries: AnnotationReader, page: Int) {
        guard let subtype = entries.name(.subtype)?.text else { return nil }
        let properties = Self.properties(of: subtype)
        self.init(bare: subtype, page: page, rect: Rectangle(0, 0, 0, 0), geometry: .rectangle)
        if let sides = entries.numbers(.rectangle), sides.count == 4 {
            rect = Rectangle(sides[0], sides[1], sides[2], sides[3])
        }
        geometry = Geometry(entries, properties)
        contents = entries.text(.contents)
        name = entries.text(.name)
        color = entries.color(.color)
        flags = entries.integer(.flags) ?? 0
        modificationDate = entries.text(.modified).flatMap(PDFDate.date)
        if properties.contains(.author) { author = entries.text(.author) }
        if properties.contains(.subject) { subject = entries.text(.subject) }
        if properties.contains(.creationDate) { creationDate = entries.text(.creationDate).flatMap(PDFDate.date) }
        if properties.contains(.inReplyTo) { inReplyTo = entries.dictionary(.inReplyTo)?.text(.name) }
        if properties.contains(.opacity) { opacity = entries.number(.opacity) ?? 1 }
        if properties.contains(.interiorColor) { interiorColor = entries.color(.interiorColor) }
        if properties.contains(.icon) {
            icon = entries.name(.icon)?.text ?? Self.definition(of: subtype)?.defaultIcon
        }
        if properties.contains(.border) { border = Border(reading: entries) }
        if properties.contains(.lineEndings) { lineEndings = LineEndings(reading: entries) }
        if properties.contains(.fontSize) { textStyle = TextStyle(reading: entries) }
    }
}

extension Annotation.Geometry {
    fileprivate init(_ entries: AnnotationReader, _ properties: Set<AnnotationProperty>) {
        self = .rectangle
        if properties.contains(.quadPoints), let quads = entries.points(.quadPoints).flatMap(Quadrilateral.list) {
            self = .quadPoints(quads)
        }
        if properties.contains(.line), let points = entries.points(.line), points.count == 2 {
            self = .line(points[0], points[1])
        }
        if properties.contains(.vertices), let points = entries.points(.vertices) { self = .vertices(points) }
        if properties.contains(.inkList), let lists = entries.items(.inkList) {
            let strokes = lists.compactMap { entries.numbers(in: $0).flatMap { Point.list($0) } }
            if strokes.count == lists.count { self = .inkList(strokes) }
        }
    }
}
