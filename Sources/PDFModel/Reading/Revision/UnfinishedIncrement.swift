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
