internal import FoundationEssentials

extension Annotation {
    /// The annotation in the form in which it is written, or an error that says why it cannot exist.
    ///
    /// Every number is rounded as PDF's notation rounds it, and ``rect`` follows the form where the subtype says so:
    /// what is written reads back equal. Validating twice changes nothing more.
    ///
    /// - Throws: `unsupportedSubtype`, or `invalidAnnotation` with one sentence: a rectangle without width or height,
    ///   no quadrilateral, an opacity outside 0…1, a coordinate beyond a million points, an unknown icon …
    public func validated(on page: Page) throws(PDFError) -> Annotation {
        let kind = AnnotationSubtype.named(subtype)
        guard let definition = kind.definition else { throw .unsupportedSubtype(subtype) }
        try checkProperties(kind, definition)
        var valid = rounded()
        try definition.complete(&valid, on: page)
        valid.rect = valid.rect.mapCorners(\.rounded)
        guard valid.rect.width > 0, valid.rect.height > 0 else {
            throw .invalidAnnotation("the rectangle of the \(subtype) has no width or no height")
        }
        return valid
    }

    /// What a reader of the page would not get to see of a ``validated(on:)`` annotation, one sentence each.
    public func warnings(on page: Page) -> [String] { warnings(on: page, of: drawing(on: page)) }

    func warnings(on page: Page, of drawing: Appearance) -> [String] {
        guard let definition = Self.definition(of: subtype) else { return [] }
        var warnings: [String] = []
        let rect = definition.shownRect(of: self, on: page)
        if !rect.intersects(page.cropBox) {
            warnings.append("the \(subtype) lies outside the crop box of page \(page.number)")
        } else if !page.cropBox.contains(rect) {
            warnings.append("the \(subtype) lies partly outside the crop box of page \(page.number)")
        }
        return warnings + drawing.warnings
    }

    private func checkProperties(
        _ kind: AnnotationSubtype, _ definition: any AnnotationDefinition.Type
    ) throws(PDFError) {
        for property in kind.otherProperties where property.isGiven(self) {
            throw .invalidAnnotation("\(property.key) does not apply to \(subtype)")
        }
        if let icon, !definition.icons.contains(icon) {
            let known = definition.icons.joined(separator: ", ")
            throw .invalidAnnotation("there is no icon \(icon) for \(subtype), only \(known)")
        }
        for property in kind.properties {
            if let problem = property.problem(self) { throw .invalidAnnotation(problem) }
        }
    }

    /// Everything as it reads back from a file.
    func rounded() -> Annotation {
        var rounded = self
        for property in AnnotationSubtype.named(subtype).properties { property.round(&rounded) }
        rounded.border = rounded.border?.normalized
        return rounded
    }
}
