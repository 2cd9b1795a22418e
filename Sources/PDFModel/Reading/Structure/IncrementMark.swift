/// The comment line with which every increment of pdfco begins. It states where the increment starts, how long it is,
/// and a checksum of each of its blocks, so that the rest of a truncated increment is proved to be part of it
/// (invariant 8).
///
/// ```
/// %pdfco-increment 2 base=48213 length=187 blocks=9f86d081884c7d650000
/// ```
/// `base` is the previous length of the file, and `length` counts the bytes after the line, the *body*. A block is
/// what lies between two multiples of ``blockLength`` in the file, as far as it is in the body. `blocks` has four
/// hexadecimal digits for each block, and `0000` for each further one that the body could touch if it began elsewhere.
/// A second line, before the increment's `startxref`, leads back to the first:
///
/// ```
/// %pdfco-end base=48213
/// ```
/// A comment means nothing to other readers (ISO 32000-2, 7.2.4).
struct IncrementMark: Equatable {
    var base: Int
    var length: Int

    /// The length of a block in bytes. It divides the unit that a disk writes atomically, so a power failure loses
    /// whole blocks. In a file truncated at any byte, less than one block at the end is not proved by a checksum.
    static let blockLength = 64
    static let opening: StaticString = "%pdfco-increment 2 base="
    static let endOpening: StaticString = "%pdfco-end base="
    static let digitsPerBlock = 4

    /// The part of the line before the checksums.
    var head: [UInt8] {
        var writer = ObjectWriter()
        writer.token(Self.opening)
        writer.write(.integer(base))
        writer.token(" length=")
        writer.write(.integer(length))
        writer.token(" blocks=")
        return writer.bytes
    }

    /// The number of hexadecimal digits of the checksums, wherever the body begins.
    var digitCount: Int { ((length + Self.blockLength - 2) / Self.blockLength + 1) * Self.digitsPerBlock }

    /// The length of the line in bytes.
    var count: Int { head.count + digitCount + 1 }

    /// Returns the line before `startxref` of an increment that was appended to `base` bytes.
    static func endLine(base: Int) -> String { "\(endOpening)\(base)\n" }

    /// Returns the line of a body that begins at `start` in the file.
    func line(of body: [UInt8], at start: Int) -> [UInt8] {
        var line = head
        line.reserveCapacity(count)
        body.withUnsafeBytes { bytes in
            _ = Self.checksums(of: bytes, from: start) { checksum in
                for index in 0..<Self.digitsPerBlock { line.append(Self.digit(index, of: checksum)) }
                return true
            }
        }
        line += repeatElement(UInt8(ascii: "0"), count: count - 1 - line.count)
        return line + [0x0A]
    }

    /// Returns the end of the block that begins at or contains `position`; the last block ends with the body.
    static func endOfBlock(at position: Int, in body: Range<Int>) -> Int {
        min((position / blockLength + 1) * blockLength, body.upperBound)
    }

    /// Whether the digits at `position` are the checksum of a block.
    static func digits(
        at position: Int, of bytes: UnsafeRawBufferPointer, fit block: UnsafeRawBufferPointer, _ rest: [UInt8] = []
    ) -> Bool {
        digits(at: position, of: bytes, are: checksum(of: block, rest))
    }

    /// Calls `body` with the checksum of each block of some bytes, which begin at `start` in the file, until it returns
    /// false; returns whether it never did.
    static func checksums(of bytes: UnsafeRawBufferPointer, from start: Int, _ body: (UInt16) -> Bool) -> Bool {
        let range = start..<(start + bytes.count)
        var position = start
        while position < range.upperBound {
            let end = endOfBlock(at: position, in: range)
            guard body(checksum(of: UnsafeRawBufferPointer(rebasing: bytes[(position - start)..<(end - start)])))
            else { return false }
            position = end
        }
        return true
    }

    /// FNV-1a with 32 bits, folded to 16.
    private static func checksum(of block: UnsafeRawBufferPointer, _ rest: [UInt8] = []) -> UInt16 {
        var hash: UInt32 = 2_166_136_261
        for byte in block { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        for byte in rest { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return UInt16(truncatingIfNeeded: hash >> 16 ^ hash)
    }

    /// Whether the digits at `position` are a checksum.
    static func digits(at position: Int, of bytes: UnsafeRawBufferPointer, are checksum: UInt16) -> Bool {
        bytes[position] == digit(0, of: checksum) && bytes[position + 1] == digit(1, of: checksum)
            && bytes[position + 2] == digit(2, of: checksum) && bytes[position + 3] == digit(3, of: checksum)
    }

    private static func digit(_ index: Int, of checksum: UInt16) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: checksum >> (12 - 4 * UInt16(index))) & 15
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
