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
        guard let definition = Self.definition(of: subtype) else { throw .unsupportedSubtype(subtype) }
        try checkProperties(definition)
        try checkNumbers()
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

    private func checkProperties(_ definition: any AnnotationDefinition.Type) throws(PDFError) {
        let given: [(AnnotationProperty, Bool)] = [
            (.interiorColor, interiorColor != nil), (.border, border != nil), (.icon, icon != nil),
            (.lineEndings, lineEndings != nil), (.fontSize, textStyle != nil), (.opacity, opacity != 1),
            (.author, author != nil), (.subject, subject != nil), (.inReplyTo, inReplyTo != nil),
            (.creationDate, creationDate != nil),
        ]
        for (property, isGiven) in given where isGiven && !definition.properties.contains(property) {
            throw .invalidAnnotation("\(property.rawValue) does not apply to \(subtype)")
        }
        if let property = geometry.property, property != definition.geometry {
            throw .invalidAnnotation("\(property.rawValue) does not apply to \(subtype)")
        }
        if let icon, !definition.icons.contains(icon) {
            let known = definition.icons.joined(separator: ", ")
            throw .invalidAnnotation("there is no icon \(icon) for \(subtype), only \(known)")
        }
    }

    private func checkNumbers() throws(PDFError) {
        let corners = [rect.x0, rect.y0, rect.x1, rect.y1]
        guard corners.allSatisfy(Self.allowed.contains),
            geometry.points.allSatisfy({ Self.allowed.contains($0.x) && Self.allowed.contains($0.y) })
        else {
            throw .invalidAnnotation("a coordinate is beyond a million points")
        }
        guard (0...1).contains(opacity) else { throw .invalidAnnotation("the opacity is not from 0 to 1") }
        guard (0...0x7FFF_FFFF).contains(flags) else { throw .invalidAnnotation("the flags are no 32-bit number") }
        if let border {
            guard (0...1000).contains(border.width) else {
                throw .invalidAnnotation("the border width is not from 0 to 1000 points")
            }
            let isDrawable = border.dash.isEmpty || border.dash.contains { $0 >= 0.001 }
            guard isDrawable, border.dash.allSatisfy({ (0...1000).contains($0) }) else {
                throw .invalidAnnotation("the dashes of the border are not lengths from 0 to 1000 points")
            }
        }
        if let size = textStyle?.fontSize, !(0.1...1000).contains(size) {
            throw .invalidAnnotation("the font size is not from 0.1 to 1000 points")
        }
        for date in [creationDate, modificationDate] {
            guard let date else { continue }
            guard Self.datesInPDF.contains(date.timeIntervalSince1970) else {
                throw .invalidAnnotation("a date is not of the years 0 to 9999")
            }
        }
    }

    private static let allowed = -1e6...1e6
    /// From the start of the year 0 to the end of 9999, in seconds since 1970.
    private static let datesInPDF = -62_167_219_200.0..<253_402_300_800.0

    /// Everything as it reads back from a file.
    func rounded() -> Annotation {
        var rounded = self
        rounded.rect = rect.mapCorners(\.rounded)
        rounded.geometry = geometry.mapPoints(\.rounded)
        rounded.contents = contents.map(Self.withoutEscapes)
        rounded.author = author.map(Self.withoutEscapes)
        rounded.subject = subject.map(Self.withoutEscapes)
        rounded.name = name.map(Self.withoutEscapes)
        rounded.color = color?.rounded
        rounded.interiorColor = interiorColor?.rounded
        rounded.opacity = DecimalNotation.rounded(opacity)
        if let border {
            let isDashed = border.style == .dashed
            let dash = isDashed && border.dash.isEmpty ? Border.defaultDash : border.dash
            rounded.border = Border(
                width: DecimalNotation.rounded(border.width), style: border.style,
                dash: isDashed ? dash.map(DecimalNotation.rounded) : [])
        }
        if let textStyle {
            rounded.textStyle = TextStyle(
                fontSize: DecimalNotation.rounded(textStyle.fontSize), color: textStyle.color.rounded,
                alignment: textStyle.alignment)
        }
        rounded.creationDate = creationDate.map(Self.wholeSeconds)
        rounded.modificationDate = modificationDate.map(Self.wholeSeconds)
        return rounded
    }

    private static func wholeSeconds(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    /// `text` without U+001B, which in a text string introduces a language and is no text (7.9.2.2.1).
    private static func withoutEscapes(_ text: String) -> String {
        guard text.unicodeScalars.contains("\u{1B}") else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{1B}" }))
    }
}
