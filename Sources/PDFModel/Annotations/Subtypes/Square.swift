/// A rectangle (ISO 32000-2, 12.5.6.8).
enum Square: AnnotationDefinition {
    static let subtype = "Square"
    static let summary = "Draw a rectangle."
    static let properties = schema.markup + schema.closedShape
    static let defaultColor: Color? = Color(red: 0.898, green: 0.1333, blue: 0.2157)

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        drawOutline(of: annotation, isRectangle: true) {
            $0.rectangle($1)
        } corners: { box, _ in
            box.corners
        }
    }

    /// Draws a shape that fills the annotation's rectangle, with its line entirely inside.
    ///
    /// An underline border is a line along the bottom of the rectangle for every shape.
    ///
    /// - Parameters:
    ///   - isRectangle: whether the shape is the rectangle itself, whose border may look raised or sunken.
    ///   - corners: returns points of the shape, for clouds of the given width.
    static func drawOutline(
        of annotation: Annotation, isRectangle: Bool = false, path: (inout ContentStream, Rectangle) -> Void,
        corners: (_ box: Rectangle, _ width: Double) -> [Point]
    ) -> Appearance {
        var appearance = Appearance(of: annotation)
        let box = annotation.rect.insetBy((annotation.border ?? defaultBorder).width / 2)
        // Where the border leaves no room for clouds, the outline is plain.
        if annotation.cloudIntensity > 0, min(box.width, box.height) > 1 {
            let cloud = CloudyOutline(within: box, intensity: annotation.cloudIntensity, corners)
            appearance.content.paintShape(of: annotation, cloud.add)
            return appearance
        }
        let border = annotation.border ?? defaultBorder
        let stroke = border.isVisible ? annotation.color : nil
        let width = stroke == nil ? 0 : border.width
        if let color = annotation.interiorColor {
            // Stops at the inner edge of a translucent line, through whose inner half the interior would otherwise
            // show.
            let inset = border.style == .underline ? 0 : annotation.opacity < 1 ? width : width / 2
            appearance.content.setFill(color)
            path(&appearance.content, annotation.rect.insetBy(inset))
            appearance.content.fill()
        }
        if let stroke {
            if isRectangle || border.style == .underline {
                appearance.content.drawBorder(border, stroke, in: annotation.rect)
            } else {
                appearance.content.setStroke(stroke, border)
                path(&appearance.content, annotation.rect.insetBy(width / 2))
                appearance.content.stroke()
            }
        }
        return appearance
    }
}

extension ContentStream {
    /// Fills a path with the interior colour and draws it with the border.
    mutating func paintShape(of annotation: Annotation, _ path: (inout ContentStream) -> Void) {
        let border = annotation.border ?? Border()
        let stroke = border.isVisible ? annotation.color : nil
        if let stroke { setStroke(stroke, border) }
        if let color = annotation.interiorColor { setFill(color) }
        path(&self)
        paint(fill: annotation.interiorColor != nil, stroke: stroke != nil)
    }

    /// Sets the colour, width and dash array of lines.
    mutating func setStroke(_ color: Color, _ border: Border) {
        setStroke(color)
        setLineWidth(border.width)
        if border.style == .dashed { setDash(border.dash) }
    }
}

extension Annotation {
    /// Returns a rectangle, whose border is inside `rect` (12.5.6.8).
    public static func square(page: Int, rect: Rectangle, contents: String? = nil) -> Annotation {
        Annotation(Square.subtype, page: page, rect: rect, contents)
    }
}
