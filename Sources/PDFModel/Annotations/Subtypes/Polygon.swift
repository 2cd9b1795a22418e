/// A closed shape with straight edges, drawn plain or as clouds (ISO 32000-2, 12.5.6.9).
enum Polygon: AnnotationDefinition {
    static let subtype = "Polygon"
    static let summary = "Draw a polygon, or a cloud."
    static let properties = schema.markup + [schema.vertices.untyped] + schema.closedShape
    static let geometry: AnnotationProperty? = schema.vertices.untyped
    static let defaultColor = Square.defaultColor

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        guard case .vertices(let corners) = annotation.geometry, Set(corners).count > 2,
            let bounds = Rectangle(enclosing: corners)
        else { throw .invalidAnnotation("the Polygon needs at least three different vertices") }
        let width = (annotation.border ?? defaultBorder).width
        annotation.rect = bounds.outsetBy(max(width / 2, 0.5) + (cloud(of: annotation, corners)?.reach ?? 0))
    }

    /// Joins are round, because mitred sharp corners would extend far beyond the rectangle.
    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        guard case .vertices(let corners) = annotation.geometry else { return appearance }
        appearance.content.useRoundJoins()
        appearance.content.paintShape(of: annotation) { content in
            if let cloud = cloud(of: annotation, corners) { cloud.add(to: &content) } else { content.polygon(corners) }
        }
        return appearance
    }

    private static func cloud(of annotation: Annotation, _ corners: [Point]) -> CloudyOutline? {
        annotation.cloudIntensity > 0 ? CloudyOutline(corners, intensity: annotation.cloudIntensity) : nil
    }
}

extension Annotation {
    /// Returns a polygon with at least three different vertices (12.5.6.9).
    public static func polygon(page: Int, vertices: [Point], contents: String? = nil) -> Annotation {
        Annotation(Polygon.subtype, page: page, geometry: .vertices(vertices), contents)
    }
}
