internal import CQPDF

extension UnsafeRawBufferPointer {
    /// Returns the first offset at or after `start` that holds `byte`. Uses memchr(3), which compares many bytes at
    /// once.
    func firstOccurrence(of byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, start < count else { return nil }
        return cqpdf_find_byte(baseAddress + start, byte, count - start).map { $0 - baseAddress }
    }
}
