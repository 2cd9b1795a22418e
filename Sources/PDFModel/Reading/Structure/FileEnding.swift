/// How a file ends, judged by its last bytes.
enum FileEnding: Equatable {
    /// With a section that is not the end of a pdfco increment, nor of a part of one.
    case foreign
    /// With the end of a pdfco increment that was appended to this number of bytes.
    case increment(base: Int)
    /// Not as a file should end.
    case unknown

    /// The longest line, with two numbers of at most eighteen digits.
    private static let longestLine = 128

    init(of bytes: UnsafeRawBufferPointer) {
        self = .unknown
        let end = Self.end(of: bytes, before: bytes.count)
        guard bytes.matches("%%EOF", at: end - 5), let structure = FileStructure(bytes) else { return }
        // What is copied into an increment may also contain such words, but not the number.
        let section = structure.headerOffset + structure.startXRef
        guard CrossReferenceSection.begins(bytes, at: section) else { return }
        let last = Self.end(of: bytes, before: structure.keyword)
        if let base = Self.base(inLineBefore: last, of: bytes) {
            self = .increment(base: base)
        } else if bytes.matches(">>", at: last - 2) || bytes.matches("endobj", at: last - 6) {
            self = .foreign
        }
    }

    /// Returns the position after the last byte before `position` that is not white space; zeros are what a power
    /// failure leaves.
    private static func end(of bytes: UnsafeRawBufferPointer, before position: Int) -> Int {
        var end = position
        while end > 0, SyntaxReader.isSpace(bytes[end - 1]), bytes[end - 1] != 0 { end -= 1 }
        return end
    }

    private static func base(inLineBefore end: Int, of bytes: UnsafeRawBufferPointer) -> Int? {
        let line = UnsafeRawBufferPointer(rebasing: bytes.prefix(end))
        let opening = IncrementMark.endOpening
        guard let position = line.lastOccurrence(of: opening, from: max(0, end - longestLine)) else { return nil }
        var reader = SyntaxReader(line, at: position + opening.utf8CodeUnitCount)
        guard let base = reader.integer(), reader.position == end else { return nil }
        return base
    }
}

/// What a crash leaves of an increment that was being appended to a file.
enum UnfinishedIncrement {
    /// Returns the length in bytes of the document in a file: all of it, or the bytes before a pdfco increment that is
    /// proved to be unfinished (invariant 8). The beginning of a truncated mark is a comment to every reader and stays.
    ///
    /// The cost grows with the last pdfco increment, not with the file, where the file ends as a sound one does.
    static func wholeLength(_ bytes: UnsafeRawBufferPointer) -> Int {
        let mark: WrittenMark?
        switch FileEnding(of: bytes) {
        case .foreign: mark = nil
        case .increment(let base):
            mark = WrittenMark(at: base < bytes.count && bytes[base] == 0x0A ? base + 1 : base, in: bytes)
        case .unknown: mark = .last(in: bytes)
        }
        guard let mark, mark.isUnfinished else { return bytes.count }
        return mark.base
    }
}
