/// The normal appearance that an annotation has in the document (ISO 32000-2, 12.5.5).
struct ExistingAppearance {
    let reference: IndirectReference
    let dictionary: PDFDictionary
    /// The decoded content; `nil` where it cannot be decoded.
    let content: [UInt8]?

    /// The box in which readers fit it into the rectangle: the form's, transformed by its matrix.
    var transformedBox: Rectangle? {
        guard let box = dictionary[.boundingBox]?.numbersValue, box.count == 4 else { return nil }
        let matrix = Matrix(dictionary[.matrix]?.numbersValue) ?? .identity
        return Rectangle(enclosing: Rectangle(box[0], box[1], box[2], box[3]).corners.map(matrix.transform))
    }

    /// Whether it is what pdfco draws.
    func isSame(as drawn: PDFStream) -> Bool {
        [Name.boundingBox, .matrix].allSatisfy { dictionary[$0]?.numbersValue == drawn.dictionary[$0]?.numbersValue }
            && content == drawn.data
    }
}

extension Matrix {
    fileprivate init?(_ numbers: [Double]?) {
        guard let numbers, numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}

extension IncrementalUpdate {
    /// Returns the normal appearance of an annotation; `nil` where it has none, or one for each of several states.
    func appearance(of annotation: PDFDictionary) throws(PDFError) -> ExistingAppearance? {
        guard let all = try resolve(annotation[.appearance] ?? .null).dictionaryValue,
            case .reference(let reference)? = all[.normal], case .stream(let stream) = try object(reference)
        else { return nil }
        var dictionary = stream.dictionary
        for key in [Name.boundingBox, .matrix] {
            guard let value = try dictionary[key].map(resolve), let items = value.arrayValue else { continue }
            dictionary[key] = .array(try items.map { item throws(PDFError) in try resolve(item) })
        }
        return ExistingAppearance(
            reference: reference, dictionary: dictionary, content: try streamData(reference))
    }

    /// Returns why an annotation cannot be drawn like the appearance that another program gave it, to complete the
    /// sentence "… stays as it is, because …"; `nil` where it can.
    ///
    /// - Parameter hasNewText: whether the contents change: rich text is dropped, and the old font matters no longer.
    func obstacle(
        toRedrawing annotation: Annotation, _ dictionary: PDFDictionary, _ existing: ExistingAppearance?,
        hasNewText: Bool
    ) throws(PDFError) -> String? {
        guard let existing else { return "it has an appearance for each of several states" }
        let kind = AnnotationSubtype.named(annotation.subtype)
        if kind.definition == nil { return "pdfco does not draw annotations of this subtype" }
        if annotation.isStamp {
            return try foreignResource(of: existing.dictionary, depth: 0) ?? "a stamp may have any appearance"
        }
        if let icon = annotation.icon, let icons = kind.definition?.icons, !icons.isEmpty, !icons.contains(icon) {
            return "pdfco has no icon \(icon)"
        }
        for (keys, what) in Self.undrawable {
            for key in keys where try hasValue(key, in: dictionary) { return "pdfco does not draw \(what)" }
        }
        if let problem = try undrawnTransparency(of: annotation, dictionary) { return "pdfco does not draw \(problem)" }
        if !annotation.callout.isEmpty, annotation.textBox == nil {
            return "its callout does not say where its text is"
        }
        if !hasNewText, annotation.subtype == FreeText.subtype {
            if try hasValue(.richContents, in: dictionary) { return "pdfco does not draw rich text" }
            if let font = try fontName(in: dictionary) { return "its text is set in \(font)" }
        }
        let drawsRaised =
            [Square.subtype, FreeText.subtype].contains(annotation.subtype) && annotation.cloudIntensity == 0
        if let border = annotation.border, [.beveled, .inset].contains(border.style), border.isVisible, !drawsRaised {
            return "pdfco does not draw a border that is \(border.style.rawValue)"
        }
        if let effect = try resolve(dictionary[.borderEffect] ?? .null).dictionaryValue?["S"]?.nameValue,
            !["S", "C"].contains(effect)
        {
            return "pdfco does not draw the border effect \(effect.text)"
        }
        guard let content = existing.content else { return "its content cannot be decoded" }
        if kind.definition?.drawsContents(annotation) != true, content.showsText { return "it shows text" }
        return try foreignResource(of: existing.dictionary, depth: 0)
    }

    /// Entries whose effect pdfco does not draw, and what that is.
    private static let undrawable: [([Name], String)] = [
        (["Measure"], "measurements"),
        (["LL", "LLE", "LLO", "Cap"], "leader lines and captions"),
    ]

