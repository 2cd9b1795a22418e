internal import PDFModel
internal import XMLReading

/// The text and the style of rich text: XHTML as annotations have it (ISO 32000-2, 12.7.4.4).
struct RichText {
    var contents = ""
    var style = Style()

    /// Reads rich text.
    init(_ text: String) throws(FormatError) {
        do { try read(text) } catch { throw FormatError("the rich text is not XHTML: \(error)") }
    }

    private mutating func read(_ text: String) throws(XMLError) {
        let reader = try XMLReader(Array(text.utf8), sizeLimit: 16 << 20)
        var (paragraphs, depth) = (0, 0)
        while let event = try reader.next() {
            switch event {
            case .start(let element):
                if let css = element["style"] {
                    style = style.overridden(by: Style(css: css), isFirst: contents.isEmpty)
                }
                switch element.localName {
                case "p", "div", "li":
                    if paragraphs > 0, depth == 0 { contents += "\n" }
                    (paragraphs, depth) = (paragraphs + 1, depth + 1)
                case "br": contents += "\n"
                default: break
                }
            case .end(let name, _): if ["p", "div", "li"].contains(name) { depth = max(0, depth - 1) }
            case .characters(let characters):
                // Between paragraphs there is only the layout of the source.
                if depth > 0 || characters.contains(where: { !$0.isWhitespace }) {
                    contents += Self.unfolded(characters)
                }
            }
        }
    }

    /// A line break in the source is a space.
    private static func unfolded(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\t" }) else { return text }
        var result = ""
        var isFolded = false
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\t" {
                if !isFolded { result += " " }
                isFolded = true
            } else if !(isFolded && scalar == " ") {
                result.unicodeScalars.append(scalar)
                isFolded = false
            }
        }
        return result
    }

    /// What CSS says of a text, as far as pdfco keeps it.
    struct Style {
        var fontSize: Double?
        var color: Color?
        var alignment: TextAlignment?

        init() {}

        init(css: String) {
            for declaration in css.split(separator: ";") {
                let parts = declaration.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let value = parts[1].trimmed
                switch parts[0].trimmed.lowercased() {
                case "font-size": fontSize = Self.points(value)
                case "font": fontSize = value.split(separator: " ").compactMap { Self.points(String($0)) }.first
                case "color": color = Color(value)
                case "text-align": alignment = TextAlignment(rawValue: value.lowercased())
                default: break
                }
            }
        }

        /// A length in points, such as `12pt` or `12 pt`.
        private static func points(_ text: String) -> Double? {
            let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let unit = text.dropFirst(digits.count).trimmed.lowercased()
            guard let value = Double(digits), value > 0, ["", "pt"].contains(unit) else { return nil }
            return value
        }

        /// - Parameter isFirst: whether the other style is that of the beginning of the text.
        func overridden(by other: Style, isFirst: Bool = true) -> Style {
            guard isFirst else { return self }
            var style = self
            style.fontSize = other.fontSize ?? fontSize
            style.color = other.color ?? color
            style.alignment = other.alignment ?? alignment
            return style
        }
    }
}
