/// A place that leads to a page or an address (ISO 32000-2, 12.5.6.5). Readers draw its border, if it has one.
enum Link: AnnotationDefinition {
    static let subtype = "Link"
    static let summary = "Add a link to a page or an address."
    static let properties =
        schema.common + [schema.quadPoints.untyped] + schema.destination + schema.border
        + [schema.actions.untyped]
    static let place = [schema.rect.untyped, schema.quadPoints.untyped]
    static let essential = schema.destination + [schema.actions.untyped]
    static let hasAppearance = false
    static let defaultColor: Color? = nil
    static let defaultBorder = Border(width: 0)

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        guard case .quadPoints(let quads) = annotation.geometry else { return }
        guard let bounds = Rectangle(enclosing: quads.flatMap(\.points)) else {
            throw .invalidAnnotation("the Link has no position: it has no quadrilateral")
        }
        annotation.geometry = .quadPoints(quads.map(\.inViewersOrder))
        annotation.rect = bounds
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance { Appearance(of: annotation) }
}

extension Annotation {
    /// Returns a place that leads to a page or an address (12.5.6.5).
    public static func link(page: Int, rect: Rectangle, to destination: LinkDestination) -> Annotation {
        var link = Annotation(Link.subtype, page: page, rect: rect, nil)
        link.destination = destination
        return link
    }
}
