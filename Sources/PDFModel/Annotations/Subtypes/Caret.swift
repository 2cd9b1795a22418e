/// A mark where text is to be inserted (ISO 32000-2, 12.5.6.11).
enum Caret: AnnotationDefinition {
    static let subtype = "Caret"
    static let summary = "Mark with a caret where text is to be inserted."
    static let properties = schema.markup
    static let defaultColor: Color? = Color(red: 0, green: 0.4, blue: 0.8)

    /// The size of a caret of which only the point is stated, in points.
    private static let size = (width: 8.0, height: 9.0)

    /// Turns a rectangle that is only a point into that of a caret below it, as the reader sees it.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        let rect = annotation.rect
        guard rect.width == 0, rect.height == 0 else { return }
        let turn = UprightFrame(Rectangle(0, 0, 0, 0), rotation: page.rotation).matrix
        let point = Point(rect.x0, rect.y0)
        let corner = point + turn.transform(Point(-size.width / 2, -size.height))
        let opposite = point + turn.transform(Point(size.width / 2, 0))
        annotation.rect = Rectangle(corner.x, corner.y, opposite.x, opposite.y)
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        guard let color = annotation.color else { return appearance }
        let (width, height) = (frame.width, frame.height)
        let tip = Point(width / 2, height)
        appearance.content.setFill(color)
        appearance.content.move(Point(0, 0))
        appearance.content.curve(
            Point(width * 0.35, height * 0.1), Point(width * 0.45, height * 0.6), tip)
        appearance.content.curve(
            Point(width * 0.55, height * 0.6), Point(width * 0.65, height * 0.1), Point(width, 0))
        appearance.content.curve(
            Point(width * 0.7, height * 0.2), Point(width * 0.3, height * 0.2), Point(0, 0))
        appearance.content.fill()
        return appearance
    }
}

extension Annotation {
    /// Returns a caret: the mark where text is to be inserted (12.5.6.11).
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - point: its tip.
    ///   - contents: the text to be inserted, or a comment; `nil` writes none.
    public static func caret(page: Int, at point: Point, contents: String? = nil) -> Annotation {
        Annotation(Caret.subtype, page: page, rect: Rectangle(point), contents)
    }
}
