internal import Crypto

/// The comment line with which every increment of pdfco begins: it states where the increment starts, how long it is
/// and its checksum, so that one that was cut off while it was written is recognised by that alone.
///
/// ```
/// %pdfco-increment 1 base=48213 length=1187 sha256=9f86d081884c7d65
/// ```
/// `base` is the length of the file before, `length` counts the bytes behind the line, and the checksum is the first
/// eight bytes of their SHA-256. A comment means nothing to other readers (ISO 32000-2, 7.2.4).
struct IncrementMark: Equatable {
    var base: Int
    var length: Int
    var checksum: String

    private static let opening: StaticString = "%pdfco-increment 1 base="
    /// With two numbers of at most eighteen digits.
    private static let longestLine = 128

    init(base: Int, body: [UInt8]) {
        self.base = base
        length = body.count
        checksum = Self.checksum(of: body)
    }

    var line: String { "\(Self.opening)\(base) length=\(length) sha256=\(checksum)\n" }

    static func checksum(of body: some Sequence<UInt8>) -> String {
        HexadecimalDigits.of(SHA256.hash(data: Array(body)).prefix(8))
    }

    /// How many bytes of the file are whole: all of them, or those before an increment of ours that was not finished.
    ///
    /// Only a tail that begins with a mark which states its own place, and that ends before the stated length or, at
    /// the stated length, has another checksum, is unfinished. Bytes of any other origin are never counted off. A
    /// beginning of a mark that was itself cut off is a comment to every reader and stays.
    ///
    /// The cost does not grow with the file where it ends in `%%EOF` and the number before that is right: what is copied into
    /// an increment may hold such words as well, but not the number.
    static func wholeLength(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard !endsInSection(bytes), let (mark, bodyStart) = last(in: bytes) else { return bytes.count }
        let body = bytes[bodyStart...]
        if body.count > mark.length { return bytes.count }
        if body.count == mark.length, checksum(of: body) == mark.checksum { return bytes.count }
        return mark.base
    }

    private static func endsInSection(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var end = bytes.count
        while end > 0, SyntaxReader.isSpace(bytes[end - 1]), bytes[end - 1] != 0 { end -= 1 }
        guard bytes.matches("%%EOF", at: end - 5), let structure = FileStructure(bytes) else { return false }
        return CrossReferenceSection.begins(bytes, at: structure.headerOffset + structure.startXRef)
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
