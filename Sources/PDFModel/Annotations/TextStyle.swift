/// The alignment of the lines of free text in their rectangle (`/Q`, ISO 32000-2, 12.7.4.3).
public enum TextAlignment: String, Sendable, CaseIterable, Codable {
    case left, center, right

    /// The value of `/Q`.
    var code: Int {
        switch self {
        case .left: 0
        case .center: 1
        case .right: 2
        }
    }

    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The size, colour and alignment of free text, which is set in Helvetica (ISO 32000-2, 12.5.6.6).
public struct TextStyle: Sendable, Hashable {
    /// In points.
    public var fontSize: Double
    /// The colour of the text and of the border around it.
    public var color: Color
    /// The alignment of lines in the rectangle.
    public var alignment: TextAlignment

    /// Creates a style; without arguments, black text of 12 points, aligned left.
    public init(fontSize: Double = 12, color: Color = .black, alignment: TextAlignment = .left) {
        self.fontSize = fontSize
        self.color = color
        self.alignment = alignment
    }
}

extension TextStyle {
    /// The default appearance string (`/DA`, 12.7.4.3), with the font name usual for form fields.
    var defaultAppearance: PDFString {
        let components = color.components.map(DecimalNotation.text).joined(separator: " ")
        return PDFString(bytes: Array("\(components) rg /Helv \(DecimalNotation.text(fontSize)) Tf".utf8))
    }

    /// Reads `/DA` and `/Q`; a size of 0, which requests automatic sizing, is read as the default size.
    init(reading annotation: AnnotationReader) {
        self.init()
        let code = annotation.integer(.alignment)
        alignment = TextAlignment.allCases.first { $0.code == code } ?? .left
        guard let appearance = annotation.string(.defaultAppearance) else { return }
        var operands: [Double] = []
        for token in appearance.text.split(whereSeparator: \.isWhitespace) {
            if let number = DecimalNotation.value(String(token)) {
                operands.append(number)
                continue
            }
            switch token {
            case "Tf":
                if let size = operands.last, size > 0 { fontSize = size }
            case "g", "rg", "k":
                if let read = Color(components: operands) { color = read }
            default: break
            }
            operands = []
        }
    }
}
