/// The alignment of the lines of free text in their rectangle (`/Q`, ISO 32000-2, 12.7.4.3).
public enum TextAlignment: String, Sendable, CaseIterable, Codable {
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
    /// Every line but the last of a paragraph is as wide as the rectangle.
    case justify

    /// The value of `/Q`, which knows no justified text.
    var code: Int {
        switch self {
        case .left, .justify: 0
        case .center: 1
        case .right: 2
        }
    }
}

/// Where lines are that fill less than the height of their rectangle.
public enum VerticalAlignment: String, Sendable, CaseIterable, Codable {
    /// At the upper edge.
    case top
    /// In the middle.
    case middle
    /// At the lower edge.
    case bottom
}

/// The style of a font within its family.
public enum FontStyle: String, Sendable, CaseIterable, Codable {
    /// Upright, of usual weight.
    case regular
    /// Upright and bold.
    case bold
    /// Slanted, of usual weight.
    case italic
    /// Slanted and bold.
    case boldItalic = "bold-italic"

    var isBold: Bool { self == .bold || self == .boldItalic }
    var isItalic: Bool { self == .italic || self == .boldItalic }
}

/// The font, size, colour and alignment of free text (ISO 32000-2, 12.5.6.6).
///
/// It is set in Helvetica, which every reader has, where that suffices and nothing else is asked for.
public struct TextStyle: Sendable, Hashable {
    /// In points.
    public var fontSize: Double
    /// The colour of the text and of the border around it.
    public var color: Color
    /// The alignment of lines in the rectangle.
    public var alignment: TextAlignment
    /// The name of the font to embed, or the path of a font file, which contains a slash; `nil` where the text decides.
    public var font: String?
    /// Weight and slant of the letters.
    public var fontStyle = FontStyle.regular
    /// Whether fonts are embedded even for text that Helvetica could show.
    public var embedsFonts = false
    /// The distance between baselines, in units of the font size; `nil` for the font's own.
    public var lineSpacing: Double?
    /// Where the text is in a rectangle that is higher.
    public var verticalAlignment = VerticalAlignment.top

    /// Creates a style; without arguments, black text of 12 points, aligned left.
    public init(fontSize: Double = 12, color: Color = .black, alignment: TextAlignment = .left) {
        self.fontSize = fontSize
        self.color = color
        self.alignment = alignment
    }
}

extension TextStyle {
    /// Reads `/DA`, `/Q` and `/DS`; a size of 0, which requests automatic sizing, is read as the default size.
    init(reading annotation: AnnotationReader) {
        self.init()
        let code = annotation.integer(.alignment)
        alignment = TextAlignment.allCases.first { $0.code == code } ?? .left
        if let style = annotation.text(.defaultStyle) { read(style) }
        guard let appearance = annotation.string(.defaultAppearance).map(DefaultAppearance.init) else { return }
        if let size = appearance.fontSize, size > 0 { fontSize = size }
        if let read = appearance.color { color = read }
    }
}
