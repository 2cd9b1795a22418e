/// A note that stands on the page as an icon (ISO 32000-2, 12.5.6.4).
enum Text: AnnotationDefinition {
    static let subtype = "Text"
    static let properties: Set<AnnotationProperty> = .markup.union([.icon])
    static let defaultColor: Color? = Color(red: 1, green: 0.8196, blue: 0)
    static let icons = NoteIcon.allCases.map(\.rawValue)
    static let defaultIcon: String? = NoteIcon.note.rawValue

    /// A rectangle that is only a point becomes an icon with its upper left corner there, as the reader sees the page.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        guard annotation.rect.width == 0, annotation.rect.height == 0 else { return }
        let corner = Point(annotation.rect.x0, annotation.rect.y0)
        let axes = UprightFrame(Rectangle(0, 0, 0, 0), rotation: page.rotation).matrix
        let opposite = corner + axes.transform(Point(NoteIcon.size, -NoteIcon.size))
        annotation.rect = Rectangle(corner.x, corner.y, opposite.x, opposite.y)
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        let scale = min(frame.width, frame.height) / NoteIcon.size
        let inset = NoteIcon.size * scale / 2
        appearance.content.concatenate(
            Matrix(scale, 0, 0, scale, frame.width / 2 - inset, frame.height / 2 - inset))
        let icon = annotation.icon.flatMap(NoteIcon.init) ?? .note
        icon.draw(&appearance.content, color: annotation.color ?? .white)
        return appearance
    }
}
