import PDFModel
import Testing

@Suite("Names")
struct NameTests {
    /// Byte strings about the length from which a name takes memory of its own, with zeros at every place.
    private static let samples: [[UInt8]] = (0...18).flatMap { count in
        let plain = (0..<count).map { UInt8(0x41 + $0) }
        let zeros = plain.indices.map { index in
            plain.enumerated().map { $0.offset == index ? 0 : $0.element }
        }
        let high = plain.indices.map { index in
            plain.enumerated().map { $0.offset == index ? 0xFF : $0.element }
        }
        return [plain] + zeros + high
    }

    @Test("A name keeps its bytes")
    func bytes() {
        for sample in Self.samples { #expect(Name(bytes: sample).bytes == sample) }
    }

    @Test("Names compare as their bytes do, whatever their lengths")
    func order() {
        let names = Self.samples.map { Name(bytes: $0) }
        for (left, leftBytes) in zip(names, Self.samples) {
            for (right, rightBytes) in zip(names, Self.samples) {
                #expect((left < right) == leftBytes.lexicographicallyPrecedes(rightBytes))
                #expect((left == right) == (leftBytes == rightBytes))
            }
        }
    }

    @Test("Of entries with one key the last one wins, in dictionaries of any length", arguments: [3, 63, 64, 65, 200])
    func lastEntryWins(count: Int) {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let entries = (0..<count).map { index in
                (Name("K\(Int.random(in: 0..<count, using: &generator))"), PDFObject.integer(index))
            }
            var expected: [Name: PDFObject] = [:]
            for (key, value) in entries { expected[key] = value }
            let dictionary = PDFDictionary(entries)
            #expect(Array(dictionary.keys) == expected.keys.sorted())
            for (key, value) in dictionary { #expect(value == expected[key]) }
        }
    }
}
