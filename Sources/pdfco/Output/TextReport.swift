import PDFModel
import PageText

/// The text of a page in JSON: its lines and words, with the quadrilateral of each word.
private enum Key: CodingKey { case page, lines, text, words, quad }

extension TextPage: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(number, forKey: .page)
        try values.encode(lines, forKey: .lines)
    }
}

extension TextLine: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(text, forKey: .text)
        try values.encode(words, forKey: .words)
    }
}

extension TextWord: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(text, forKey: .text)
        // As `quadPoints` has them, to a thousandth of a point.
        try values.encode(box.points.flatMap { [$0.x, $0.y] }.map { ($0 * 1000).rounded() / 1000 }, forKey: .quad)
    }
}
