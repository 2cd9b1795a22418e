/// The icons of notes (ISO 32000-2, Table 175), drawn in a square of ``size`` points.
enum NoteIcon: String, CaseIterable {
    case comment = "Comment"
    case key = "Key"
    case note = "Note"
    case help = "Help"
    case newParagraph = "NewParagraph"
    case paragraph = "Paragraph"
    case insert = "Insert"

    static let size = 20.0

    /// The colour of lines in icons.
    static let ink = Color(red: 0.2, green: 0.2, blue: 0.2)

    /// Sets the lines of an icon, and the colour that fills it.
    static func prepare(_ content: inout ContentStream, _ color: Color) {
        content.useRoundCaps()
        content.useRoundJoins()
        content.setStroke(ink)
        content.setLineWidth(1)
        content.setFill(color)
    }

    func draw(_ content: inout ContentStream, color: Color) {
        Self.prepare(&content, color)
        switch self {
        case .comment: drawComment(&content)
        case .key: drawKey(&content)
        case .note: drawNote(&content)
        case .help: drawHelp(&content)
        case .newParagraph: drawNewParagraph(&content)
        case .paragraph: drawParagraph(&content)
        case .insert: drawInsert(&content)
        }
    }

    private func drawLines(_ content: inout ContentStream, _ lines: [(left: Double, right: Double, y: Double)]) {
        for line in lines { content.polyline([Point(line.left, line.y), Point(line.right, line.y)]) }
        content.stroke()
    }

    /// A speech bubble with three lines of writing.
    private func drawComment(_ content: inout ContentStream) {
        content.move(Point(4, 6))
        content.line(Point(5, 6))
        content.line(Point(5, 1.5))
        content.line(Point(10, 6))
        content.line(Point(16, 6))
        content.curve(Point(17.4, 6), Point(18.5, 7.1), Point(18.5, 8.5))
        content.line(Point(18.5, 15.5))
        content.curve(Point(18.5, 16.9), Point(17.4, 18), Point(16, 18))
        content.line(Point(4, 18))
        content.curve(Point(2.6, 18), Point(1.5, 16.9), Point(1.5, 15.5))
        content.line(Point(1.5, 8.5))
        content.curve(Point(1.5, 7.1), Point(2.6, 6), Point(4, 6))
        content.closePath()
        content.paint(fill: true, stroke: true)
        drawLines(&content, [(5, 15, 14.8), (5, 15, 12), (5, 11, 9.2)])
    }

    /// A sheet with one corner folded over.
    private func drawNote(_ content: inout ContentStream) {
        content.polygon([Point(3, 1.5), Point(17, 1.5), Point(17, 13.5), Point(12, 18.5), Point(3, 18.5)])
        content.paint(fill: true, stroke: true)
        content.setFill(.white)
        content.polygon([Point(12, 18.5), Point(12, 13.5), Point(17, 13.5)])
        content.paint(fill: true, stroke: true)
        drawLines(&content, [(5.5, 9.5, 13.5), (5.5, 14.5, 10.7), (5.5, 14.5, 7.9), (5.5, 11.5, 5.1)])
    }

    /// A key with two teeth.
    private func drawKey(_ content: inout ContentStream) {
        content.polygon([
            Point(9.5, 9), Point(13, 9), Point(13, 5.5), Point(15, 5.5), Point(15, 9), Point(16.8, 9), Point(16.8, 6.5),
            Point(18.8, 6.5), Point(18.8, 11), Point(9.5, 11),
        ])
        content.paint(fill: true, stroke: true)
        content.circle(Point(6, 10), radius: 4.8)
        content.paint(fill: true, stroke: true)
        content.setFill(.white)
        content.circle(Point(5, 10), radius: 1.6)
        content.paint(fill: true, stroke: true)
    }

    /// A question mark in a disc.
    private func drawHelp(_ content: inout ContentStream) {
        content.circle(Point(10, 10), radius: 8.5)
        content.paint(fill: true, stroke: true)
        content.setLineWidth(1.9)
        content.move(Point(7, 12.4))
        content.curve(Point(7, 16.4), Point(13.2, 16.4), Point(13.2, 12.6))
        content.curve(Point(13.2, 10.4), Point(10, 10.4), Point(10, 7.8))
        content.stroke()
        content.setFill(Self.ink)
        content.circle(Point(10, 4.7), radius: 1.15)
        content.fill()
    }

    /// A caret.
    private func drawInsert(_ content: inout ContentStream) {
        content.polygon([
            Point(1.5, 2.5), Point(10, 17.5), Point(18.5, 2.5), Point(14.2, 2.5), Point(10, 10), Point(5.8, 2.5),
        ])
        content.paint(fill: true, stroke: true)
    }

    /// A pilcrow on a tile.
    private func drawParagraph(_ content: inout ContentStream) {
        drawTile(&content)
        drawPilcrow(&content, left: 6.3)
    }

    /// A pilcrow with a plus sign on a tile.
    private func drawNewParagraph(_ content: inout ContentStream) {
        drawTile(&content)
        drawPilcrow(&content, left: 2.9)
        content.setLineWidth(1.4)
        content.polyline([Point(14.3, 6.4), Point(14.3, 10.8)])
        content.polyline([Point(12.1, 8.6), Point(16.5, 8.6)])
        content.stroke()
    }

    private func drawTile(_ content: inout ContentStream) {
        content.roundedRectangle(Rectangle(1.5, 1.5, 18.5, 18.5), radius: 3)
        content.paint(fill: true, stroke: true)
    }

    private func drawPilcrow(_ content: inout ContentStream, left: Double) {
        content.setFill(Self.ink)
        content.move(Point(left + 4, 16))
        content.curve(Point(left - 1.2, 16), Point(left - 1.2, 9.4), Point(left + 4, 9.4))
        content.closePath()
        content.fill()
        content.setLineWidth(1.3)
        content.polyline([Point(left + 4, 4), Point(left + 4, 15.6), Point(left + 7.6, 15.6)])
        content.polyline([Point(left + 6.6, 4), Point(left + 6.6, 15.6)])
        content.stroke()
    }
}
