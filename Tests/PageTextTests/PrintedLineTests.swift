import PDFModel
import Testing

@testable import PageText

/// Lines as MuPDF prints them become lines as people read them.
struct PrintedLineTests {
    /// Characters of 10 points each, from left to right; `width` of some of them is another one.
    private func characters(_ text: String, width: [Int: Double] = [:]) -> [TextCharacter] {
        var x = 100.0
        return text.unicodeScalars.enumerated().map { index, scalar in
            let start = x
            x += width[index] ?? 10
            return character(String(scalar), start, x)
        }
    }

    private func character(_ text: String, _ x0: Double, _ x1: Double) -> TextCharacter {
        TextCharacter(
            text,
            Quadrilateral(
                upperLeft: Point(x0, 110), upperRight: Point(x1, 110), lowerLeft: Point(x0, 98),
                lowerRight: Point(x1, 98)))
    }

    private func read(_ characters: [TextCharacter]) -> String { PrintedLine(characters).line.text }

    @Test func `The letters of a ligature are one character`() throws {
        let line = PrintedLine(characters("office", width: [2: 0, 3: 0])).line
        try #require(line.characters.map(\.text) == ["o", "ffi", "c", "e"])
        #expect(line.characters[1].box == characters("of")[1].box)
        // Where no character is, a letter without a width is nowhere.
        #expect(read([character("x", 5, 5), character("y", 100, 110), character("z", 200, 200)]) == "y")
    }

    @Test func `The letters of a ligature are in their order, whichever way the line was turned`() {
        let (lam, alef, before, after) = ("\u{644}", "\u{627}", character(" ", 120, 130), character(" ", 100, 110))
        // As MuPDF 1.21 prints it, and 1.25.
        for letters in [[(lam, 110.0), (alef, 120.0)], [(alef, 120.0), (lam, 110.0)]] {
            let isTurned = letters[0].0 == alef
            let ligature = letters.map { character($0.0, $0.1, 120) }
            let line = isTurned ? [before] + ligature + [after] : [after] + ligature + [before]
            #expect(read(line) == " \(lam)\(alef) ")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `A line of characters without a width is read at once`() {
        let hidden = Array(repeating: character("x", 0, 0), count: 200_000)
        #expect(read(hidden + [character("y", 100, 110)]) == "y")
    }

    @Test func `A mark belongs to the letter that it is drawn at, even if that comes later`() {
        // As a line from right to left is drawn: the vowel sign, and then its letter.
        let line = [character("\u{5D1}", 100, 110), character("\u{5B8}", 115, 115), character("\u{5D0}", 110, 120)]
        #expect(read(line) == "\u{5D0}\u{5B8}\u{5D1}")
    }

    @Test func `A space that the next letter is drawn over is none`() {
        let (wide, hidden) = (characters("a b"), [character("a", 100, 110), character(" ", 110, 113)])
        #expect(read(wide) == "a b")
        #expect(read(hidden + [character("b", 110, 120)]) == "ab")
        #expect(read(hidden + [character("b", 112, 122)]) == "a b")
        #expect(read(hidden) == "a ")
    }

    @Test(arguments: [
        // As it is seen, from left to right; as it is read.
        ("גבא", "אבג"), ("גב א", "א בג"), ("ג 12.5 א", "א 12.5 ג"), ("גגג PDF 2 אאא", "אאא PDF 2 גגג"),
        ("one גב א two", "one א בג two"), ("one ג 12 א two", "one א 12 ג two"), ("ones 12 גבא", "ones 12 אבג"),
        ("10 20 א", "א 20 10"), ("!א", "א!"), ("plain 12.", "plain 12."),
    ])
    func `A line is in the order of reading, whichever way it was drawn`(seen: String, text: String) {
        let drawn = characters(seen)
        #expect(read(drawn) == text)
        #expect(read(drawn.reversed()) == (text == seen ? String(text.reversed()) : text))
        #expect(Set(PrintedLine(drawn).line.characters.map(\.box.lowerLeft.x)).count == drawn.count)
    }
}
