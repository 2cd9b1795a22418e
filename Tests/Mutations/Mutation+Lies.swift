/// Changes of what the file says: numbers, names, references, objects, and the sections that hold them together.
extension Mutation {
    mutating func lie(_ layout: Layout) -> [Edit] {
        let bytes = layout.bytes
        switch Int.random(in: 0..<16, using: &generator) {
        case 0, 1: return edit(digits(in: bytes), number())
        case 2: return edit(name(in: bytes), word(Words.keys))
        case 3, 4, 5: return edit(valueOfKey(in: bytes), value(layout))
        case 6, 7: return edit(reference(in: bytes), number(upTo: layout.bodies.count + 2) + Array(" 0 R".utf8))
        case 8: return edit(random(layout.offsets), nil)
        case 9: return edit(random(layout.entries), nil)
        case 10: return edit(random(layout.structuralData).map { part(of: $0) }, nil)
        case 11: return exchange(layout)
        case 12: return copy(layout)
        case 13: return nest(layout)
        case 14: return addEntry(layout)
        default: return addSection(layout)
        }

        /// The replacement of a place that was found; without new bytes, the same number of them, each a little wrong.
        func edit(_ range: Range<Int>?, _ new: [UInt8]?) -> [Edit] {
            guard let range, !range.isEmpty else { return [] }
            return [Edit(range, new ?? nudged(Array(bytes[range])))]
        }
    }

    // MARK: Places

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isRegular(_ byte: UInt8) -> Bool { byte > 0x20 && !"()<>[]{}/%".utf8.contains(byte) }

    /// A number behind some place, the first where the file ends before one.
    mutating func digits(in bytes: [UInt8]) -> Range<Int>? {
        let start =
            bytes[place(in: bytes)...].firstIndex(where: Self.isDigit) ?? bytes.firstIndex(where: Self.isDigit)
        guard let start else { return nil }
        return start..<(bytes[start...].firstIndex { !Self.isDigit($0) } ?? bytes.count)
    }

    private mutating func name(in bytes: [UInt8]) -> Range<Int>? {
        guard let start = bytes[place(in: bytes)...].firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return start..<(bytes[(start + 1)...].firstIndex { !Self.isRegular($0) } ?? bytes.count)
    }

    /// `12 0 R` behind some place.
    private mutating func reference(in bytes: [UInt8]) -> Range<Int>? {
        guard let end = bytes[place(in: bytes)...].firstRange(of: Array(" 0 R".utf8)) else { return nil }
        var start = end.lowerBound
        while start > 0, Self.isDigit(bytes[start - 1]) { start -= 1 }
        return start..<end.upperBound
    }

    /// What stands behind a key that readers rely on, up to the next key or the dictionary's end.
    private mutating func valueOfKey(in bytes: [UInt8]) -> Range<Int>? {
        for _ in 0..<8 {
            let key = word(Words.keys)
            let places = bytes.ranges(of: key).filter {
                $0.upperBound < bytes.count && !Self.isRegular(bytes[$0.upperBound])
            }
            guard let found = random(places) else { continue }
            var end = found.upperBound
            var depth = 0
            while end < bytes.count {
                let byte = bytes[end]
                if "[(<".utf8.contains(byte) { depth += 1 }
                if "])>".utf8.contains(byte) { depth -= 1 }
                let isNextKey = depth == 0 && byte == UInt8(ascii: "/") && end > found.upperBound + 1
                if depth < 0 || isNextKey || end - found.upperBound > 200 { break }
                end += 1
            }
            return found.upperBound..<end
        }
        return nil
    }

    // MARK: Values

    private mutating func number(upTo limit: Int) -> [UInt8] {
        Array("\(Int.random(in: 0...max(1, limit), using: &generator))".utf8)
    }

    private mutating func number() -> [UInt8] { chance(1, of: 2) ? number(upTo: 40) : word(Words.numbers) }

    private mutating func value(_ layout: Layout) -> [UInt8] {
        let value: [UInt8]
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: value = number()
        case 1: value = number(upTo: layout.bodies.count + 2) + Array(" 0 R".utf8)
        case 2: value = word(Words.values)
        default: value = word(Words.keys)
        }
        return [0x20] + value + [0x20]
    }

    /// Digits become other digits, other bytes become a little more or less, so that widths stay.
    private mutating func nudged(_ old: [UInt8]) -> [UInt8] {
        var new = old
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0..<new.count, using: &generator)
            if new.allSatisfy({ Self.isDigit($0) || $0 == 0x20 || $0 == UInt8(ascii: "n") || $0 == UInt8(ascii: "f") })
            {
                new[place] = chance(1, of: 8) ? UInt8(ascii: "f") : UInt8.random(in: 0x30...0x39, using: &generator)
            } else {
                new[place] = chance(1, of: 2) ? UInt8.random(in: 0...12, using: &generator) : new[place] &+ 1
            }
        }
        return new
    }

    private mutating func part(of range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty else { return range }
        let start = Int.random(in: range, using: &generator)
        return start..<min(range.upperBound, start + Int.random(in: 1...12, using: &generator))
    }

    // MARK: Objects

    /// Two objects change places.
    private mutating func exchange(_ layout: Layout) -> [Edit] {
        guard let first = random(layout.bodies), let second = random(layout.bodies), first != second else { return [] }
        return [Edit(first, layout.bytes[second]), Edit(second, layout.bytes[first])]
    }

    /// An object becomes another, or a reference to another.
    private mutating func copy(_ layout: Layout) -> [Edit] {
        guard let first = random(layout.bodies), let second = random(layout.bodies), first != second else { return [] }
        if chance(1, of: 2) { return [Edit(first, layout.bytes[second])] }
        return [Edit(first, [0x20] + number(upTo: layout.bodies.count + 2) + Array(" 0 R\n".utf8))]
    }

    /// Brackets in brackets, as many as ends the stack of a reader that trusts them.
    private mutating func nest(_ layout: Layout) -> [Edit] {
        guard let range = valueOfKey(in: layout.bytes) else { return [] }
        let depth = random([3, 50, 99, 100, 101, 200, 499, 501, 1500])!
        let (opening, closing) = random([("[", "]"), ("<</A ", ">>"), ("(", ")")])!
        let isClosed = chance(1, of: 2)
        let text =
            String(repeating: opening, count: depth) + (isClosed ? String(repeating: closing, count: depth) : "")
        return [Edit(range, text.utf8)]
    }

    private mutating func addEntry(_ layout: Layout) -> [Edit] {
        guard let place = layout.bytes[place(in: layout.bytes)...].firstRange(of: Array("<<".utf8))?.upperBound else {
            return []
        }
        return [Edit(place..<place, word(Words.keys) + value(layout))]
    }

    /// A further section at the end: the one that the file has, again, leading back to somewhere.
    private mutating func addSection(_ layout: Layout) -> [Edit] {
        let bytes = layout.bytes
        guard let section = random(bytes.ranges(of: Array("xref\n0".utf8)))?.lowerBound else { return [] }
        let end = min(bytes.count, section + 4096)
        var copy = Array(bytes[section..<end])
        if chance(1, of: 2), let entry = copy.firstRange(of: Array("/Size".utf8)) {
            copy.replaceSubrange(entry.lowerBound..<entry.lowerBound, with: Array("/Prev \(place(in: bytes)) ".utf8))
        }
        return [Edit(bytes.count..<bytes.count, copy + Array("\nstartxref\n\(bytes.count)\n%%EOF\n".utf8))]
    }
}
