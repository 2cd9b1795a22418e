/// A proposal to remove what is beneath it (ISO 32000-2, 12.5.6.23). pdfco marks; it removes nothing.
///
/// `color` draws the outline, and `interiorColor` fills the place once another program has applied the redaction.
enum Redact: TextMarkup {
    static let subtype = "Redact"
    static let summary = "Mark content for redaction; nothing is removed yet."
    static let properties =
        schema.markup + [schema.quadPoints.untyped, schema.interiorColor.untyped, schema.overlayText.untyped]
        + schema.textStyle
    static let defaultColor: Color? = Color(red: 0.8, green: 0, blue: 0)
    static let defaultInteriorColor: Color? = .black

    static let defaultTextStyle = TextStyle(fontSize: 10, color: .white, alignment: .center)

    static func text(of annotation: Annotation) -> String? { annotation.overlayText }

    private static let lineWidth = 1.0

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        guard let color = annotation.color else { return appearance }
        appearance.content.setStroke(color)
        appearance.content.setLineWidth(lineWidth)
        for quad in annotation.quadrilaterals {
            let outline = Rectangle(enclosing: quad.outline)?.insetBy(lineWidth / 2)
            // A quadrilateral at an angle is outlined at its edge.
            let isUpright = Set(quad.outline.map(\.x)).count == 2 && Set(quad.outline.map(\.y)).count == 2
            if let outline, isUpright {
                appearance.content.rectangle(outline)
            } else {
                appearance.content.polygon(quad.outline)
            }
        }
        appearance.content.stroke()
        return appearance
    }

    static func drawApplied(_ annotation: Annotation, on page: Page) -> Appearance? {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        let turn = frame.matrix.inverseOfTurn
        if let color = annotation.interiorColor {
            appearance.content.setFill(color)
            for quad in annotation.quadrilaterals { appearance.content.polygon(quad.outline.map(turn)) }
            appearance.content.fill()
        }
        guard let words = annotation.overlayText, !words.isEmpty else { return appearance }
        let style = annotation.textStyle ?? defaultTextStyle
        for quad in annotation.quadrilaterals {
            guard let box = Rectangle(enclosing: quad.outline.map(turn)) else { continue }
            let text = TextLayout(words, in: .helvetica, shaped: annotation.shapedText)
            guard let line = text.lines.first else { continue }
            let width = line.width
            let size = min(style.fontSize, box.height * 0.8, width > 0 ? box.width / width : .infinity)
            let left = box.x0 + (box.width - width * size) * style.alignment.share
            appearance.content.setFill(style.color)
            appearance.content.show(
                line, size: size, at: Point(left, box.y0 + (box.height - size * StandardFont.capHeight) / 2))
        }
        return appearance
    }
}
