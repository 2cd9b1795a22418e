/// Text with a jagged line below it (ISO 32000-2, 12.5.6.10).
enum Squiggly: LineMarkup {
    static let subtype = "Squiggly"
    static let summary = "Underline text with a wavy line."
    static let defaultColor: Color? = Color(red: 0.898, green: 0.1333, blue: 0.2157)

    /// Half the length of a wave, as a fraction of the text's height; long lines get longer waves, so that the path
    /// stays short.
    private static let step = 0.11
    private static let maximumSteps = 2000.0

    static func line(through quad: Quadrilateral) -> [Point] {
        let length = (quad.lowerRight - quad.lowerLeft).length
        let share = quad.textHeight / quad.height
        let steps = length > 0 ? Int(min(max((length / (quad.textHeight * step)).rounded(), 2), maximumSteps)) : 2
        return (0...steps).map { index in
            quad.point(along: Double(index) / Double(steps), up: (index.isMultiple(of: 2) ? 0.03 : 0.13) * share)
        }
    }
}
