/// An ``IncrementMark`` as written in a file, and whether an unfinished increment follows it.
struct WrittenMark {
    let bytes: UnsafeRawBufferPointer
    /// The length of the file before the increment.
    let base: Int
    let length: Int
    private let version: Version
    /// Where the checksums begin.
    let digits: Int

    private enum Version: CaseIterable {
        /// With one checksum of the whole body, which proves nothing about a part of it.
        case one
        case two

        var opening: StaticString {
            switch self {
            case .one: "%pdfco-increment 1 base="
            case .two: IncrementMark.opening
            }
        }
    }

    private static let anyOpening: StaticString = "%pdfco-increment "
    /// The maximum length of the line up to the checksums, with two numbers of at most eighteen digits.
    private static let longestHead = 96

    /// Reads the mark at `position`, which must be where its file ended, or after the line end that was missing there.
    init?(at position: Int, in bytes: UnsafeRawBufferPointer) {
        guard let version = Version.allCases.first(where: { bytes.matches($0.opening, at: position) }) else {
            return nil
        }
        // Reads no further than the longest pdfco line: with many crafted marks, what follows would be read for each of
        // them.
        let line = UnsafeRawBufferPointer(rebasing: bytes.prefix(position + Self.longestHead))
        var reader = SyntaxReader(line, at: position + version.opening.utf8CodeUnitCount)
        guard let base = reader.integer(), base == position || (base == position - 1 && bytes[base] == 0x0A),
            reader.skip("length="), let length = reader.integer(), length > 0, length < 1 << 48
        else { return nil }
        let mark = IncrementMark(base: base, length: length)
        let head = version == .two ? mark.head : Array("\(version.opening)\(base) length=\(length) sha256=".utf8)
        digits = position + head.count
        guard digits <= bytes.count, bytes[position..<digits].elementsEqual(head) else { return nil }
        (self.bytes, self.base, self.length, self.version) = (bytes, base, length, version)
    }

    /// Returns the last mark of a file.
    static func last(in bytes: UnsafeRawBufferPointer) -> WrittenMark? {
        var end = bytes.count
        while let position = UnsafeRawBufferPointer(rebasing: bytes.prefix(end)).lastOccurrence(of: anyOpening, from: 0)
        {
            if let mark = WrittenMark(at: position, in: bytes) { return mark }
            end = position
        }
        return nil
    }

    /// Whether everything that follows can only be a part of the increment that the mark describes (invariant 8).
    ///
    /// Every block of it has the checksum that the mark states, or is zeros, which a power failure leaves. One block
    /// may have only its beginning, before zeros or the end of the file: that part ends no revision but pdfco's.
    /// Anything longer than stated, or with any other byte, stays.
    var isUnfinished: Bool {
        switch version {
        case .one: isUnfinishedVersionOne
        case .two: isUnfinishedLine ?? isUnfinishedBody
        }
    }

    /// The position of the line's end.
    private var lineEnd: Int { digits + IncrementMark(base: base, length: length).digitCount }

