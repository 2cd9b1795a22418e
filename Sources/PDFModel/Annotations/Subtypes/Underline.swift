/// Text with a line below it (ISO 32000-2, 12.5.6.10).
enum Underline: LineMarkup {
    static let subtype = "Underline"
    static let summary = "Underline text."
    static let defaultColor: Color? = Color(red: 0, green: 0.6, blue: 0)

    static func line(through quad: Quadrilateral) -> [Point] {
        straight(through: quad, up: 0.08 * quad.textHeight / quad.height)
    }
}
