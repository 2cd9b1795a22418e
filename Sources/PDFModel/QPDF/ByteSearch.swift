internal import CQPDFExtras

extension UnsafeRawBufferPointer {
    /// The first place at or after `start` where `byte` stands. Rests on memchr(3), which looks at many bytes at once.
    func firstOccurrence(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, start < count else { return nil }
        return cqpdf_find_byte(baseAddress + start, byte, count - start).map { $0 - baseAddress }
    }
}
