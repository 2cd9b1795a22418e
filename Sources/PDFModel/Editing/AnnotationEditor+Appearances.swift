/// What an update does to the appearance of an annotation that another program may have drawn (invariant 22).
extension AnnotationEditor {
    /// What becomes of an annotation's appearance.
    enum Look: Equatable {
        /// It stays.
        case kept
        /// pdfco draws it anew.
        case drawn
        /// The form becomes the appearance; it contains the old one.
        case wrapped(IndirectReference)
    }

    /// Returns how the appearance follows the properties that change and that it shows. One that another program drew
    /// in a way that pdfco cannot stays, with a warning.
    mutating func look(
        of before: Annotation, as new: Annotation, _ drawn: [AnnotationProperty], _ old: PDFDictionary, on page: Page
    ) throws(PDFError) -> Look {
        guard !drawn.isEmpty else { return .kept }
        let entry = try update.resolve(old[.appearance] ?? .null).dictionaryValue
        let isThere = try update.resolve(entry?[.normal] ?? .null) != .null
        // Readers draw an annotation without an appearance themselves.
        let canDraw = AnnotationSubtype.named(before.subtype).definition != nil
        guard isThere else { return canDraw ? .drawn : .kept }
        if new.image != nil { return .drawn }
        let existing = try update.appearance(of: old)
        var before = before
        // If the words of a stamp are in embedded fonts, only the shaped text shows that pdfco drew it.
        if before.isStamp { try? shape(&before) }
        if let existing, let own = try? before.validated(on: page).appearance(on: page), existing.isSame(as: own) {
            return .drawn
        }
        let schema = Annotation.schema
        let opacity = schema.opacity.untyped
        var wrapped: IndirectReference?
        if drawn.contains(opacity), let existing { wrapped = try translucent(existing, before.opacity, new.opacity) }
        if drawn == [opacity], let wrapped { return .wrapped(wrapped) }
        let obstacle = try update.obstacle(
            toRedrawing: before, old, existing, hasNewText: drawn.contains(schema.contents.untyped))
        guard let obstacle else { return .drawn }
        // Readers fit the appearance into the rectangle.
        let kept = drawn.filter { $0 != opacity || wrapped == nil }.filter { $0 != schema.rect.untyped }
        if !kept.isEmpty {
            findings.warnings.append(
                "the appearance of the \(before.subtype) stays as it is, because \(obstacle); "
                    + "redrawing replaces it")
        }
        return wrapped.map(Look.wrapped) ?? .kept
    }

    /// Scales the distances within a rectangle with it, where the appearance stays.
    func fitMargins(of annotation: Annotation, from old: Rectangle, _ dictionary: inout PDFDictionary) throws(PDFError)
    {
        if dictionary[.path] != nil {
            throw .invalidAnnotation("the rectangle of the \(annotation.subtype) cannot change without its /Path")
        }
        let new = annotation.rect
        let sides = try update.resolve(dictionary[.rectangleDifferences] ?? .null).numbersValue ?? []
        guard sides.count == 4, annotation.textBox == nil, old.width > 0, old.height > 0 else { return }
        let (x, y) = (new.width / old.width, new.height / old.height)
        dictionary[.rectangleDifferences] = .numbers([sides[0] * x, sides[1] * y, sides[2] * x, sides[3] * y])
    }

    /// Whether the strokes of ink that another program or an earlier pdfco may have drawn are curves; true for other
    /// subtypes and where there is no appearance.
    func isSmooth(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        guard annotation[.subtype]?.nameValue == Name(Ink.subtype),
            let content = try update.appearance(of: annotation)?.content
        else { return true }
        return content.drawsCurves
    }

    /// Whether an annotation in the document shows the image of a new one, if that has one.
    func shows(_ annotation: PDFDictionary, _ new: Annotation, on page: Page) throws(PDFError) -> Bool {
        guard new.image != nil else { return true }
        return try update.appearance(of: annotation)?.isSame(as: new.appearance(on: page)) == true
    }

    /// Draws an annotation: writes its appearance streams, and warns of what they cannot show. One that readers draw
    /// themselves gets none.
    mutating func draw(
        _ annotation: Annotation, on page: Page, _ dictionary: inout PDFDictionary
    ) throws(PDFError) {
        if let appearance = annotation.appearance.flatMap(FormAppearance.init) {
            dictionary[.appearance] = .dictionary([.normal: .reference(appearance.add(to: &update))])
            return
        }
        let drawing = annotation.drawing(on: page)
        findings.warnings += annotation.warnings(on: page, of: drawing)
        guard AnnotationSubtype.named(annotation.subtype).definition?.hasAppearance == true else { return }
        let listsGlyphs = conformanceRules.archive?.claim.part == 1
        if try update.appearance(of: dictionary)?.isSame(as: drawing.stream) != true {
            let form = drawing.add(to: &update, listsGlyphs: listsGlyphs)
            dictionary[.appearance] = .dictionary([.normal: .reference(form)])
            dictionary["AS"] = nil
        }
        if let applied = annotation.appliedAppearance(on: page) {
            dictionary[.appliedAppearance] = .reference(applied.add(to: &update, listsGlyphs: listsGlyphs))
        }
    }

    /// Returns a form that shows an appearance with another opacity; `nil` where that would be more than the one with
    /// which it was drawn.
    private mutating func translucent(
        _ existing: ExistingAppearance, _ before: Double, _ opacity: Double
    ) throws(PDFError) -> IndirectReference? {
        let earlier = try TranslucentAppearance(existing, in: update)
        // The opacity that the annotation states is usually drawn into its appearance as well.
        var drawn = try update.lowestOpacity(of: existing.dictionary) < 1 ? before : 1
        if let earlier { drawn = earlier.opacity > 0 ? before / earlier.opacity : 0 }
        guard drawn > 0, opacity <= drawn * (1 + 1e-6) else { return nil }
        let inner = earlier?.wrapped ?? existing.reference
        if opacity >= drawn * (1 - 1e-6) { return inner }
        return TranslucentAppearance.add(
            opacity: opacity / drawn, around: inner, existing.transformedBox, to: &update)
    }

    /// Returns the annotation as pdfco draws it: without the distances within its rectangle, which an appearance of
    /// pdfco fills. An icon of another program keeps its name.
    func redrawable(
        _ annotation: Annotation, _ changed: [AnnotationProperty], _ old: PDFDictionary, on page: Page
    ) throws(PDFError) -> Annotation {
        var annotation = annotation
        let (schema, icon) = (Annotation.schema, annotation.icon)
        let distances = try update.resolve(old[.rectangleDifferences] ?? .null).numbersValue ?? []
        if distances.count == 4, annotation.textBox == nil, !changed.contains(schema.rect.untyped),
            annotation.geometry == .rectangle
        {
            let (rect, sides) = (annotation.rect, distances.map { max(0, $0) })
            if sides[0] + sides[2] < rect.width, sides[1] + sides[3] < rect.height {
                annotation.rect = Rectangle(
                    rect.x0 + sides[0], rect.y0 + sides[1], rect.x1 - sides[2], rect.y1 - sides[3])
            }
        }
        if !changed.contains(schema.icon.untyped) {
            annotation.icon = AnnotationSubtype.named(annotation.subtype).definition?.defaultIcon
        }
        annotation = try annotation.validated(on: page)
        annotation.icon = icon
        return annotation
    }
}
