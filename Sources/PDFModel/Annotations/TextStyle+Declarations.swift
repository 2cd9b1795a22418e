/// What `/DA` and `/Q` cannot say of a text is in the default style string `/DS`, as declarations of CSS (ISO 32000-2,
/// 12.7.4.4).
extension TextStyle {
    /// `font-family` where any font is embedded.
    private static let anyFamily = "sans-serif"

    /// The declarations; `nil` where everything is as usual.
    var declarations: String? {
        var declarations: [String] = []
        if let font {
            declarations.append("font-family:'\(font.filter { $0 != "'" && $0 != ";" })'")
        } else if embedsFonts {
            declarations.append("font-family:\(Self.anyFamily)")
        }
        if fontStyle.isBold { declarations.append("font-weight:bold") }
        if fontStyle.isItalic { declarations.append("font-style:italic") }
        if let lineSpacing { declarations.append("line-height:\(DecimalNotation.text(lineSpacing))") }
        if alignment == .justify { declarations.append("text-align:justify") }
        if verticalAlignment != .top { declarations.append("vertical-align:\(verticalAlignment.rawValue)") }
        return declarations.isEmpty ? nil : declarations.joined(separator: ";")
    }

    /// Reads declarations. The shorthand `font`, with which other programs repeat `/DA`, is left out.
    mutating func read(_ declarations: String) {
        var (isBold, isItalic) = (false, false)
        for declaration in declarations.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { part in
                String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            }
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "font-family" where parts[1] == Self.anyFamily: embedsFonts = true
            case "font-family" where !parts[1].contains(","):
                let name = parts[1].filter { $0 != "'" && $0 != "\"" }
                if !name.isEmpty, !Self.isHelvetica(name) { font = name }
            case "font-weight": isBold = parts[1] == "bold"
            case "font-style": isItalic = parts[1] == "italic"
            case "line-height": lineSpacing = DecimalNotation.value(parts[1]).flatMap { Self.spacings ~= $0 ? $0 : nil }
            case "text-align": if parts[1] == TextAlignment.justify.rawValue { alignment = .justify }
            case "vertical-align": verticalAlignment = VerticalAlignment(rawValue: parts[1]) ?? .top
            default: break
            }
        }
        fontStyle = isBold ? (isItalic ? .boldItalic : .bold) : isItalic ? .italic : .regular
    }

    /// The line spacings that are allowed.
    static let spacings = 0.5...10.0

    private static func isHelvetica(_ name: String) -> Bool {
        ["helv", "arial"].contains { name.lowercased().hasPrefix($0) }
    }
}
