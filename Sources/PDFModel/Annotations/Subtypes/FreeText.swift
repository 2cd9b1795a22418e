/// Text that is written on the page itself, within the annotation's rectangle (ISO 32000-2, 12.5.6.6).
///
/// `color` fills the rectangle, as in viewers; the colour of the text also draws the border.
enum FreeText: AnnotationDefinition {
    static let subtype = "FreeText"
    static let summary = "Write text onto the page."
    static let example = "--rect 72,500,300,560 --contents \"Checked\" --font-size 14 --save"
    /// The text is always visible, so it has no pop-up window.
    static let properties =
        schema.markup.filter { $0 != schema.popup.untyped } + schema.border + schema.calloutLine + schema.textStyle
        + [schema.defaultStyle.untyped]
    static let drawsContents = true
    static let usualSize: (width: Double, height: Double)? = (200, 40)
    static let required = [schema.contents.untyped]
    static let defaultColor: Color? = nil
    static let defaultBorder = Border(width: 0)

    /// The distance between baselines, and from the top to the first baseline, in units of the font size.
    private static let (lineHeight, ascent) = (1.15, 0.9)
    /// The distance between border and text, in points.
    private static let padding = 2.0

    /// The intents of free text (Table 177).
    static let (calloutIntent, typewriterIntent) = ("FreeTextCallout", "FreeTextTypeWriter")

    /// Derives the rectangle of a callout, which holds the text and the line to what it is about.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        guard !annotation.callout.isEmpty else {
            annotation.textBox = nil
            guard annotation.calloutEnding == nil else {
                throw .invalidAnnotation("calloutEnding applies only to a callout")
            }
            return
        }
        let box = annotation.textBox ?? annotation.rect
        guard box.width > 0, box.height > 0 else { return }
        if annotation.callout.count == 1 {
            annotation.callout.append(box.edge(nearestTo: annotation.callout[0]).rounded)
        }
        guard zip(annotation.callout, annotation.callout.dropFirst()).allSatisfy({ $0 != $1 }) else {
            throw .invalidAnnotation("a part of the callout has no length")
        }
        annotation.intent = annotation.intent ?? calloutIntent
        annotation.calloutEnding = annotation.calloutEnding ?? .openArrow
        // The border draws the line as well.
        if annotation.border?.isVisible != true { annotation.border = Border() }
        let line = calloutLine(of: annotation).bounds?.mapCorners(\.rounded) ?? box
        annotation.textBox = box.mapCorners(\.rounded)
        annotation.rect = Rectangle(enclosing: box.corners + line.corners) ?? box
    }

    private static func calloutLine(of annotation: Annotation) -> OpenLine {
        OpenLine(
            annotation.callout, LineEndings(start: annotation.calloutEnding ?? .none), annotation.border ?? Border())
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        guard annotation.callout.count > 1, let box = annotation.textBox else { return drawText(annotation, on: page) }
        // Drawn in the coordinates of the page, with the text turned upright in its box.
        var appearance = Appearance(of: annotation)
        var text = annotation
        (text.rect, text.callout) = (box, [])
        let drawn = drawText(text, on: page)
        var line = annotation
        (line.color, line.interiorColor) = ((annotation.textStyle ?? TextStyle()).color, annotation.color)
        appearance.content = drawn.content.turned(by: drawn.matrix)
        calloutLine(of: annotation).draw(line, &appearance.content)
        appearance.warnings = drawn.warnings
        return appearance
    }

    private static func drawText(_ annotation: Annotation, on page: Page) -> Appearance {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        let style = annotation.textStyle ?? TextStyle()
        let isTypewriter = annotation.intent?.lowercased() == typewriterIntent.lowercased()
        if isTypewriter, annotation.color != nil {
            appearance.warnings.append("a typewriter text has no background and no border")
        }
        let border = isTypewriter ? Border(width: 0) : annotation.border ?? defaultBorder
        let fill = isTypewriter ? nil : annotation.color
        drawBox(&appearance.content, appearance.box, fill: fill, border, stroke: style.color)

        let isRaised = border.style == .beveled || border.style == .inset
        let inner = appearance.box.insetBy(isRaised ? border.width * 2 : border.width)
        let column = inner.insetBy(padding)
        let text = TypesetText(annotation.contents ?? "", in: .helvetica, size: style.fontSize, width: column.width)
        appearance.content.save()
        appearance.content.rectangle(inner)
        appearance.content.clip()
        appearance.content.setFill(style.color)
        for (index, line) in text.lines.enumerated() {
            let baseline = column.y1 - style.fontSize * (ascent + Double(index) * lineHeight)
            guard baseline > inner.y0 - style.fontSize else { break }
            let space = column.width - TypesetText.width(of: line, size: style.fontSize)
            let left = column.x0 + space * style.alignment.share
            appearance.content.show(line, size: style.fontSize, at: Point(left, baseline))
        }
        appearance.content.restore()

        if !text.missing.isEmpty {
            let characters = text.missing.map(String.init).joined(separator: " ")
            appearance.warnings.append("the FreeText shows a question mark for what its fonts lack: \(characters)")
        }
        let lowest = column.y1 - style.fontSize * (ascent + Double(text.lines.count - 1) * lineHeight)
        if lowest < inner.y0 {
            appearance.warnings.append("the FreeText is longer than its rectangle can show")
        }
        return appearance
    }

    private static func drawBox(
        _ content: inout ContentStream, _ box: Rectangle, fill: Color?, _ border: Border, stroke: Color
    ) {
        if let fill {
            content.setFill(fill)
            content.rectangle(box)
            content.fill()
        }
        guard border.isVisible else { return }
        content.drawBorder(border, stroke, in: box)
    }
}

extension TextAlignment {
    /// The fraction of a line's free space that precedes the text.
    var share: Double {
        switch self {
        case .left: 0
        case .center: 0.5
        case .right: 1
        }
    }
}
