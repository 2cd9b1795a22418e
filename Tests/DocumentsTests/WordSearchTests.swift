import Testing

@testable import Documents

struct WordSearchTests {
    @Test func `A word is found exactly where it stands`() {
        var random = SystemRandomNumberGenerator()
        // Few letters, so that words nearly occur.
        func letters(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0x61...0x63, using: &random) } }
        for _ in 0..<20_000 {
            let (text, word) = (letters(.random(in: 0...24)), letters(.random(in: 0...5)))
            let starts = text.indices.filter { text[$0...].starts(with: word) }
            let found = text.withUnsafeBytes { WordSearch(word).isFound(in: $0) }
            #expect(found == (word.isEmpty || !starts.isEmpty), "\(word) in \(text)")
        }
    }

    @Test func `Every place behind a word is found, where none overlap`() {
        let text = Array("name name  nam name".utf8)
        var ends: [Int] = []
        text.withUnsafeBytes { bytes in WordSearch(Array("name".utf8)).forEachEnd(in: bytes) { ends.append($0) } }
        #expect(ends == [4, 9, 19])
    }
}
