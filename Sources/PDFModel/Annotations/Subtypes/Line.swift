/// A straight line with a shape at each end (ISO 32000-2, 12.5.6.7).
enum Line: AnnotationDefinition {
    static let subtype = "Line"
    static let summary = "Draw a straight line, with arrows or other endings."
    static let properties = schema.markup + [schema.line.untyped] + schema.openLine
    static let geometry: AnnotationProperty? = schema.line.untyped
    static let defaultColor = Square.defaultColor

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        guard case .line(let start, let end) = annotation.geometry else {
            throw .invalidAnnotation("the Line needs two points")
        }
        guard start != end else { throw .invalidAnnotation("the Line begins where it ends") }
        annotation.rect = OpenLine([start, end], of: annotation).bounds ?? annotation.rect
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        guard case .line(let start, let end) = annotation.geometry else { return appearance }
        OpenLine([start, end], of: annotation).draw(annotation, &appearance.content)
        return appearance
    }
}

extension Annotation {
    /// Returns a straight line between two points that differ (12.5.6.7).
    public static func line(page: Int, from start: Point, to end: Point, contents: String? = nil) -> Annotation {
        Annotation(Line.subtype, page: page, geometry: .line(start, end), contents)
    }
}
