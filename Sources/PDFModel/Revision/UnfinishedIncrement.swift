/// What a crash leaves of an increment that was appended to a file.
enum UnfinishedIncrement {
    /// How many bytes of the file are its document: all of them, or those before an increment of ours that is proved
    /// to be unfinished (invariant 8). A beginning of a mark that was itself cut off is a comment to every reader and
    /// stays.
    ///
    /// The cost grows with the last increment of ours, not with the file, where the file ends as a sound one does.
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
