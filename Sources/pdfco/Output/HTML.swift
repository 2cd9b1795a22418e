import PDFModel

/// Text as HTML has it; nothing of a document passes into a page without it.
enum HTML {
    /// Returns text for an element or for an attribute in quotation marks; control characters become U+FFFD.
    static func text(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            default:
                let isControl =
                    scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
                escaped.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
            }
        }
        return escaped
    }

    /// Returns a coordinate to a tenth, within what drawing programs can compute with.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let rounded = (min(max(value, -100_000), 100_000) * 10).rounded() / 10
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    /// Returns the data of a closed SVG path through points.
    static func path(_ points: [Point]) -> String {
        guard !points.isEmpty else { return "" }
        return "M" + points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L") + "Z"
    }
}
