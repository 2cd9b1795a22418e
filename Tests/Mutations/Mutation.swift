/// Random damage to a PDF file, the same for the same seed: to its bytes, and to what they mean.
package struct Mutation {
    var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(state: seed) }

    /// Bytes that take the place of others.
    struct Edit {
        var range: Range<Int>
        var new: [UInt8]

        init(_ range: Range<Int>, _ new: some Sequence<UInt8>) {
            self.range = range
            self.new = Array(new)
        }
    }

    /// The file with one to four changes.
    package mutating func apply(to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&bytes) }
        return bytes
    }

    /// One change. Mostly, offsets and lengths are kept right: else no reader would come as far as what was changed.
    package mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        var layout = Layout(bytes)
        let edits = chance(1, of: 4) ? damage(bytes) : lie(layout)
        let isAdjusted = chance(3, of: 4)
        // From the end, so that no edit moves what another is about.
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            if isAdjusted {
                layout.replace(edit.range, with: edit.new)
            } else {
                bytes.replaceSubrange(edit.range, with: edit.new)
            }
        }
        if isAdjusted { bytes = layout.bytes }
    }

    /// A part of one file in the place of a part of another: an object's body for another's, or any bytes for any.
    package mutating func splice(_ other: [UInt8], into bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty, !other.isEmpty else { return bytes }
        var layout = Layout(bytes)
        if let body = random(layout.bodies), let foreign = random(Layout(other).bodies), chance(3, of: 4) {
            layout.replace(body, with: Array(other[foreign]))
            return layout.bytes
        }
        return Array(bytes[..<place(in: bytes)] + other[place(in: other)...])
    }

    // MARK: Damage

    /// What a bad disk or a cut transfer does.
    private mutating func damage(_ bytes: [UInt8]) -> [Edit] {
        let start = place(in: bytes)
        let range = start..<min(bytes.count, start + Int.random(in: 1...64, using: &generator))
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: return [Edit(start..<start + 1, [bytes[start] ^ 1 << UInt8.random(in: 0...7, using: &generator)])]
        case 1: return [Edit(start..<start + 1, [UInt8.random(in: .min ... .max, using: &generator)])]
        case 2: return [Edit(range, [])]
        case 3:
            let target = place(in: bytes)
            return [Edit(target..<target, bytes[range])]
        case 4: return [Edit(range, range.map { _ in UInt8.random(in: .min ... .max, using: &generator) })]
        case 5: return chance(1, of: 4) ? [Edit(start..<bytes.count, [])] : [Edit(range, bytes[range].reversed())]
        default: return [Edit(start..<start, Words.fragments.randomElement(using: &generator)!.utf8)]
        }
    }

    // MARK: Choosing

    mutating func chance(_ count: Int, of total: Int) -> Bool { Int.random(in: 0..<total, using: &generator) < count }

    mutating func place(in bytes: [UInt8]) -> Int { Int.random(in: 0..<bytes.count, using: &generator) }

    mutating func random<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &generator) }

    mutating func word(_ words: [String]) -> [UInt8] { Array(words.randomElement(using: &generator)!.utf8) }
}
