/// How a file ends, from a look at its last bytes.
enum FileEnding: Equatable {
    /// With a section that no increment of ours, nor a part of one, ends with.
    case foreign
    /// With the end of an increment of ours that was appended to so many bytes.
    case increment(base: Int)
    /// Not as a file should.
    case unknown

    /// With two numbers of at most eighteen digits.
    private static let longestLine = 128

    init(of bytes: UnsafeRawBufferPointer) {
        self = .unknown
        let end = Self.end(of: bytes, before: bytes.count)
        guard bytes.matches("%%EOF", at: end - 5), let structure = FileStructure(bytes) else { return }
        // What is copied into an increment may hold such words as well, but not the number.
        let section = structure.headerOffset + structure.startXRef
        guard CrossReferenceSection.begins(bytes, at: section) else { return }
        let last = Self.end(of: bytes, before: structure.keyword)
        if let base = Self.base(inLineBefore: last, of: bytes) {
            self = .increment(base: base)
        } else if bytes.matches(">>", at: last - 2) || bytes.matches("endobj", at: last - 6) {
            self = .foreign
        }
    }

    /// The place behind the last byte before `place` that is no white space; zeros are what a power cut leaves.
    private static func end(of bytes: UnsafeRawBufferPointer, before place: Int) -> Int {
        var end = place
        while end > 0, SyntaxReader.isSpace(bytes[end - 1]), bytes[end - 1] != 0 { end -= 1 }
        return end
    }

    private static func base(inLineBefore end: Int, of bytes: UnsafeRawBufferPointer) -> Int? {
        let line = UnsafeRawBufferPointer(rebasing: bytes.prefix(end))
        let opening = IncrementMark.endOpening
        guard let place = line.lastOccurrence(of: opening, from: max(0, end - longestLine)) else { return nil }
        var reader = SyntaxReader(line, at: place + opening.utf8CodeUnitCount)
        guard let base = reader.integer(), reader.position == end else { return nil }
        return base
    }
}
