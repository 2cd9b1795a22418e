/// A text to be shaped, and how its font is chosen.
package struct TextRequest: Codable, Hashable, Sendable {
    package var text: String
    /// The family, full name or PostScript name of a font, or the path of a font file, which contains a slash; `nil`
    /// leaves the choice to the text.
    package var font: String?
    package var isBold: Bool
    package var isItalic: Bool

    package init(_ text: String, font: String? = nil, isBold: Bool = false, isItalic: Bool = false) {
        (self.text, self.font, self.isBold, self.isItalic) = (text, font, isBold, isItalic)
    }

    /// Compares code points: canonically equivalent texts may be set differently.
    package static func == (left: TextRequest, right: TextRequest) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) && left.font == right.font && left.isBold == right.isBold
            && left.isItalic == right.isItalic
    }

    package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

/// Why a text could not be shaped.
package struct TextProblem: Codable, Error, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// No font has one of the letters.
        case noFont
        /// There is no font of that name.
        case unknownFont
        /// The font cannot be used: it is damaged, has no outlines, or its maker does not permit embedding.
        case unusableFont
        /// The text is too long.
        case tooLong
    }

    package var kind: Kind
    /// One sentence without a full stop.
    package var reason: String
    /// The Debian package that has a suitable font.
    package var package: String?

    package init(_ kind: Kind, _ reason: String, package: String? = nil) {
        (self.kind, self.reason, self.package) = (kind, reason, package)
    }
}

/// What the program that shapes texts writes to its standard output: one JSON object per line.
package enum TextReply: Codable, Sendable {
    /// It is about to read a font file for the first time; if it ends now, that file is the reason.
    case reading(String)
    case shaped(ShapedText)
    case failed(TextProblem)

    /// The length of the longest line, in bytes.
    package static let lengthLimit = 32 << 20
    /// The length of the longest text, in bytes.
    package static let textLimit = 1 << 16
}
