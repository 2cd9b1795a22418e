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
        let width = stroke == nil ? 0 : border.width
        if let color = annotation.interiorColor {
            // Up to the inner edge of a translucent line, which would else show the interior through its inner half.
            let inset = border.style == .underline ? 0 : annotation.opacity < 1 ? width : width / 2
            appearance.content.setFill(color)
            path(&appearance.content, annotation.rect.insetBy(inset))
            appearance.content.fill()
        }
        if let stroke {
            appearance.content.setStroke(stroke, border)
            let box = annotation.rect.insetBy(width / 2)
            if border.style == .underline {
                appearance.content.polyline([Point(annotation.rect.x0, box.y0), Point(annotation.rect.x1, box.y0)])
            } else {
                path(&appearance.content, box)
            }
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
