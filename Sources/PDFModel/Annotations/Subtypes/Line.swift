/// A straight line with a shape at each end (ISO 32000-2, 12.5.6.7).
enum Line: AnnotationDefinition {
    static let subtype = "Line"
    static let properties: Set<AnnotationProperty> = .markup.union([.line, .lineEndings, .border, .interiorColor])
    static let geometry: AnnotationProperty? = .line
    static let defaultColor = Square.defaultColor

    static func complete(_ annotation: inout Annotation, on page: Page) throws(PDFError) {
        guard case .line(let start, let end) = annotation.geometry else {
            throw .invalidAnnotation("the Line needs two points")
        }
        guard start != end else { throw .invalidAnnotation("the Line begins where it ends") }
        let width = (annotation.border ?? defaultBorder).width
        let shapes = shapes(of: annotation, from: start, to: end)
        let points = [start, end] + shapes.flatMap(\.extremes)
        // The sharpest corner, the tip of an arrow of 60°, reaches out by the full width of the line.
        annotation.rect = (Rectangle(enclosing: points) ?? annotation.rect).outsetBy(max(width, 0.5))
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        let border = annotation.border ?? defaultBorder
        guard case .line(let start, let end) = annotation.geometry else { return appearance }
        let shapes = shapes(of: annotation, from: start, to: end)
        let stroke = border.isVisible ? annotation.color : nil
        if let stroke {
            appearance.content.setStroke(stroke, border)
            drawShaft(from: start, to: end, between: shapes, &appearance.content)
            if border.style == .dashed { appearance.content.setDash([]) }
        }
        if let color = annotation.interiorColor { appearance.content.setFill(color) }
        for shape in shapes {
            shape.draw(&appearance.content, fill: annotation.interiorColor != nil, stroke: stroke != nil)
        }
        return appearance
    }

    private static func shapes(of annotation: Annotation, from start: Point, to end: Point) -> [LineEndingShape] {
        let direction = (end - start) * (1 / (end - start).length)
        let endings = annotation.lineEndings ?? LineEndings()
        let width = (annotation.border ?? defaultBorder).width
        return [
            LineEndingShape(endings.start, at: start, pointing: direction * -1, lineWidth: width),
            LineEndingShape(endings.end, at: end, pointing: direction, lineWidth: width),
        ]
    }

    /// The line itself stops where closed shapes begin, which may be empty inside.
    private static func drawShaft(
        from start: Point, to end: Point, between shapes: [LineEndingShape], _ content: inout ContentStream
    ) {
        let (startDepth, endDepth) = (shapes[0].depth, shapes[1].depth)
        let length = (end - start).length
        guard length > startDepth + endDepth else { return }
        let direction = (end - start) * (1 / length)
        content.polyline([start + direction * startDepth, end - direction * endDepth])
        content.stroke()
    }
}
