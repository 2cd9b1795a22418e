/// A line through several points, with a shape at each end (ISO 32000-2, 12.5.6.9).
enum PolyLine: AnnotationDefinition {
    static let subtype = "PolyLine"
    static let summary = "Draw a line through several points."
    static let properties = schema.markup + [schema.vertices.untyped] + schema.openLine
    static let geometry: AnnotationProperty? = schema.vertices.untyped
    static let defaultColor = Square.defaultColor

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        guard let line = line(of: annotation) else {
            throw .invalidAnnotation("the PolyLine needs at least two different vertices")
        }
        annotation.rect = line.bounds ?? annotation.rect
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        line(of: annotation)?.draw(annotation, &appearance.content)
        return appearance
    }

    private static func line(of annotation: Annotation) -> OpenLine? {
        guard case .vertices(let vertices) = annotation.geometry else { return nil }
        let points = vertices.reduce(into: [Point]()) { points, point in
            if points.last != point { points.append(point) }
        }
        return points.count > 1 ? OpenLine(points, of: annotation) : nil
    }
}

extension Annotation {
    /// Returns an open line through at least two different vertices (12.5.6.9).
    public static func polyLine(page: Int, vertices: [Point], contents: String? = nil) -> Annotation {
        Annotation(PolyLine.subtype, page: page, geometry: .vertices(vertices), contents)
    }
}
