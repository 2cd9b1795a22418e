// What the constructors of annotations have in common. Each is beside the definition of its subtype: it states the
// subtype and the place, so that what compiles can be added, as far as its values are in range.
//
// Coordinates are in points of default user space, y upwards (ISO 32000-2, 8.3.2.3), and pages count from 1. Everything
// else has the default of the subtype, and can be set afterwards. Values are checked when the annotation is added.

extension Annotation {
    init(_ subtype: String, page: Int, rect: Rectangle, _ contents: String?) {
        self.init(subtype, page: page, rect: rect)
        self.contents = contents
    }

    init(_ subtype: String, page: Int, geometry: Geometry, _ contents: String?) {
        self.init(subtype, page: page, geometry: geometry)
        self.contents = contents
    }

    init(markup subtype: String, _ page: Int, _ quads: [Quadrilateral], _ contents: String?) {
        self.init(subtype, page: page, geometry: .quadPoints(quads), contents)
    }

    init(markup subtype: String, _ page: Int, _ rects: [Rectangle], _ rotation: Int, _ contents: String?) {
        if rects.count == 1 {
            // Turned like its page when it is added.
            self.init(subtype, page: page, rect: rects[0], contents)
        } else {
            let quads = rects.map { UprightFrame($0, rotation: rotation).quadrilateral }
            self.init(markup: subtype, page, quads, contents)
        }
    }
}

extension Rectangle {
    /// A rectangle that is only a point.
    init(_ point: Point) { self.init(point.x, point.y, point.x, point.y) }
}

extension Annotation {
    /// Whether it is a comment on another annotation, which viewers do not show on the page by itself.
    package var isReply: Bool { inReplyTo != nil && replyType == .reply }

    /// Whether it gives a state to another annotation and has no text besides the usual "Completed set by Bob".
    package var statesOnly: Bool {
        guard let state = self.state else { return false }
        return contents == nil || contents == state || contents == "\(state) set by \(author ?? "")"
    }

    /// A note that replies to an annotation of a document; its page, rectangle and `inReplyTo` are those of that
    /// annotation once the document is open.
    public static func reply() -> Annotation { Annotation("Text", page: 1, rect: Rectangle(0, 0, 0, 0)) }

    /// A note that gives a state to an annotation, hidden as the standard asks (ISO 32000-2, 12.5.6.3).
    public static func reply(stating state: ReviewState) -> Annotation {
        var note = reply()
        (note.state, note.stateModel) = (state.code, state.model)
        note.flags |= 2
        return note
    }
}
