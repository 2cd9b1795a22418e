/// Text with a line through it (ISO 32000-2, 12.5.6.10).
enum StrikeOut: LineMarkup {
    static let subtype = "StrikeOut"
    static let summary = "Strike text out."
    static let defaultColor: Color? = Color(red: 0.898, green: 0.1333, blue: 0.2157)

    static func line(through quad: Quadrilateral) -> [Point] { straight(through: quad, up: 0.42) }
}
