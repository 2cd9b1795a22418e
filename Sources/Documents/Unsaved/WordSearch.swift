/// Searches for a byte sequence, skipping positions where it cannot end (Horspool's algorithm): a log is searched with
/// every change that is added to it.
struct WordSearch {
    private let word: [UInt8]
    /// For each byte value, how far to advance if it is found at the last position.
    private let steps: [Int]

    init(_ word: [UInt8]) {
        self.word = word
        var steps = [Int](repeating: max(word.count, 1), count: 256)
        for (index, byte) in word.dropLast().enumerated() { steps[Int(byte)] = word.count - 1 - index }
        self.steps = steps
    }

    /// Whether the word occurs in `bytes`.
    func isFound(in bytes: UnsafeRawBufferPointer) -> Bool { word.isEmpty || end(in: bytes, from: 0) != nil }

    /// Calls `body` with the end position of each occurrence.
    func forEachEnd(in bytes: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        var start = 0
        while let end = end(in: bytes, from: start) {
            body(end)
            start = end
        }
    }

    /// Returns the end position of the first occurrence at or after `start`.
    private func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let last = word.last else { return nil }
        return steps.withUnsafeBufferPointer { steps in
            var end = start + word.count - 1
            while end < bytes.count {
                let byte = bytes[end]
                if byte == last, bytes[(end - word.count + 1)..<end].elementsEqual(word.dropLast()) { return end + 1 }
                end += steps[Int(byte)]
            }
            return nil
        }
    }
}
