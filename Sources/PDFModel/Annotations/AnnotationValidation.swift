internal import FoundationEssentials

extension Annotation {
    /// Returns the annotation in the form in which it is written, or throws an error that says why it cannot exist.
    ///
    /// Every number is rounded as in PDF notation, and ``rect`` follows from the shape where the subtype defines it so:
    /// the written annotation reads back equal. Validating a second time changes nothing.
    ///
    /// - Throws: `unsupportedSubtype`, or `invalidAnnotation` with one sentence: a rectangle without width or height,
    ///   no quadrilateral, an opacity outside 0…1, a coordinate beyond a million points, an unknown icon …
    public func validated(on page: Page) throws(PDFError) -> Annotation {
        let kind = AnnotationSubtype.named(subtype)
        guard let definition = kind.definition else { throw .unsupportedSubtype(subtype) }
        if let property = kind.otherProperties.first(where: { $0.isSet(self) }) { throw doesNotApply(property) }
        for property in kind.properties {
            if let problem = property.problem?(self) { throw .invalidAnnotation(problem) }
        }
        try checkIcon(definition)
        var valid = rounded()
        try definition.complete(&valid, on: page)
        // Readers fit an appearance into the rectangle that its writer gave it.
        if appearance != nil, rect.width > 0, rect.height > 0 { valid.rect = rect }
        valid.rect = valid.rect.mapCorners(\.rounded)
        guard valid.rect.width > 0, valid.rect.height > 0 else {
            throw .invalidAnnotation("the rectangle of the \(subtype) has no width or no height")
        }
        return valid
    }

    /// Whether pdfco can add it to a document: it can create the subtype, and the annotation has what it would mean
    /// nothing without.
    public var canBeAdded: Bool {
        AnnotationSubtype.named(subtype).definition != nil && (try? checkCanBeAdded()) != nil
    }

    /// Throws where the annotation lacks what it would mean nothing without.
    func checkCanBeAdded() throws(PDFError) {
        let essential = AnnotationSubtype.named(subtype).definition?.essential ?? []
        guard let first = essential.first, !essential.contains(where: { $0.isSet(self) }) else { return }
        throw .invalidAnnotation("the \(subtype) has no \(first.key)")
    }

    /// What a ``validated(on:)`` annotation would not show to a reader of the page, one sentence each.
    public func warnings(on page: Page) -> [String] { warnings(on: page, of: drawing(on: page)) }

    func warnings(on page: Page, of drawing: Appearance) -> [String] {
        guard let definition = AnnotationSubtype.named(subtype).definition else { return [] }
        var warnings: [String] = []
        let rect = definition.shownRect(of: self, on: page)
        if !rect.intersects(page.cropBox) {
            warnings.append("the \(subtype) lies outside the crop box of page \(page.number)")
        } else if !page.cropBox.contains(rect) {
            warnings.append("the \(subtype) lies partly outside the crop box of page \(page.number)")
        }
        return warnings + drawing.warnings
    }

    /// Throws if one of the properties of a change does not apply, or has a value that it cannot have.
    func validate(changed properties: [AnnotationProperty]) throws(PDFError) {
        let kind = AnnotationSubtype.named(subtype)
        for property in properties where kind.otherProperties.contains(property) { throw doesNotApply(property) }
        for property in properties {
            if let problem = property.problem?(self) { throw .invalidAnnotation(problem) }
        }
        if properties.contains(Self.schema.icon.untyped) { try checkIcon(kind.definition) }
    }

    private func checkIcon(_ definition: (any AnnotationDefinition.Type)?) throws(PDFError) {
        guard let icon, appearance == nil, image == nil, let icons = definition?.icons, !icons.contains(icon)
        else { return }
        let known = icons.joined(separator: ", ")
        throw .invalidAnnotation("there is no icon \(icon) for \(subtype), only \(known)")
    }

    private func doesNotApply(_ property: AnnotationProperty) -> PDFError {
        .invalidAnnotation("\(property.key) does not apply to \(subtype)")
    }

    /// The annotation as it reads back from a file.
    func rounded() -> Annotation {
        var rounded = self
        for property in AnnotationSubtype.named(subtype).properties { property.round?(self, &rounded) }
        rounded.border = rounded.border?.normalized
        if defaultStyle != nil { rounded.defaultStyle = TextStyle.beyondDeclarations(rounded.styleString) }
        return rounded
    }
}

// What its flags forbid (12.5.3).
extension Annotation {
    private func has(_ flag: AnnotationFlag) -> Bool {
        flags & flag.rawValue != 0 && (flag != .readOnly || subtype != "Widget")
    }

    /// The flag that forbids removing the annotation; `nil` where there is none.
    var flagAgainstRemoval: AnnotationFlag? { [.readOnly, .locked].first(where: has) }

    /// The flag that forbids changing the annotation to `new`; `nil` where there is none. A change that clears it is allowed.
    func flag(against new: Annotation) -> AnnotationFlag? {
        let flags = AnnotationFlag.allCases.filter(has)
        var rest = new
        for flag in flags { rest.flags |= flag.rawValue }
        guard !rest.hasSameContent(as: self) else { return nil }
        rest.contents = contents
        let isContentsChange = !Optional.haveSameCodePoints(new.contents, contents)
        return flags.filter(new.has).first { flag in
            flag == .readOnly || (flag == .locked ? !rest.hasSameContent(as: self) : isContentsChange)
        }
    }
}
