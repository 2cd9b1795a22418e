internal import LinuxFiles

/// One record of a log: a line of text.
///
/// ```
/// 8d1f77aa 318 change 3 {"edits":[…]}
/// ```
/// Checksum, length of the payload in bytes, kind, count, payload. The checksum, in hexadecimal, continues that of the
/// record before and covers the rest of the line with its line feed: it detects a record that was truncated, changed or
/// moved.
struct LogRecord {
    enum Kind: String, CaseIterable {
        /// The first record: the document that the log belongs to.
        case header
        /// A change; the count is the number of edits in it.
        case change
        /// The count is the number of changes to undo.
        case undo
        /// The count is the number of undone changes to redo.
        case redo
        /// A change that takes a saved one back; the count is the number of edits in it. Those that were undone can still be
        /// redone.
        case back
        /// The last change, which took a saved one back, is withdrawn.
        case withdraw
        /// The changes so far are about to be saved in the document; the payload says how to recognise it then.
        case saving
    }

    var kind: Kind
    var count: Int
    /// The range of the payload in the log.
    var payload: Range<Int>
    /// The offset of the record's end.
    var end: Int
    var checksum: UInt32

    /// Returns the bytes of a record that follows one with the given checksum.
    static func bytes(
        _ kind: Kind, count: Int, payload: some Collection<UInt8>, after previous: UInt32
    ) -> (bytes: [UInt8], checksum: UInt32) {
        precondition(!payload.contains(0x0A), "A record is one line.")
        precondition((0...LogLimits.number).contains(count), "A count has as many digits as are read.")
        let rest = Array(" \(payload.count) \(kind.rawValue) \(count) ".utf8) + payload + [0x0A]
        let checksum = rest.withUnsafeBytes { CRC32C.checksum(of: $0, after: previous) }
        return (checksum.hexadecimal.utf8 + rest, checksum)
    }

    /// Reads the record at `start`; `nil` if there is no complete one.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int, after previous: UInt32) {
        var reader = LogRecordReader(bytes: bytes, place: start)
        guard let checksum = reader.checksum(), let length = reader.number(), let kind = reader.kind(),
            let count = reader.number(), length < bytes.count - reader.place,
            bytes[reader.place + length] == 0x0A
        else { return nil }
        payload = reader.place..<reader.place + length
        end = payload.upperBound + 1
        let covered = UnsafeRawBufferPointer(rebasing: bytes[start + 8..<end])
        guard CRC32C.checksum(of: covered, after: previous) == checksum else { return nil }
        self.checksum = checksum
        self.kind = kind
        self.count = count
    }

    /// Whether the bytes at `start` are a record that was cut off at the end, as a crash leaves it, and not a damaged
    /// complete one; or the remains, after a power cut, of `records` records that were written at once.
    static func isCutOff(_ bytes: UnsafeRawBufferPointer, at start: Int, records: Int = 1) -> Bool {
        if hasLostSectors(bytes, from: start) {
            return bytes[start...].dropLast().count { $0 == 0x0A } < records
        }
        if bytes[start...].contains(0x0A) { return false }
        var reader = LogRecordReader(bytes: bytes, place: start)
        guard reader.checksum() != nil, let length = reader.number(), reader.kind() != nil, reader.number() != nil
        else { return true }
        return length >= bytes.count - reader.place
    }

    /// Whether there are zeros, which no record contains, from a sector boundary or the start of the write up to
    /// another sector boundary or the end: bytes that had not reached the disk when others after them had.
    private static func hasLostSectors(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
        guard let first = bytes[start...].firstIndex(of: 0), let last = bytes[start...].lastIndex(of: 0) else {
            return false
        }
        let end = last + 1
        return (first == start || first % sectorLength == 0) && (end == bytes.count || end % sectorLength == 0)
    }

    /// The unit that a disk writes whole or not at all, in bytes.
    private static let sectorLength = 512
}
