/// The line around an annotation, or the line that draws it (ISO 32000-2, 12.5.4).
public struct Border: Sendable, Hashable {
    /// In points; 0 draws nothing.
    public var width: Double
    /// Solid unless stated otherwise.
    public var style: Style
    /// Lengths of dashes and gaps in turn, in points; used by ``Style/dashed`` only.
    public var dash: [Double]

    /// Creates a border; without arguments the standard's default, solid and one point wide.
    public init(width: Double = 1, style: Style = .solid, dash: [Double] = []) {
        self.width = width
        self.style = style
        self.dash = dash
    }

    /// How the line is drawn. Beveled and inset lines look raised and sunken around rectangles; elsewhere they are drawn solid.
    public enum Style: String, Sendable, CaseIterable, Codable {
        /// A solid line.
        case solid
        /// A dashed line; ``Border/dash`` has its pattern.
        case dashed
        /// A line that makes a rectangle look raised.
        case beveled
        /// A line that makes a rectangle look sunken.
        case inset
        /// Along the bottom of the rectangle only.
        case underline

        /// The name in `/BS` (Table 168).
        var code: Name {
            switch self {
            case .solid: "S"
            case .dashed: "D"
            case .beveled: "B"
            case .inset: "I"
            case .underline: "U"
            }
        }

        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    /// The dash array that readers assume where a dashed border states none (Table 168).
    static let defaultDash = [3.0]

    /// What a border looks like in JSON.
    static let expected = "an object with width, style (\(Style.list)) and dash"

    var isVisible: Bool { width > 0 }

    /// The border with a dash array exactly where its style is dashed.
    var normalized: Border {
        guard style == .dashed else { return Border(width: width, style: style) }
        return Border(width: width, style: style, dash: dash.isEmpty ? Self.defaultDash : dash)
    }
}

extension Border {
    /// The border style dictionary (`/BS`).
    var entries: PDFDictionary {
        var entries: PDFDictionary = [
            .type: .name(.border), .borderWidth: .number(width), .borderStyleName: .name(style.code),
        ]
        if style == .dashed { entries[.dashArray] = .numbers(dash) }
        return entries
    }

    /// Reads `/BS`, or else `/Border`; without either, the standard's default, solid and one point wide.
    init(reading annotation: AnnotationReader) {
        self.init()
        if let styled = annotation.dictionary(.borderStyle) {
            width = styled.number(.borderWidth) ?? 1
            style = Style.allCases.first { $0.code == styled.name(.borderStyleName) } ?? .solid
            if style == .dashed { dash = styled.numbers(.dashArray) ?? Self.defaultDash }
        } else if let items = annotation.items(.border), items.count >= 3 {
            width = items[2].numberValue ?? 1
            if items.count > 3, let lengths = annotation.numbers(in: items[3]), !lengths.isEmpty {
                (style, dash) = (.dashed, lengths)
            }
        }
    }
}
