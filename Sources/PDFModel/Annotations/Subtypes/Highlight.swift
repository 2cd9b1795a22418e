/// Text marked as with a felt-tip pen (ISO 32000-2, 12.5.6.10): the colour multiplies with what is beneath it.
enum Highlight: TextMarkup {
    static let subtype = "Highlight"
    static let summary = "Highlight text."
    static let defaultColor: Color? = Color(red: 1, green: 0.8196, blue: 0)

    /// Draws one path for all pieces, all in the same direction, so that overlaps are not darker.
    static func draw(_ annotation: Annotation, on page: Page) -> Appearance {
        var appearance = Appearance(of: annotation)
        appearance.blendMode = .multiply
        guard let color = annotation.color else { return appearance }
        appearance.content.setFill(color)
        for quad in annotation.quadrilaterals {
            appearance.content.polygon(quad.orientation < 0 ? quad.outline.reversed() : quad.outline)
        }
        appearance.content.fill()
        return appearance
    }
}
