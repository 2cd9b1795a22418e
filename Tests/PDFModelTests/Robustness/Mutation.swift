/// Random damage to a file, the same for the same seed.
struct Mutation {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(state: seed) }

    /// Words that make a file lie: absurd numbers, structure in wrong places.
    private static let words = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "99999999999999999999", "-1", "0",
        "2147483648", "4294967296", "1.5", "-.", "null", "<<", ">>", "[", "]", "(", ")", "<", ">", "/", "%", "1 0 R",
        "2 0 R", "3 0 R", "/Kids", "/Count", "/Annots", "/Parent", "/Prev", "/Size", "/XRefStm", "/Length",
        "/Type /XRef",
        "/Index", "/W [8 8 8]", "endobj", "obj", "stream\n", "endstream", "xref\n", "trailer", "startxref", "%%EOF",
        "true", "/Rect [0 0 0 0]", "#00", "\u{0}",
    ]

    mutating func apply(to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...24, using: &generator))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &generator))
        case 4: bytes.removeSubrange(place...)
        case 5: bytes.insert(contentsOf: Self.words.randomElement(using: &generator)?.utf8 ?? "".utf8, at: place)
        default: replaceNumber(&bytes, after: place)
        }
    }

    /// Another number, or any word, in the place of one that stands behind `place`.
    private mutating func replaceNumber(_ bytes: inout [UInt8], after place: Int) {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        let number = "\(Int.random(in: 0...40, using: &generator))"
        let word = Bool.random(using: &generator) ? number : Self.words.randomElement(using: &generator) ?? number
        bytes.replaceSubrange(start..<end, with: word.utf8)
    }
}
