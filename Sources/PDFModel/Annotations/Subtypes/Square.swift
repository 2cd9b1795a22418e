/// A rectangle (ISO 32000-2, 12.5.6.8).
enum Square: AnnotationDefinition {
    static let subtype = "Square"
    static let properties: Set<AnnotationProperty> = .markup.union([.border, .interiorColor])
    static let defaultColor: Color? = Color(red: 0.898, green: 0.1333, blue: 0.2157)

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        drawOutline(of: annotation) { $0.rectangle($1) }
    }

    /// Draws a form that fills the annotation's rectangle, with its line wholly within.
    ///
    /// An underline border is a line along the bottom of the rectangle, whatever the form.
    static func drawOutline(
        of annotation: Annotation, path: (inout ContentStream, Rectangle) -> Void
    ) -> Appearance {
        var appearance = Appearance(of: annotation)
        let border = annotation.border ?? defaultBorder
        let stroke = border.isVisible ? annotation.color : nil
        let isUnderlined = border.style == .underline
        let box = annotation.rect.insetBy(stroke == nil ? 0 : border.width / 2)
        if let color = annotation.interiorColor { appearance.content.setFill(color) }
        if let stroke { appearance.content.setStroke(stroke, border) }
        if annotation.interiorColor != nil || (stroke != nil && !isUnderlined) {
            path(&appearance.content, box)
            appearance.content.paint(fill: annotation.interiorColor != nil, stroke: stroke != nil && !isUnderlined)
        }
        if stroke != nil, isUnderlined {
            appearance.content.polyline([Point(annotation.rect.x0, box.y0), Point(annotation.rect.x1, box.y0)])
            appearance.content.stroke()
        }
        return appearance
    }
}

extension ContentStream {
    /// Sets colour, width and dashes of lines.
    mutating func setStroke(_ color: Color, _ border: Border) {
        setStroke(color)
        setLineWidth(border.width)
        if border.style == .dashed { setDash(border.dash) }
    }
}
