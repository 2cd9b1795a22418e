/// Text markup that draws a line along each piece of text; the thickness follows from the text's height, up to that of
/// large text.
protocol LineMarkup: TextMarkup {
    static func line(through quad: Quadrilateral) -> [Point]
}

extension LineMarkup {
    /// Returns the thickness of the line along a piece of text, in points.
    static func thickness(along quad: Quadrilateral) -> Double { quad.textHeight * 0.06 }

    static func straight(through quad: Quadrilateral, up: Double) -> [Point] {
        [quad.point(along: 0, up: up), quad.point(along: 1, up: up)]
    }

    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        guard let color = annotation.color else { return appearance }
        appearance.content.setStroke(color)
        for quad in annotation.quadrilaterals {
            appearance.content.setLineWidth(thickness(along: quad))
            appearance.content.polyline(line(through: quad))
            appearance.content.stroke()
        }
        if annotation.quadrilaterals.contains(where: { $0.height > Quadrilateral.greatestTextHeight }) {
            appearance.warnings.append(
                "the \(subtype) marks an area higher than a line of text as one line: "
                    + "each line of text needs a quadrilateral of its own")
        }
        return appearance
    }
}
