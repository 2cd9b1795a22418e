internal import Crypto

/// The comment line with which every increment of pdfco begins: it states where the increment starts, how long it is
/// and its checksum, so that one that was cut off while it was written is recognised by that alone.
///
/// ```
/// %pdfco-increment 1 base=48213 length=1187 sha256=9f86d081884c7d65
/// ```
/// `base` is the length of the file before, `length` counts the bytes behind the line, and the checksum is the first
/// eight bytes of their SHA-256. A second line, before the increment's `startxref`, leads back to the first:
///
/// ```
/// %pdfco-end base=48213
/// ```
/// A comment means nothing to other readers (ISO 32000-2, 7.2.4).
struct IncrementMark: Equatable {
    var base: Int
    var length: Int
    var checksum: String

    private static let opening: StaticString = "%pdfco-increment 1 base="
    private static let endOpening: StaticString = "%pdfco-end base="
    /// With two numbers of at most eighteen digits.
    private static let longestLine = 128
    /// What a disk writes whole or not at all; file systems have blocks that are multiples of it.
    private static let sectorLength = 512

    init(base: Int, body: [UInt8]) {
        self.base = base
        length = body.count
        checksum = body.withUnsafeBytes { Self.checksum(of: $0) }
    }

    var line: String { "\(Self.opening)\(base) length=\(length) sha256=\(checksum)\n" }

    /// The line before `startxref` of an increment that was appended to `base` bytes.
    static func endLine(base: Int) -> String { "\(endOpening)\(base)\n" }

    private static func checksum(of body: UnsafeRawBufferPointer, and rest: [UInt8] = []) -> String {
        var hash = SHA256()
        hash.update(bufferPointer: body)
        hash.update(data: rest)
        return HexadecimalDigits.of(hash.finalize().prefix(8))
    }

    /// How many bytes of the file are whole: all of them, or those before an increment of ours that was not finished.
    ///
    /// Unfinished is only a tail that begins with a mark which states its own place, and that ends before the stated
    /// length or, at the stated length, has another checksum: because its end is missing or, where its end is there,
    /// because a power cut has left zeros before it. Bytes of any other origin are never counted off. A beginning
    /// of a mark that was itself cut off is a comment to every reader and stays.
    ///
    /// The cost grows with the last increment of ours, not with the file, where the file ends as a sound one does.
    static func wholeLength(_ bytes: UnsafeRawBufferPointer) -> Int {
        let (mark, bodyStart): (IncrementMark, Int)
        let ending = Ending(of: bytes)
        switch ending {
        case .foreign: return bytes.count
        case .increment(let base):
            let place = base < bytes.count && bytes[base] == 0x0A ? base + 1 : base
            guard let found = Self.mark(at: place, in: bytes), found.0.base == base else { return bytes.count }
            (mark, bodyStart) = found
        case .unknown:
            guard let found = last(in: bytes) else { return bytes.count }
            (mark, bodyStart) = found
        }
        let body = UnsafeRawBufferPointer(rebasing: bytes[bodyStart...])
        if body.count > mark.length || mark.describes(body) { return bytes.count }
        // The end of a whole increment in which somebody has changed a byte is there as well, and nothing is cut off.
        let isChanged = ending != .unknown && body.count == mark.length && !hasLostSector(bytes, from: bodyStart)
        return isChanged ? bytes.count : mark.base
    }

    /// Whether these are the bytes the mark was made for, or all but the line end behind `%%EOF`.
    private func describes(_ body: UnsafeRawBufferPointer) -> Bool {
        switch length - body.count {
        case 0: Self.checksum(of: body) == checksum
        case 1: Self.checksum(of: body, and: [0x0A]) == checksum
        default: false
        }
    }

    /// Whether a sector, as far as it lies behind `start`, holds zeros alone.
    private static func hasLostSector(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
        var start = start
        while start < bytes.count {
            let end = min((start / sectorLength + 1) * sectorLength, bytes.count)
            if bytes[start..<end].allSatisfy({ $0 == 0 }) { return true }
            start = end
        }
        return false
    }

    /// How a file ends, from a look at its last bytes.
    private enum Ending: Equatable {
        /// With a section that no increment of ours, nor a part of one, ends with.
        case foreign
        /// With the end of an increment of ours that was appended to so many bytes.
        case increment(base: Int)
        /// Not as a file should.
        case unknown

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
            guard let place = line.lastOccurrence(of: endOpening, from: max(0, end - longestLine)) else { return nil }
            var reader = SyntaxReader(line, at: place + endOpening.utf8CodeUnitCount)
            guard let base = reader.integer(), reader.position == end else { return nil }
            return base
        }
    }

    /// The last mark that stands where it says it does, and the place behind its line.
    private static func last(in bytes: UnsafeRawBufferPointer) -> (IncrementMark, bodyStart: Int)? {
        var end = bytes.count
        while let place = UnsafeRawBufferPointer(rebasing: bytes.prefix(end)).lastOccurrence(of: opening, from: 0) {
            if let (mark, bodyStart) = mark(at: place, in: bytes), mark.stands(at: place, in: bytes) {
                return (mark, bodyStart)
            }
            end = place
        }
        return nil
    }

    /// Whether the mark begins where its file ended, or behind the line end that was missing there.
    private func stands(at place: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        if base == place { return true }
        return base == place - 1 && bytes[base] == 0x0A
    }

    private static func mark(at place: Int, in bytes: UnsafeRawBufferPointer) -> (IncrementMark, bodyStart: Int)? {
        guard bytes.matches(opening, at: place) else { return nil }
        // No further than a line of ours is long: what follows a crafted one is not read for each of many.
        let line = UnsafeRawBufferPointer(rebasing: bytes.prefix(place + longestLine))
        var reader = SyntaxReader(line, at: place + opening.utf8CodeUnitCount)
        guard let base = reader.integer(), reader.skip("length="), let length = reader.integer(),
            reader.skip("sha256=")
        else { return nil }
        let digits = line[reader.position...].prefix(16)
        let bodyStart = reader.position + 17
        guard digits.count == 16, bodyStart <= line.count, line[bodyStart - 1] == 0x0A else { return nil }
        let checksum = String(decoding: digits, as: UTF8.self)
        return (IncrementMark(base: base, length: length, checksum: checksum), bodyStart)
    }

    /// A mark whose checksum is still to come; its line is as long as the finished one's.
    init(base: Int, length: Int) {
        self.init(base: base, length: length, checksum: String(repeating: "0", count: 16))
    }

    private init(base: Int, length: Int, checksum: String) {
        self.base = base
        self.length = length
        self.checksum = checksum
    }
}
