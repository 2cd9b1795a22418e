internal import CQPDF

extension UnsafeRawBufferPointer {
    /// Returns the first offset at or after `start` that holds `byte`. Uses memchr(3), which compares many bytes at
    /// once.
    func firstOccurrence(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, start < count else { return nil }
        return cqpdf_find_byte(baseAddress + start, byte, count - start).map { $0 - baseAddress }
    }

    /// Returns the first offset at or after `start` at which the bytes of `word` stand. Uses memmem(3).
    func firstOccurrence(of word: StaticString, from start: Int) -> Int? {
        guard let baseAddress, start >= 0, start < count else { return nil }
        return cqpdf_find_word(baseAddress + start, count - start, word.utf8Start, word.utf8CodeUnitCount)
            .map { $0 - baseAddress }
    }
}
