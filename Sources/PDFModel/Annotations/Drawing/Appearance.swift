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
