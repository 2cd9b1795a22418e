extension ContentStream {
    /// Draws the border of a rectangle: a line, or one that looks raised or sunken (ISO 32000-2, Table 168).
    mutating func drawBorder(_ border: Border, _ color: Color, in box: Rectangle) {
        setStroke(color, border)
        let line = box.insetBy(border.width / 2)
        switch border.style {
        case .underline: polyline([Point(box.x0, line.y0), Point(box.x1, line.y0)])
        case .solid, .dashed, .beveled, .inset: rectangle(line)
        }
        stroke()
        let inner = box.insetBy(border.width)
        guard min(inner.width, inner.height) > border.width * 2 else { return }
        // As viewers draw them in form fields: light falls from the upper left.
        switch border.style {
        case .beveled: drawEdges(of: inner, border.width, .white, Color(red: 0.5, green: 0.5, blue: 0.5))
        case .inset:
            drawEdges(
                of: inner, border.width, Color(red: 0.5, green: 0.5, blue: 0.5),
                Color(red: 0.75, green: 0.75, blue: 0.75))
        case .solid, .dashed, .underline: break
        }
    }

    /// Fills a band along the upper and left edges of a rectangle, and one along the lower and right edges.
    private mutating func drawEdges(of box: Rectangle, _ width: Double, _ upperLeft: Color, _ lowerRight: Color) {
        let inner = box.insetBy(width)
        let (low, high) = (Point(box.x0, box.y0), Point(box.x1, box.y1))
        let shared = [Point(inner.x1, inner.y1), Point(inner.x0, inner.y0)]
        setFill(upperLeft)
        polygon([low, Point(box.x0, box.y1), high, shared[0], Point(inner.x0, inner.y1), shared[1]])
        fill()
        setFill(lowerRight)
        polygon([low, Point(box.x1, box.y0), high, shared[0], Point(inner.x1, inner.y0), shared[1]])
        fill()
    }
}
