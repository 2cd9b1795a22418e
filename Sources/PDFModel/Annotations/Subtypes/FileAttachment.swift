/// A file, shown on the page as an icon (ISO 32000-2, 12.5.6.15).
enum FileAttachment: AnnotationDefinition {
    static let subtype = "FileAttachment"
    static let summary = "Attach a file: an icon from which it can be saved."
    static let properties = schema.markup + schema.attachment + [schema.icon.untyped]
    static let essential = [schema.attachmentData.untyped]
    static let defaultColor: Color? = Color(red: 0.2549, green: 0.4118, blue: 0.8824)
    static let icons = AttachmentIcon.allCases.map(\.rawValue)
    static let defaultIcon: String? = AttachmentIcon.pushPin.rawValue
    static let usualSize: (width: Double, height: Double)? = (NoteIcon.size, NoteIcon.size)

    /// Turns a rectangle that is only a point into the rectangle of an icon whose upper left corner, as the reader sees
    /// it, is that point.
    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        if let file = annotation.attachment {
            guard !file.name.isEmpty else { throw .invalidAnnotation("the attached file has no name") }
        }
        let rect = annotation.rect
        guard rect.width == 0, rect.height == 0 else { return }
        let turn = UprightFrame(Rectangle(0, 0, 0, 0), rotation: page.rotation).matrix
        let opposite = turn.transform(Point(NoteIcon.size, -NoteIcon.size))
        annotation.rect = Rectangle(rect.x0, rect.y0, rect.x0 + opposite.x, rect.y0 + opposite.y)
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        let frame = UprightFrame(annotation.rect, rotation: page.rotation)
        var appearance = Appearance(of: annotation, in: frame)
        let scale = min(frame.width, frame.height) / NoteIcon.size
        let origin = appearance.box.center - Point(NoteIcon.size, NoteIcon.size) * (scale / 2)
        appearance.content.concatenate(Matrix(scale, 0, 0, scale, origin.x, origin.y))
        let icon = annotation.icon.flatMap(AttachmentIcon.init) ?? .pushPin
        icon.draw(&appearance.content, color: annotation.color ?? .white)
        return appearance
    }
}

extension Annotation {
    /// Returns an attached file, whose icon hangs from a point: its upper left corner as the reader sees it
    /// (12.5.6.15).
    ///
    /// - Parameters:
    ///   - page: the number of the page, from 1.
    ///   - point: the icon's upper left corner.
    ///   - file: a name, a type and contents of up to ``AttachedFile/sizeLimit`` bytes.
    ///   - contents: a comment; `nil` writes none.
    public static func fileAttachment(
        page: Int, at point: Point, file: AttachedFile, contents: String? = nil
    ) -> Annotation {
        var attachment = Annotation(FileAttachment.subtype, page: page, rect: Rectangle(point), contents)
        attachment.attachment = file
        return attachment
    }
}
