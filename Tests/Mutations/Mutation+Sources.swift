/// Changes of files in other formats: text of numbers, values and containers, and the fields of binary ones.
extension Mutation {
    /// The file with one to three changes.
    package mutating func apply(toSource bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let edit = sourceEdit(bytes)
            bytes.replaceSubrange(edit.range, with: edit.new)
        }
        return bytes
    }

    private mutating func sourceEdit(_ bytes: [UInt8]) -> Edit {
        let start = place(in: bytes)
        let range = start..<min(bytes.count, start + Int.random(in: 1...32, using: &generator))
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return Edit(start..<start + 1, [bytes[start] ^ 1 << UInt8.random(in: 0...7, using: &generator)])
        case 1: return Edit(range, [])
        case 2:
            let target = place(in: bytes)
            return Edit(target..<target, bytes[range])
        case 3: return Edit(start..<min(bytes.count, start + 4), word(Words.sourceFragments))
        case 4: return Edit(start..<start, word(Words.sourceFragments))
        // A value, or several with what is around them, that is there many times.
        case 5: return Edit(range, repeatElement(bytes[range], count: random([2, 20, 200])!).joined())
        case 6:
            let (opening, closing) = random(Words.containers)!
            let depth = random([3, 63, 65, 511, 513, 3000])!
            return Edit(
                start..<start,
                (String(repeating: opening, count: depth) + String(repeating: closing, count: depth)).utf8)
        // The ends of the ranges of a binary number, of either order of bytes.
        case 7:
            let width = random([1, 2, 4, 8])!
            let fields: [[UInt8]] = [
                Array(repeating: 0xFF, count: width), Array(repeating: 0, count: width),
                [0x7F] + Array(repeating: 0xFF, count: width - 1), [0x80] + Array(repeating: 0, count: width - 1),
            ]
            return Edit(start..<min(bytes.count, start + width), random(fields)!)
        default:
            guard let number = digits(in: bytes) else { return Edit(range, word(Words.numbers)) }
            return Edit(number, word(Words.numbers))
        }
    }
}
