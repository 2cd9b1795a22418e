/// Text markup that draws a line along each piece of text; the thickness follows from the text's height.
protocol LineMarkup: TextMarkup {
    static func line(through quad: Quadrilateral) -> [Point]
}

extension LineMarkup {
    /// The thickness of the line, as a fraction of the text's height.
    static var thickness: Double { 0.06 }

    static func straight(through quad: Quadrilateral, up: Double) -> [Point] {
        [quad.point(along: 0, up: up), quad.point(along: 1, up: up)]
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        guard let color = annotation.color else { return appearance }
        appearance.content.setStroke(color)
        for quad in annotation.quadrilaterals {
            appearance.content.setLineWidth(quad.height * thickness)
            appearance.content.polyline(line(through: quad))
            appearance.content.stroke()
        }
        return appearance
    }
}
