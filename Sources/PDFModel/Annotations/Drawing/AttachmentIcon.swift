/// The icons of attached files (ISO 32000-2, Table 187), drawn in a square of ``NoteIcon/size`` points.
enum AttachmentIcon: String, CaseIterable {
    case pushPin = "PushPin"
    case graph = "Graph"
    case paperclip = "Paperclip"
    case tag = "Tag"

    func draw(_ content: inout ContentStream, color: Color) {
        NoteIcon.prepare(&content, color)
        switch self {
        case .pushPin: drawPushPin(&content)
        case .graph: drawGraph(&content)
        case .paperclip: drawPaperclip(&content, color)
        case .tag: drawTag(&content)
        }
    }

    /// A pin seen from its side, with its head up.
    private func drawPushPin(_ content: inout ContentStream) {
        content.polyline([Point(10, 7.5), Point(10, 1.2)])
        content.stroke()
        content.polygon([
            Point(5.5, 18.5), Point(14.5, 18.5), Point(13, 16), Point(13, 11.5), Point(15.8, 7.5), Point(4.2, 7.5),
            Point(7, 11.5), Point(7, 16),
        ])
        content.paint(fill: true, stroke: true)
    }

    /// Three bars on an axis.
    private func drawGraph(_ content: inout ContentStream) {
        for (left, height) in [(4.0, 6.0), (9.0, 14.0), (14.0, 9.5)] {
            content.rectangle(Rectangle(left, 3, left + 3.5, 3 + height))
        }
        content.paint(fill: true, stroke: true)
        content.polyline([Point(2, 18.5), Point(2, 3), Point(18.8, 3)])
        content.stroke()
    }

    /// A bent wire, in the colour of the annotation with a dark edge.
    private func drawPaperclip(_ content: inout ContentStream, _ color: Color) {
        for (width, stroke) in [(2.8, NoteIcon.ink), (1.4, color)] {
            content.setLineWidth(width)
            content.setStroke(stroke)
            content.move(Point(12.6, 13.5))
            content.line(Point(12.6, 6.2))
            content.curve(Point(12.6, 3.4), Point(8.2, 3.4), Point(8.2, 6.2))
            content.line(Point(8.2, 15.2))
            content.curve(Point(8.2, 19.6), Point(15.4, 19.6), Point(15.4, 15.2))
            content.line(Point(15.4, 5.4))
            content.curve(Point(15.4, -0.2), Point(5.2, -0.2), Point(5.2, 5.4))
            content.line(Point(5.2, 13.5))
            content.stroke()
        }
    }

    /// A label with a hole.
    private func drawTag(_ content: inout ContentStream) {
        content.polygon([
            Point(1.5, 10), Point(6.5, 15), Point(18.5, 15), Point(18.5, 5), Point(6.5, 5),
        ])
        content.paint(fill: true, stroke: true)
        content.setFill(.white)
        content.circle(Point(6.3, 10), radius: 1.4)
        content.paint(fill: true, stroke: true)
    }
}
