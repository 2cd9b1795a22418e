public import PDFModel

/// The text of a page as people read it, with the place of each character.
public struct TextPage: Sendable, Equatable {
    /// From 1.
    public var number: Int
    /// In reading order.
    public var lines: [TextLine]

    public init(number: Int, lines: [TextLine]) { (self.number, self.lines) = (number, lines) }

    /// Whether there is something to find.
    public var hasText: Bool { lines.contains { $0.characters.contains { !$0.isSpace } } }

    /// Returns the page with only those characters that have their centres in a rectangle, in default user space.
    public func cropped(to area: Rectangle) -> TextPage { with { area.contains($0.box.center) } }

    /// Returns the page without the characters that have their centres in one of the rectangles.
    func without(_ areas: [Rectangle]) -> TextPage {
        with { character in !areas.contains { $0.contains(character.box.center) } }
    }

    private func with(_ isKept: (TextCharacter) -> Bool) -> TextPage {
        let lines = lines.map { TextLine($0.characters.filter(isKept)) }
        return TextPage(number: number, lines: lines.filter { !$0.characters.isEmpty })
    }
}

/// A line of text; its characters are in reading order, also where it runs from right to left.
public struct TextLine: Sendable, Equatable {
    public var characters: [TextCharacter]

    public init(_ characters: [TextCharacter]) { self.characters = characters }

    /// The line as text.
    public var text: String { characters.reduce(into: "") { $0 += $1.text } }

    /// What lies between spaces.
    public var words: [TextWord] {
        characters.split(whereSeparator: \.isSpace).flatMap { characters in
            Quadrilateral.pieces(of: characters.indices, in: self).map { piece in
                TextWord(text: characters.reduce(into: "") { $0 += $1.text }, box: piece)
            }.prefix(1)
        }
    }
}

/// A character of a page; the text of a ligature can have several letters.
public struct TextCharacter: Sendable, Equatable {
    public var text: String
    /// In default user space, from the lower to the upper end of its line, at the angle of the line.
    public var box: Quadrilateral

    public init(_ text: String, _ box: Quadrilateral) { (self.text, self.box) = (text, box) }

    /// Whether it only separates words.
    public var isSpace: Bool { text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// Whether it stands above or below a letter.
    var isMark: Bool { text.unicodeScalars.allSatisfy { $0.properties.generalCategory == .nonspacingMark } }
}

/// A word of a page.
public struct TextWord: Sendable, Equatable {
    public var text: String
    /// In default user space.
    public var box: Quadrilateral
}

/// Something that knows the text of a document's pages.
public protocol TextSource {
    /// Reads pages in order, and hands each to `body` until it returns `false`.
    func read(_ pages: [PageDetails], _ body: (TextPage) -> Bool) throws(PageTextError)
}
