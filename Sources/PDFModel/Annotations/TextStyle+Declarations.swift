/// What `/DA` and `/Q` cannot say of a text is in the default style string `/DS`, as declarations of CSS (ISO 32000-2,
/// 12.7.4.4).
extension TextStyle {
    /// `font-family` where any font is embedded.
    private static let anyFamily = "sans-serif"

    /// The declarations; `nil` where everything is as usual.
    var declarations: String? {
        var declarations: [String] = []
        let families = (font.map { [Self.quoted($0)] } ?? []) + (embedsFonts ? [Self.anyFamily] : [])
        if !families.isEmpty { declarations.append("font-family:" + families.joined(separator: ",")) }
        if fontStyle.isBold { declarations.append("font-weight:bold") }
        if fontStyle.isItalic { declarations.append("font-style:italic") }
        if let lineSpacing { declarations.append("line-height:\(DecimalNotation.text(lineSpacing))") }
        if alignment == .justify { declarations.append("text-align:justify") }
        if verticalAlignment != .top { declarations.append("vertical-align:\(verticalAlignment.rawValue)") }
        return declarations.isEmpty ? nil : declarations.joined(separator: ";")
    }

    private init(declarations: String) {
        self.init()
        read(declarations)
    }

    /// Reads the fonts of a default style string; `nil` where it names none.
    init?(fontsOf string: String) {
        let read = TextStyle(declarations: string)
        self.init()
        (font, fontStyle, embedsFonts) = (read.font, read.fontStyle, read.embedsFonts)
        if self == TextStyle() { return nil }
    }

    /// Returns a default style string that says more than a text style can; `nil` for another.
    static func beyondDeclarations(_ string: String?) -> String? {
        string.flatMap { TextStyle(declarations: $0).declarations == $0 ? nil : $0 }
    }

    /// Whether a default style string says the same as these declarations of what a text style reads.
    fileprivate static func reads(_ string: String, as declarations: String?) -> Bool {
        TextStyle(declarations: string).declarations == declarations
    }

    /// Reads declarations. The shorthand `font`, with which other programs repeat `/DA`, is left out.
    mutating func read(_ declarations: String) {
        var (isBold, isItalic) = (false, false)
        for declaration in Self.parts(of: declarations, separator: ";") {
            let parts = Self.parts(of: declaration, separator: ":")
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "font-family":
                let families = Self.parts(of: parts[1], separator: ",")
                embedsFonts = families.last == Self.anyFamily
                let named = embedsFonts ? families.dropLast() : families[...]
                if named.count == 1 { font = Self.unquoted(named[0]) }
                if font?.isEmpty == true || !embedsFonts && font.map(Self.isHelvetica) == true { font = nil }
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

    /// Other programs name Helvetica here without a need for it.
    private static func isHelvetica(_ name: String) -> Bool {
        ["helvetica", "helv", "arial"].contains(name.lowercased())
    }

    // MARK: Strings (CSS 2, 4.3.7)

    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            scalar == "'" || scalar == "\\" || scalar.value < 0x20
                ? "\\" + String(scalar.value, radix: 16) + " " : String(scalar)
        }
        return "'" + scalars.joined() + "'"
    }

    /// Returns the text of a string, and any other text as it is.
    private static func unquoted(_ text: String) -> String {
        var rest = Array(text.unicodeScalars)[...]
        guard let quote = rest.first, quote == "'" || quote == "\"" else { return text }
        rest = rest.dropFirst()
        var result = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != quote {
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            let digits = rest.prefix(6).prefix { $0.properties.isASCIIHexDigit }
            rest = rest.dropFirst(digits.count)
            if digits.isEmpty {
                if let escaped = rest.popFirst() { result.append(escaped) }
            } else {
                let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
                if let escaped = value.flatMap(Unicode.Scalar.init) { result.append(escaped) }
                if rest.first == " " { rest = rest.dropFirst() }
            }
        }
        return String(result)
    }

    /// Returns the parts between separators that are not in strings, without the white space around them.
    private static func parts(of text: String, separator: Unicode.Scalar) -> [String] {
        var parts: [String.UnicodeScalarView] = [.init()]
        var quote: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
            } else if scalar == separator {
                parts.append(.init())
                continue
            }
            parts[parts.count - 1].append(scalar)
        }
        return parts.map { part in
            let trimmed = part.drop { $0.properties.isWhitespace }.reversed().drop { $0.properties.isWhitespace }
            return String(String.UnicodeScalarView(trimmed.reversed()))
        }
    }
}

extension Annotation {
    /// The default style string (`/DS`, ISO 32000-2, 12.5.6.6): what another program wrote, for as long as it agrees with
    /// the text style; otherwise what the text style says.
    var styleString: String? {
        let declarations = textStyle?.declarations
        return defaultStyle.flatMap { TextStyle.reads($0, as: declarations) ? $0 : nil } ?? declarations
    }
}
