/// A font in the Compact Font Format (Adobe Technical Note #5176), read as far as needed to know how PDF numbers its
/// glyphs.
struct CompactFont {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The identifiers (CIDs) of the glyphs, in the order of the font, by which content streams name the glyphs of a
    /// CID-keyed font; `nil` for other fonts, whose glyphs go by their position (ISO 32000-2, 9.7.4.2).
    var identifiers: [Int]? {
        guard bytes.count > 4, let names = index(at: Int(bytes[2])), let tops = index(at: names.end),
            let top = tops.items.first
        else { return nil }
        let entries = dictionary(top)
        // The operator ROS marks a CID-keyed font.
        guard entries[0x0C1E] != nil, let charset = entries[15]?.last, let strings = entries[17]?.last,
            let glyphs = index(at: strings)
        else { return nil }
        let count = glyphs.items.count
        guard charset > 2 else { return Array(0..<count) }
        return self.charset(at: charset, count)
    }

    private func charset(at offset: Int, _ count: Int) -> [Int]? {
        guard bytes.indices.contains(offset) else { return nil }
        var identifiers = [0]
        var position = offset + 1
        while identifiers.count < count {
            guard let first = number(at: position, 2) else { return nil }
            var left = 0
            switch bytes[offset] {
            case 0: position += 2
            case 1, 2:
                let size = Int(bytes[offset])
                guard let rest = number(at: position + 2, size) else { return nil }
                left = rest
                position += 2 + size
            default: return nil
            }
            for next in 0...left where identifiers.count < count { identifiers.append(first + next) }
        }
        return identifiers
    }

    private func number(at offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, size > 0, offset + size <= bytes.count else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads an INDEX: the ranges of its items, and the offset after it.
    private func index(at offset: Int) -> (items: [Range<Int>], end: Int)? {
        guard let count = number(at: offset, 2) else { return nil }
        guard count > 0 else { return ([], offset + 2) }
        guard let size = number(at: offset + 2, 1), (1...4).contains(size) else { return nil }
        let base = offset + 3 + (count + 1) * size - 1
        var items: [Range<Int>] = []
        var start = number(at: offset + 3, size) ?? 0
        for item in 1...count {
            guard let end = number(at: offset + 3 + item * size, size), start >= 1, end >= start,
                base + end <= bytes.count
            else { return nil }
            items.append(base + start..<base + end)
            start = end
        }
        return (items, base + start)
    }

    /// Reads a DICT: the operands of each operator; an operator of two bytes, 12 and N, is 0x0C00 + N.
    private func dictionary(_ range: Range<Int>) -> [Int: [Int]] {
        var entries: [Int: [Int]] = [:]
        var operands: [Int] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = Int(bytes[position])
            position += 1
            switch byte {
            case 12:
                guard let second = number(at: position, 1) else { return entries }
                entries[0x0C00 | second] = operands
                (operands, position) = ([], position + 1)
            case 0...21:
                entries[byte] = operands
                operands = []
            case 28:
                operands.append(number(at: position, 2).map { Int(Int16(truncatingIfNeeded: $0)) } ?? 0)
                position += 2
            case 29:
                operands.append(number(at: position, 4).map { Int(Int32(truncatingIfNeeded: $0)) } ?? 0)
                position += 4
            case 30:
                // A real number ends with the nibble F.
                while position < range.upperBound, bytes[position] & 0xF != 0xF, bytes[position] >> 4 != 0xF {
                    position += 1
                }
                position += 1
                operands.append(0)
            case 32...246: operands.append(byte - 139)
            case 247...250:
                operands.append((byte - 247) * 256 + (number(at: position, 1) ?? 0) + 108)
                position += 1
            case 251...254:
                operands.append(-(byte - 251) * 256 - (number(at: position, 1) ?? 0) - 108)
                position += 1
            default: return entries
            }
        }
        return entries
    }
}
