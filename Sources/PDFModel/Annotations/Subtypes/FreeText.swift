/// Text that is written on the page itself, within the annotation's rectangle (ISO 32000-2, 12.5.6.6).
///
/// `color` fills the rectangle, as in viewers; the colour of the text also draws the border.
enum FreeText: AnnotationDefinition {
    static let subtype = "FreeText"
    static let summary = "Write text onto the page."
    static let example = "--rect 72,500,300,560 --contents \"Checked\" --font-size 14 --save"
    static let properties = schema.markup + schema.border + schema.textStyle
    static let drawsContents = true
    static let usualSize: (width: Double, height: Double)? = (200, 40)
    static let required = [schema.contents.untyped]
    static let defaultColor: Color? = nil
    static let defaultBorder = Border(width: 0)

    /// The distance between baselines, and from the top to the first baseline, in units of the font size.
    private static let (lineHeight, ascent) = (1.15, 0.9)
    /// The distance between border and text, in points.
    private static let padding = 2.0

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        let style = annotation.textStyle ?? TextStyle()
        let border = annotation.border ?? defaultBorder
        drawBox(&appearance.content, appearance.box, fill: annotation.color, border, stroke: style.color)

        let inner = appearance.box.insetBy(border.width)
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
        content.setStroke(stroke, border)
        let line = box.insetBy(border.width / 2)
        if border.style == .underline {
            content.polyline([Point(box.x0, line.y0), Point(box.x1, line.y0)])
        } else {
            content.rectangle(line)
        }
        content.stroke()
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
