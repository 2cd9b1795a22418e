package import PDFModel

/// An annotation as an annotation dictionary (ISO 32000-2, 12.5), which XFDF and FDF describe, with what a dictionary
/// alone does not hold.
struct AnnotationDictionary {
    var entries: PDFDictionary
    /// From 1.
    var page: Int
    /// The page to which a link leads, from 1.
    var targetPage: Int?
    /// The contents of an attached file.
    var attached: [UInt8]?
    var appearance: FormAppearance?
    /// Whether it is about an annotation that exists, and states only what changes.
    var isChange = false

    /// Returns the change that adds the annotation; `nil` where pdfco cannot create it.
    func addition(
        _ losses: inout Losses, resolving: @escaping (PDFObject) -> PDFObject = { $0 }
    ) throws(FormatError) -> ImportedAnnotations.Change? {
        guard let annotation = try annotation(&losses, resolving: resolving) else { return nil }
        guard fringe != nil, let sides = resolving(entries["Rect"] ?? .null).numbersValue, sides.count == 4 else {
            return .add(annotation)
        }
        return .add(annotation, within: Rectangle(sides[0], sides[1], sides[2], sides[3]))
    }

    /// Returns the annotation; `nil` where pdfco cannot create it.
    ///
    /// - Parameter resolving: returns the object behind a reference, and any other object as it is.
    func annotation(
        _ losses: inout Losses, resolving: @escaping (PDFObject) -> PDFObject = { $0 }
    ) throws(FormatError) -> Annotation? {
        let read = Annotation(reading: entries, page: page) { object throws(PDFError) in resolving(object) }
        guard var annotation = read else { throw FormatError("it has no subtype") }
        let kind = AnnotationSubtype.named(annotation.subtype)
        guard Annotation.supportedSubtypes.contains(kind.name) else {
            losses.add("pdfco cannot create a \(kind.name) annotation")
            return nil
        }
        noteLosses(of: kind, resolving, &losses)
        if let targetPage { annotation.destination = .page(targetPage) }
        if let attached { annotation.attachment = (annotation.attachment ?? AttachedFile(name: "")).holding(attached) }
        annotation.appearance = appearance?.bytes
        try deriveContents(of: &annotation)
        try annotation.fit(fringe, &losses)
        guard !isChange, annotation.actions == nil, let loss = annotation.missingTarget else { return annotation }
        losses.add(loss)
        return nil
    }

    /// The properties that it states; a missing entry states none, whatever readers assume.
    var statedProperties: Set<AnnotationProperty> {
        let (schema, border) = (Annotation.schema, entries["BS"]?.dictionaryValue ?? [:])
        // Those that share an entry, and those that are not read from one alone.
        let others: [AnnotationProperty: PDFObject?] = [
            schema.borderWidth.untyped: border["W"], schema.borderDash.untyped: border["D"],
            schema.borderStyle.untyped: border["S"], schema.cloudIntensity.untyped: entries["BE"] ?? border["S"],
            schema.fontSize.untyped: entries["DA"], schema.textColor.untyped: entries["DA"],
            schema.alignment.untyped: entries["Q"], schema.contents.untyped: entries["Contents"] ?? entries["RC"],
            schema.popup.untyped: entries["Popup"], schema.inReplyTo.untyped: entries["IRT"],
            schema.targetPage.untyped: targetPage.map(PDFObject.integer),
        ]
        let properties = AnnotationSubtype.named(entries["Subtype"]?.nameValue?.text ?? "").properties
        return Set(properties.filter { others[$0].map { $0 != nil } ?? $0.keys.contains { entries[$0] != nil } })
    }

    /// The distances between the rectangle and what is drawn in it.
    private var fringe: [Double]? { entries["RD"]?.numbersValue }

    /// Entries that need no property, or whose effect another one has.
    private static let silent: Set<Name> = [
        "Type", "Subtype", "P", "Page", "Popup", "IRT", "AP", "AS", "RD", "Border", "BS", "StructParent", "A",
        "Dest",
    ]

    private func noteLosses(
        of kind: AnnotationSubtype, _ resolving: (PDFObject) -> PDFObject, _ losses: inout Losses
    ) {
        losses.add(Self.others(in: entries, of: kind, resolving), of: kind.name)
    }

