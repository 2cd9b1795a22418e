/// An ellipse that fills its rectangle (ISO 32000-2, 12.5.6.8).
enum Circle: AnnotationDefinition {
    static let subtype = "Circle"
    static let summary = "Draw an ellipse."
    static let properties = Square.properties
    static let defaultColor = Square.defaultColor

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        Square.drawOutline(of: annotation) {
            $0.ellipse(in: $1)
        } corners: {
            CloudyOutline.ellipse(in: $0, width: $1)
        }
    }
}

extension Annotation {
    /// Returns an ellipse that fills `rect` (12.5.6.8).
    public static func circle(page: Int, rect: Rectangle, contents: String? = nil) -> Annotation {
        Annotation(Circle.subtype, page: page, rect: rect, contents)
    }
}