    /// Whether the line itself is unfinished: the body is written only after the line is on disk. `nil` where the line
    /// is complete.
    private var isUnfinishedLine: Bool? {
        let written = bytes[digits..<min(lineEnd, bytes.count)]
        if lineEnd < bytes.count, bytes[lineEnd] == 0x0A, !written.contains(0) { return nil }
        let rest = bytes[min(lineEnd, bytes.count)...]
        let isDigit = { (byte: UInt8) in byte == 0 || (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
        return written.allSatisfy(isDigit)
            && (rest.isEmpty || rest.elementsEqual([0x0A]) || rest.allSatisfy { $0 == 0 })
    }

    private var isUnfinishedBody: Bool {
        let body = (lineEnd + 1)..<(lineEnd + 1 + length)
        guard bytes.count <= body.upperBound else { return false }
        // An increment that lacks only its last line end has lost nothing.
        if isWhole(body) { return false }
        var torn: Range<Int>?
        var position = body.lowerBound
        var checksum = digits
        while position < bytes.count {
            let end = IncrementMark.endOfBlock(at: position, in: body)
            let block = UnsafeRawBufferPointer(rebasing: bytes[position..<min(end, bytes.count)])
            let isIntact = end <= bytes.count && IncrementMark.digits(at: checksum, of: bytes, fit: block)
            if let last = block.lastIndex(where: { $0 != 0 }) {
                // Only zeros may follow the beginning of a block; a complete block with another checksum was changed.
                guard torn == nil, isIntact || position + last + 1 < end else { return false }
                if !isIntact { torn = position..<(position + last + 1) }
            }
            position = end
            checksum += IncrementMark.digitsPerBlock
        }
        return !endsForeignRevision(in: body) && torn.map { !hasForeignEnd($0, of: body) } ?? true
    }

    /// Whether a revision other than pdfco's ends in the body, as far as the body is there: a `startxref` leads to a
    /// section. A forged mark has the right checksums for whatever follows it.
    private func endsForeignRevision(in body: Range<Int>) -> Bool {
        let written = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        var position = body.lowerBound
        while let keyword = bytes.firstOccurrence(of: "startxref", from: position) {
            position = keyword + 9
            var reader = SyntaxReader(bytes, at: position)
            guard let offset = reader.integer(), offset < bytes.count,
                CrossReferenceSection.begins(bytes, at: offset + (FileStructure.headerOffset(bytes) ?? 0))
            else { continue }
            if !isOwnEnd(keyword..<max(keyword, min(body.upperBound, written)), of: body) { return true }
        }
        return false
    }

    /// Whether the body is complete, or lacks only the line end after `%%EOF`.
    private func isWhole(_ body: Range<Int>) -> Bool {
        guard bytes.count >= body.upperBound - 1 else { return false }
        // The last block may lack its line end.
        let last = max(body.lowerBound, (body.upperBound - 1) / IncrementMark.blockLength * IncrementMark.blockLength)
        var checksum = digits
        let areWhole = IncrementMark.checksums(
            of: UnsafeRawBufferPointer(rebasing: bytes[body.lowerBound..<last]), from: body.lowerBound
        ) { found in
            defer { checksum += IncrementMark.digitsPerBlock }
            return IncrementMark.digits(at: checksum, of: bytes, are: found)
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[last..<min(body.upperBound, bytes.count)])
        return areWhole
            && IncrementMark.digits(
                at: checksum, of: bytes, fit: rest, bytes.count < body.upperBound ? [0x0A] : [])
    }

    // MARK: The end of a revision

    /// Whether any of the part ends a revision elsewhere than at the increment's own end.
    func hasForeignEnd(_ part: Range<Int>, of body: Range<Int>) -> Bool {
        let text = UnsafeRawBufferPointer(rebasing: bytes.prefix(part.upperBound))
        // A word may begin in the previous block.
        var position = max(body.lowerBound, part.lowerBound - 8)
        while let keyword = text.firstOccurrence(of: "startxref", from: position) {
            position = keyword + 9
            // As in a string that pdfco wrote, it leads nowhere unless white space or a comment follows.
            guard position < text.count, SyntaxReader.isSpace(text[position]) || text[position] == UInt8(ascii: "%")
            else {
                continue
            }
            return !isOwnEnd(keyword..<part.upperBound, of: body)
        }
        return text.firstOccurrence(of: "%%EOF", from: part.lowerBound) != nil
    }

    /// Whether the part is the end of the increment, or the beginning of that end, in the right position.
    private func isOwnEnd(_ part: Range<Int>, of body: Range<Int>) -> Bool {
        let line = IncrementMark.endLine(base: base)
        let lineStart = part.lowerBound - line.utf8.count
        guard lineStart >= body.lowerBound, bytes[lineStart..<part.lowerBound].elementsEqual(line.utf8) else {
            return false
        }
        let (before, after) = ("startxref\n", "\n%%EOF\n")
        let digitCount = body.upperBound - part.lowerBound - before.utf8.count - after.utf8.count
        guard (1...18).contains(digitCount) else { return false }
        let expected =
            before.utf8.map(Optional.some) + repeatElement(nil, count: digitCount) + after.utf8.map(Optional.some)
        return zip(bytes[part], expected).allSatisfy { byte, expected in
            expected.map { byte == $0 } ?? (0x30...0x39).contains(byte)
        }
    }
}