    /// The entries beyond the properties of a subtype, with other values than readers assume.
    fileprivate static func others(
        in entries: PDFDictionary, of kind: AnnotationSubtype, _ resolving: (PDFObject) -> PDFObject
    ) -> PDFDictionary {
        var others = PDFDictionary()
        for (key, value) in entries where !kind.writtenKeys.contains(key) && !silent.contains(key) {
            let value = resolving(value)
            // The defaults of the standard.
            let isPlain =
                value == .null || value == .boolean(false) || value.numberValue == 0
                || value.numbersValue?.allSatisfy { $0 == 0 } == true || value == defaults[key]
            if !isPlain { others[key] = value }
        }
        return others
    }

    /// Those of the entries beyond the properties that other programs draw, and that XFDF and FDF hold.
    fileprivate static func drawn(_ others: PDFDictionary) -> PDFDictionary {
        others.filter { key, value in
            switch key {
            case "RD": value.numbersValue?.count == 4
            case "CO": value.numbersValue?.count == 2
            case "LL", "LLE", "LLO", "Rotate": value.numberValue != nil
            case "Cap", "Repeat": value == .boolean(true)
            case "CP", "Sy": value.nameValue != nil
            default: false
            }
        }
    }

    private static let defaults: [Name: PDFObject] = ["H": .name("I"), "CP": .name("Inline")]

    /// Takes the text and its style from rich text where only that is stated.
    private func deriveContents(of annotation: inout Annotation) throws(FormatError) {
        guard let rich = annotation.richContents else { return }
        let needsStyle = annotation.textStyle != nil && entries["DA"] == nil && annotation.subtype == "FreeText"
        guard annotation.contents == nil || needsStyle else { return }
        let text = try RichText(rich)
        if annotation.contents == nil { annotation.contents = text.contents }
        guard needsStyle else { return }
        let style = RichText.Style(css: annotation.defaultStyle ?? "").overridden(by: text.style)
        var own = annotation.textStyle ?? TextStyle()
        own.fontSize = style.fontSize ?? own.fontSize
        own.color = style.color ?? own.color
        if entries["Q"] == nil { own.alignment = style.alignment ?? own.alignment }
        annotation.textStyle = own
    }
}

extension Annotation {
    /// Draws the annotation where its writer drew it, and with an icon that pdfco draws.
    fileprivate mutating func fit(_ fringe: [Double]?, _ losses: inout Losses) throws(FormatError) {
        guard appearance == nil else { return }
        if let sides = fringe?.map({ max(0, $0) }), sides.count == 4, textBox == nil, geometry == .rectangle,
            sides[0] + sides[2] < rect.width, sides[1] + sides[3] < rect.height
        {
            rect = Rectangle(rect.x0 + sides[0], rect.y0 + sides[1], rect.x1 - sides[2], rect.y1 - sides[3])
        }
        let kind = AnnotationSubtype.named(subtype)
        let icons = kind.values(of: Self.schema.icon.untyped)
        if let icon, !icons.isEmpty, !icons.contains(icon) {
            let other = Annotation(subtype, page: page, rect: rect).icon
            losses.add("a \(subtype) with the icon \(icon), which pdfco does not draw, becomes a \(other ?? icons[0])")
            self.icon = other ?? icons[0]
        }
    }
}

extension Losses {
    /// Adds entries of an annotation dictionary.
    mutating func add(_ entries: PDFDictionary, of subtype: String) {
        for key in entries.keys { add("/\(key.text) of a \(subtype) is not kept") }
    }

    /// Returns those of the entries beyond the properties that XFDF and FDF hold, and adds the others.
    mutating func drawn(_ entries: PDFDictionary, of subtype: String) -> PDFDictionary {
        let drawn = AnnotationDictionary.drawn(entries)
        add(entries.filter { drawn[$0.key] == nil }, of: subtype)
        return drawn
    }
}

extension DocumentContext {
    /// Returns the entries of an annotation's dictionary that none of its properties holds, with other values than readers
    /// assume.
    package static func otherEntries(
        of annotation: Annotation, in dictionary: PDFDictionary, resolving: (PDFObject) -> PDFObject
    ) -> PDFDictionary {
        let kind = AnnotationSubtype.named(annotation.subtype)
        var others = AnnotationDictionary.others(in: dictionary, of: kind, resolving)
        let fringe = PDFObject.array((resolving(dictionary["RD"] ?? .null).arrayValue ?? []).map(resolving))
        if annotation.textBox == nil, fringe.numbersValue?.contains(where: { $0 > 0 }) == true { others["RD"] = fringe }
        return others
    }

    /// The annotations to write, each with its other entries.
    func withOtherEntries(_ annotations: [Annotation]) -> [(Annotation, PDFDictionary)] {
        annotations.enumerated().map { ($1, $0 < otherEntries.count ? otherEntries[$0] : [:]) }
    }
}
