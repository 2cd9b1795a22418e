/// A note, shown on the page as an icon (ISO 32000-2, 12.5.6.4).
enum Text: AnnotationDefinition {
    static let subtype = "Text"
    static let summary = "Add a note: an icon that opens to show text."
    static let properties = schema.markup + [schema.icon.untyped] + schema.note
    static let required = [schema.contents.untyped]
    static let defaultColor: Color? = Color(red: 1, green: 0.8196, blue: 0)
    static let icons = NoteIcon.allCases.map(\.rawValue)
    static let defaultIcon: String? = NoteIcon.note.rawValue

    /// The flags "no zoom" and "no rotate". The standard requires readers to treat every note as if these were set.
    /// Some readers do, others check the flags, so a note looks the same everywhere only with the flags set.
    private static let fixedFlags = 8 | 16

    /// Turns a rectangle that is only a point into the rectangle of an icon that hangs from that point.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        annotation.flags |= fixedFlags
        if annotation.popup == .open { annotation.isOpen = true }
        let rect = annotation.rect
        if rect.width == 0, rect.height == 0 {
            annotation.rect = Rectangle(rect.x0, rect.y1 - NoteIcon.size, rect.x0 + NoteIcon.size, rect.y1)
        }
    }

    static let usualSize: (width: Double, height: Double)? = (NoteIcon.size, NoteIcon.size)

    /// The icon hangs from the corner (x0, y1), which is its upper left corner as the reader sees it.
    static func rect(shownIn place: Rectangle, rotation: Int) -> Rectangle {
        let frame = UprightFrame(place, rotation: rotation)
        let corner = frame.matrix.transform(Point(0, frame.height))
        return Rectangle(corner.x, corner.y - frame.height, corner.x + frame.width, corner.y)
    }

    /// On a rotated page readers turn the icon upright about its rectangle's corner (x0, y1). The icon then does not
    /// cover its rectangle, and its own matrix must not rotate it again (12.5.3, bit 5).
    static func shownRect(of annotation: Annotation, on page: Page) -> Rectangle {
        let rect = annotation.rect
        let turn = UprightFrame(Rectangle(0, 0, 0, 0), rotation: page.rotation).matrix
        let opposite = turn.transform(Point(rect.width, -rect.height))
        return Rectangle(rect.x0, rect.y1, rect.x0 + opposite.x, rect.y1 + opposite.y)
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        // MuPDF 1.28 turns it about the corner as if the transformed box began at the origin; 12.5.5 moves it to the rectangle.
        if page.rotation != 0 { appearance.box = Rectangle(0, 0, annotation.rect.width, annotation.rect.height) }
        // Viewers show a reply with the annotation that it replies to (12.5.6.2).
        if annotation.isReply { return appearance }
        let scale = min(annotation.rect.width, annotation.rect.height) / NoteIcon.size
        let icon = annotation.icon.flatMap(NoteIcon.init) ?? .note
        let origin = appearance.box.center - Point(NoteIcon.size, NoteIcon.size) * (scale / 2)
        appearance.content.concatenate(Matrix(scale, 0, 0, scale, origin.x, origin.y))
        icon.draw(&appearance.content, color: annotation.color ?? .white)
        return appearance
    }
}

extension Annotation {
    /// Returns a note, whose icon hangs from a point: its upper left corner as the reader sees it (12.5.6.4).
    public static func text(page: Int, at point: Point, contents: String? = nil) -> Annotation {
        Annotation(Text.subtype, page: page, rect: Rectangle(point), contents)
    }

    /// Returns a reply to the annotation of that name on the same page: a note that readers show with it (12.5.6.2).
    public static func reply(page: Int, to name: String, at point: Point, contents: String) -> Annotation {
        var reply = text(page: page, at: point, contents: contents)
        reply.inReplyTo = name
        return reply
    }
}