    /// Returns what an annotation states of its transparency in PDF 2.0 that pdfco does not draw (Table 172).
    private func undrawnTransparency(
        of annotation: Annotation, _ dictionary: PDFDictionary
    ) throws(PDFError) -> String? {
        if let opacity = try resolve(dictionary[.fillOpacity] ?? .null).numberValue, opacity != annotation.opacity {
            return "lines and areas of different opacity"
        }
        let modes = try resolve(dictionary["BM"] ?? .null)
        // pdfco multiplies the colour of a highlight with that of the page.
        guard let mode = modes.nameValue ?? modes.arrayValue?.first?.nameValue,
            !["Normal", "Compatible"].contains(mode),
            mode != "Multiply" || annotation.subtype != Highlight.subtype
        else { return nil }
        return "the blend mode \(mode.text)"
    }

    /// Whether an entry has a value other than null, false and 0.
    private func hasValue(_ key: Name, in dictionary: PDFDictionary) throws(PDFError) -> Bool {
        guard let entry = dictionary[key] else { return false }
        let value = try resolve(entry)
        return value != .null && value != .boolean(false) && value.numberValue != 0
    }

    /// The font of free text, unless it is Helvetica, or Arial, which looks the same.
    private func fontName(in dictionary: PDFDictionary) throws(PDFError) -> String? {
        guard let string = try resolve(dictionary[.defaultAppearance] ?? .null).stringValue,
            let name = DefaultAppearance(string).font?.text
        else { return nil }
        return ["helv", "arial"].contains { name.lowercased().hasPrefix($0) } ? nil : name
    }

    /// The depth of nested forms that are looked into.
    private static let depthOfForms = 8

    /// Returns what a form shows that pdfco does not draw: images, patterns and shadings.
    private func foreignResource(of form: PDFDictionary, depth: Int) throws(PDFError) -> String? {
        guard depth < Self.depthOfForms,
            let resources = try resolve(form[.resources] ?? .null).dictionaryValue
        else { return nil }
        for (key, what) in [(Name("Pattern"), "a pattern"), ("Shading", "a shading")] {
            if try resolve(resources[key] ?? .null).dictionaryValue?.isEmpty == false { return "it shows \(what)" }
        }
        for (_, entry) in try resolve(resources[.xObject] ?? .null).dictionaryValue ?? [:] {
            guard case .stream(let stream) = try resolve(entry) else { continue }
            switch try resolve(stream.dictionary[.subtype] ?? .null).nameValue {
            case .form: if let found = try foreignResource(of: stream.dictionary, depth: depth + 1) { return found }
            default: return "it shows an image"
            }
        }
        return nil
    }

    /// The lowest opacity in a form's graphics states (`/ca`, `/CA`); 1 where it has none.
    func lowestOpacity(of form: PDFDictionary, depth: Int = 0) throws(PDFError) -> Double {
        guard depth < Self.depthOfForms,
            let resources = try resolve(form[.resources] ?? .null).dictionaryValue
        else { return 1 }
        var lowest = 1.0
        for (_, entry) in try resolve(resources[.graphicsState] ?? .null).dictionaryValue ?? [:] {
            guard let state = try resolve(entry).dictionaryValue else { continue }
            for key in [Name.fillOpacity, .strokeOpacity] {
                if let value = try resolve(state[key] ?? .null).numberValue { lowest = min(lowest, value) }
            }
        }
        for (_, entry) in try resolve(resources[.xObject] ?? .null).dictionaryValue ?? [:] {
            guard case .stream(let stream) = try resolve(entry) else { continue }
            lowest = min(lowest, try lowestOpacity(of: stream.dictionary, depth: depth + 1))
        }
        return lowest
    }
}

extension [UInt8] {
    /// Whether a content stream has an operator that appends a curve (8.5.2.2).
    var drawsCurves: Bool {
        split(whereSeparator: SyntaxReader.isSpace).contains {
            $0.count == 1 && [UInt8(ascii: "c"), UInt8(ascii: "v"), UInt8(ascii: "y")].contains($0[$0.startIndex])
        }
    }

    /// Whether a content stream has the operator that begins text (9.4.1).
    fileprivate var showsText: Bool {
        var reader = self[...]
        while let index = reader.firstIndex(of: UInt8(ascii: "B")) {
            let end = index + 2
            if end <= count, self[index + 1] == UInt8(ascii: "T"), index == 0 || SyntaxReader.isSpace(self[index - 1]),
                end == count || SyntaxReader.isSpace(self[end])
            {
                return true
            }
            reader = self[(index + 1)...]
        }
        return false
    }
}
