/// Looks for some bytes among many, and passes over those that cannot be the last of them (Horspool's algorithm): a log is
/// looked through with every change that is added to it.
struct WordSearch {
    private let word: [UInt8]
    /// How far to go on where a byte stands in the place of the last.
    private let steps: [Int]

    init(_ word: [UInt8]) {
        self.word = word
        var steps = [Int](repeating: max(word.count, 1), count: 256)
        for (index, byte) in word.dropLast().enumerated() { steps[Int(byte)] = word.count - 1 - index }
        self.steps = steps
    }

    /// Whether the bytes stand somewhere in `bytes`.
    func isFound(in bytes: UnsafeRawBufferPointer) -> Bool { word.isEmpty || end(in: bytes, from: 0) != nil }

    /// Runs `body` with each position behind the bytes.
    func forEachEnd(in bytes: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        var start = 0
        while let end = end(in: bytes, from: start) {
            body(end)
            start = end
        }
    }

    /// The first position behind the bytes, where they stand at `start` or behind it.
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
