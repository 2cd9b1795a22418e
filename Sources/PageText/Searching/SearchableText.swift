/// The text of a page in the form in which it is searched, with the way back to its characters.
struct SearchableText {
    /// What a scalar is besides itself.
    struct Traits: OptionSet {
        var rawValue: UInt8
        /// Text matches with it and without it: a hyphen at the end of a line, vowel signs.
        static let optional = Traits(rawValue: 1)
        /// It belongs to the character before it.
        static let extending = Traits(rawValue: 2)
        /// A word goes on after it, in the next line.
        static let hyphen = Traits(rawValue: 4)
        /// It is not on the page: a space that some programs copy at subscripts and superscripts.
        static let absent = Traits(rawValue: 8)
    }

    /// Characters of a line that are compared as one.
    struct Segment {
        var line: Int
        var characters: Range<Int>
    }

    private(set) var scalars: [UnicodeScalar] = []
    private(set) var traits: [Traits] = []
    /// The segment that each scalar comes from; -1 for a space that joins lines.
    private(set) var origins: [Int32] = []
    private(set) var segments: [Segment] = []

    init(_ page: TextPage) {
        for (number, line) in page.lines.enumerated() {
            if number > 0 { join() }
            add(line, number)
        }
        if scalars.last == " " { removeLast() }
    }

    var count: Int { scalars.count }

    private mutating func add(_ line: TextLine, _ number: Int) {
        let characters = line.characters
        var start = 0
        while start < characters.count {
            var text = characters[start].text
            var end = start + 1
            while end < characters.count, let next = characters[end].text.unicodeScalars.first, next.extendsCharacter {
                text += characters[end].text
                end += 1
            }
            if end == characters.count, text == "\u{AD}" {
                // A soft hyphen is seen only at the end of a line.
                append("-", [.optional, .hyphen], Segment(line: number, characters: start..<end))
            } else {
                let segment = Segment(line: number, characters: start..<end)
                if start > 0, scalars.last ?? " " != " ", !characters[start].isSpace,
                    characters[start].box.isOfAnotherSize(than: characters[start - 1].box)
                {
                    append(" ", [.optional, .absent], nil)
                }
                for (index, scalar) in Folding.scalars(of: text).enumerated() {
                    if scalar == " ", scalars.last ?? " " == " " { continue }
                    var traits: Traits = index > 0 && scalar.extendsCharacter ? .extending : []
                    if scalar.isPointing { traits.insert(.optional) }
                    append(scalar, traits, segment)
                }
            }
            start = end
        }
    }

    private mutating func append(_ scalar: UnicodeScalar, _ traits: Traits, _ segment: Segment?) {
        if let segment {
            if segments.last.map({ $0.line != segment.line || $0.characters != segment.characters }) ?? true {
                segments.append(segment)
            }
            origins.append(Int32(segments.count - 1))
        } else {
            origins.append(-1)
        }
        scalars.append(scalar)
        self.traits.append(traits)
    }

    private mutating func removeLast() {
        scalars.removeLast()
        traits.removeLast()
        origins.removeLast()
    }

    /// Joins the last line to the next one.
    private mutating func join() {
        if scalars.last == " " { removeLast() }
        guard let last = scalars.last else { return }
        var joint: Traits = []
        if last == "-" {
            joint = .optional
            if scalars.count > 1, scalars[scalars.count - 2].properties.isAlphabetic {
                traits[traits.count - 1].formUnion([.optional, .hyphen])
            }
        } else if last.isInScriptWithoutSpaces {
            joint = .optional
        }
        append(" ", joint, nil)
    }

    /// The text of a part.
    func text(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(range.filter { !traits[$0].contains(.absent) }.map { scalars[$0] }))
    }

    /// The text for regular expressions, in which a word that a hyphen divides is whole, and for each byte of its UTF-8
    /// the scalar that it comes from.
    func wholeWords() -> (text: String, origins: [Int32]) {
        var text = ""
        var origins: [Int32] = []
        var index = 0
        while index < scalars.count {
            defer { index += 1 }
            if traits[index].contains(.hyphen) {
                let next = index + 2 < scalars.count ? scalars[index + 2] : " "
                if scalars.indices.contains(index + 1), traits[index + 1].contains(.optional) {
                    if next.properties.isLowercase {
                        index += 1
                        continue
                    }
                    text.unicodeScalars.append(scalars[index])
                    origins.append(Int32(index))
                    index += 1
                    continue
                }
            }
            if traits[index].contains(.optional), scalars[index] == " " { continue }
            text.unicodeScalars.append(scalars[index])
            for _ in 0..<UTF8.width(scalars[index]) { origins.append(Int32(index)) }
        }
        return (text, origins)
    }
}
