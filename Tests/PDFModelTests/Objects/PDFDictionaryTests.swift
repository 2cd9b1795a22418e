import Mutations
import PDFModel
import Testing

struct PDFDictionaryTests {
    @Test func `It holds what a hash table holds, in the order of the keys, whatever is done to it`() {
        var random = SeededGenerator(state: 1)
        for _ in 0..<200 {
            var expected: [Name: PDFObject] = [:]
            var entries = PDFDictionary()
            for value in 0..<Int.random(in: 0...40, using: &random) {
                let key = Name(
                    bytes: (0..<Int.random(in: 0...2, using: &random)).map { _ in .random(in: 65...68, using: &random) }
                )
                let new: PDFObject? = Bool.random(using: &random) ? .integer(value) : nil
                entries[key] = new
                expected[key] = new
                #expect(entries[key] == expected[key])
            }
            #expect(entries.count == expected.count)
            #expect(Array(entries.keys) == expected.keys.sorted())
            #expect(entries.allSatisfy { expected[$0.key] == $0.value })
            #expect(PDFDictionary(entries.map { ($0.key, $0.value) }.shuffled(using: &random)) == entries)
        }
    }

    @Test func `Of entries with the same key the last one counts`() {
        let elements: [(Name, PDFObject)] = [
            ("B", .integer(1)), ("A", .integer(2)), ("B", .integer(3)), ("A", .integer(4)),
        ]
        #expect(PDFDictionary(elements) == ["A": .integer(4), "B": .integer(3)])
        #expect(PDFDictionary(elements.prefix(2)).merging(PDFDictionary(elements.suffix(2))) == PDFDictionary(elements))
        let twice: PDFDictionary = ["A": .integer(1), "A": .integer(2)]
        #expect(twice == ["A": .integer(2)])
    }
}
