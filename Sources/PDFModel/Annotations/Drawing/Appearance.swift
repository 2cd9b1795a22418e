/// The normal appearance stream of an annotation while it is drawn (ISO 32000-2, 12.5.5).
///
/// The box, transformed by the matrix, equals the annotation's rectangle, so that the algorithm of 12.5.5, which fits
/// one into the other, has nothing to do.
struct Appearance {
    var box: Rectangle
    var matrix: Matrix
    var content = ContentStream()
    var blendMode: Name?
    var opacity: Double
    /// What the appearance cannot show of the annotation, one sentence each.
    var warnings: [String] = []

    /// An appearance drawn in the coordinates of the page.
    init(of annotation: Annotation) {
        box = annotation.rect
        matrix = .identity
        opacity = annotation.opacity
    }

    /// An appearance drawn in a frame that is upright for the reader of the page.
    init(of annotation: Annotation, in frame: UprightFrame) {
        box = Rectangle(0, 0, frame.width, frame.height)
        matrix = frame.matrix
        opacity = annotation.opacity
    }

    /// The form XObject (8.10.2). It is not a transparency group: within a group, a highlight would multiply with
    /// nothing.
    var stream: PDFStream {
        var dictionary = PDFDictionary()
        dictionary.reserveCapacity(8)
        dictionary[.boundingBox] = .rectangle(box)
        dictionary[.matrix] = .numbers(matrix.numbers)
        dictionary[.subtype] = .name(.form)
        dictionary[.type] = .name(.xObject)
        var resources = content.resources
        var data = content.bytes
        let state = graphicsState
        if !state.isEmpty {
            resources[.graphicsState] = .dictionary(["GS": .dictionary(state)])
            data = Array("/GS gs\n".utf8) + data
        }
        dictionary[.resources] = .dictionary(resources)
        return PDFStream(dictionary, data: data)
    }

    /// Adds the form XObject with the fonts and images that it embeds, and returns its reference.
    ///
    /// - Parameter listsGlyphs: whether fonts list their glyphs, as PDF/A-1 wants.
    func add(to update: inout IncrementalUpdate, listsGlyphs: Bool) -> IndirectReference {
        var stream = stream
        let fonts = content.embeddedFonts.sorted { $0.key.text < $1.key.text }
        for (name, font) in fonts { stream.setResource(.font, name, font.add(to: &update, listsGlyphs: listsGlyphs)) }
        for (name, image) in content.images { stream.setResource(.xObject, name, image.add(to: &update)) }
        return update.add(.stream(stream))
    }

    /// The graphics state parameter dictionary (8.4.5); empty where the default state is enough.
    private var graphicsState: PDFDictionary {
        guard blendMode != nil || opacity < 1 else { return [:] }
        var state: PDFDictionary = [:]
        state.reserveCapacity(4)
        if let blendMode { state[.blendMode] = .name(blendMode) }
        if opacity < 1 {
            state[.fillOpacity] = .number(opacity)
            state[.strokeOpacity] = .number(opacity)
        }
        state[.type] = .name(.graphicsState)
        return state
    }
}

extension PDFStream {
    /// Adds an object to the resources of a kind (7.8.3).
    fileprivate mutating func setResource(_ kind: Name, _ name: Name, _ object: IndirectReference) {
        var resources = dictionary[.resources]?.dictionaryValue ?? [:]
        var named = resources[kind]?.dictionaryValue ?? [:]
        named[name] = .reference(object)
        resources[kind] = .dictionary(named)
        dictionary[.resources] = .dictionary(resources)
    }
}

extension Annotation {
    /// The normal appearance stream of a ``validated(on:)`` annotation, for `/AP` `/N`: a form XObject (ISO 32000-2,
    /// 12.5.5).
    ///
    /// Its resources are direct objects, so that the appearance is a single indirect object. For a subtype that pdfco
    /// does not create, the stream is empty.
    public func appearance(on page: Page) -> PDFStream { drawing(on: page).stream }

    /// What a ``validated(on:)`` redaction looks like once it is applied, for `/RO` (12.5.6.23); `nil` for other
    /// subtypes.
    func appliedAppearance(on page: Page) -> Appearance? {
        AnnotationSubtype.named(subtype).definition?.drawApplied(self, on: page)
    }

    func drawing(on page: Page) -> Appearance {
        AnnotationSubtype.named(subtype).definition?.draw(self, on: page) ?? Appearance(of: self)
    }
}
