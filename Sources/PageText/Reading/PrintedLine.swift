internal import PDFModel

/// A line as MuPDF prints it: a character for each that a glyph stands for, in the order in which the page draws them.
struct PrintedLine {
    private var characters: [TextCharacter] = []

    init(_ printed: [TextCharacter]) {
        var next = 0
        // The other letters of a ligature, before its first one: MuPDF 1.25 turns lines of Hebrew and Arabic round.
        var letters: [String] = []
        for (index, character) in printed.enumerated() {
            if character.box.isPlace {
                characters.append(TextCharacter(character.text + letters.reversed().joined(), character.box))
                letters = []
                continue
            }
            // A line can have a million characters without a width.
            while next < printed.count, next < index || !printed[next].box.isPlace { next += 1 }
            let following = next < printed.count && printed[next].box.spans(character.box) ? printed[next] : nil
            let last = characters.indices.last
            if let following,
                character.text.unicodeScalars.allSatisfy({
                    $0.isRightToLeft && $0.properties.generalCategory == .otherLetter
                }),
                last.map({ characters[$0].box.start(of: following.box) < 0 }) ?? true
            {
                letters.append(character.text)
            } else if let last, characters[last].box.spans(character.box, isMark: character.isMark) {
                characters[last].text += character.text
            } else if let following {
                characters.append(TextCharacter(character.text, following.box))
            }
        }
    }

    /// In reading order.
    var line: TextLine { TextLine(Self.inReadingOrder(withoutCoveredSpaces)) }

    /// Without the spaces that the next character is drawn over: what a soft hyphen within a line leaves.
    private var withoutCoveredSpaces: [TextCharacter] {
        characters.indices.filter { index in
            guard characters[index].isSpace, characters.indices.contains(index + 1) else { return true }
            let (box, next) = (characters[index].box, characters[index + 1].box)
            return characters[index + 1].isSpace || abs(box.start(of: next)) > 0.1 * box.extent
        }.map { characters[$0] }
    }

    // MARK: Direction

    /// How a character takes part in the order of its line (Unicode Standard Annex #9, simplified).
    private enum Direction {
        case leftToRight, rightToLeft, number, neutral
    }

    /// The characters of a line with Hebrew or Arabic letters, whichever way it was drawn, in the order of reading.
    ///
    /// Most programs draw every line from left to right. What is turned round for that is turned back.
    private static func inReadingOrder(_ characters: [TextCharacter]) -> [TextCharacter] {
        let isMixed = characters.contains { $0.text.unicodeScalars.contains(where: \.isRightToLeft) }
        guard isMixed, let first = characters.first else { return characters }
        let places = characters.map { first.box.start(of: $0.box) }
        var ordered = characters.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { characters[$0] }
        var levels = levels(of: ordered)
        for level in 1...2 {
            for run in levels.indices.split(whereSeparator: { levels[$0] < level }) {
                let range = run.startIndex..<run.endIndex
                ordered[range].reverse()
                levels[range].reverse()
            }
        }
        return ordered
    }

    private static func direction(of character: TextCharacter) -> Direction {
        for scalar in character.text.unicodeScalars {
            if scalar.isRightToLeft { return .rightToLeft }
            if scalar.properties.numericType == .decimal { return .number }
            if scalar.properties.isAlphabetic { return .leftToRight }
        }
        return .neutral
    }

    /// The embedding levels of characters from left to right. A line with as many right-to-left letters as others, or
    /// more, is read from the right.
    private static func levels(of seen: [TextCharacter]) -> [Int] {
        let own = seen.map(direction)
        var directions = own
        // A sign within a number belongs to it.
        for index in seen.indices.dropFirst().dropLast()
        where own[index] == .neutral && own[index - 1] == .number && own[index + 1] == .number && !seen[index].isSpace {
            directions[index] = .number
        }
        let isReadFromRight =
            directions.count { $0 == .rightToLeft } >= directions.count { $0 == .leftToRight }
        var levels = directions.map { _ in isReadFromRight ? 1 : 0 }
        let opposite = isReadFromRight ? Direction.rightToLeft : .leftToRight
        for part in directions.indices.split(whereSeparator: { directions[$0] == opposite }) {
            // What is read the other way goes from the first of its letters to the last; numbers go with Latin letters.
            let isWord: (Int) -> Bool = { index in
                isReadFromRight ? directions[index] != .neutral : directions[index] == .rightToLeft
            }
            let hasLetters = part.contains { directions[$0] == .leftToRight || directions[$0] == .rightToLeft }
            if hasLetters, let first = part.first(where: isWord), let last = part.last(where: isWord) {
                for index in first...last { levels[index] = isReadFromRight ? 2 : 1 }
            }
            for index in part where directions[index] == .number && levels[index] == 1 { levels[index] = 2 }
        }
        return levels
    }
}
