internal import Cryptography

extension WrittenMark {
    /// Whether what follows a mark of version 1 is a part of its increment. The mark states a single checksum, so only
    /// words distinguish a part of a pdfco increment from what another program appended: a part with the end of any
    /// other revision is not pdfco's.
    ///
    /// ```
    /// %pdfco-increment 1 base=48213 length=1187 sha256=9f86d081884c7d65
    /// ```
    var isUnfinishedVersionOne: Bool {
        let lineEnd = digits + Self.checksumDigits
        // A truncated line is a comment to every reader, and short.
        guard lineEnd < bytes.count, bytes[lineEnd] == 0x0A else { return false }
        let body = (lineEnd + 1)..<(lineEnd + 1 + length)
        guard bytes.count <= body.upperBound, !isWholeVersionOne(body) else { return false }
        let written = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        guard written < body.upperBound - 1 || hasLostSector(from: body.lowerBound) else { return false }
        return !hasForeignEnd(body.lowerBound..<max(body.lowerBound, written), of: body)
    }

    private static var checksumDigits: Int { 16 }
    /// The unit that a disk writes atomically; file systems have blocks that are multiples of it.
    private static var sectorLength: Int { 512 }

    /// Whether the body is complete, or lacks only the line end after `%%EOF`.
    private func isWholeVersionOne(_ body: Range<Int>) -> Bool {
        guard bytes.count >= body.upperBound - 1 else { return false }
        let end: [UInt8] = bytes.count < body.upperBound ? [0x0A] : []
        let checksum = Self.checksumVersionOne(of: UnsafeRawBufferPointer(rebasing: bytes[body.lowerBound...]), end)
        return bytes[digits...].starts(with: checksum.utf8)
    }

    /// Returns the first eight bytes of the SHA-256 of a body, in hexadecimal.
    static func checksumVersionOne(of body: UnsafeRawBufferPointer, _ end: [UInt8] = []) -> String {
        var hash = SHA256()
        hash.update(body)
        hash.update(end)
        return hash.digits
    }

    /// Whether a sector, as far as it is after `start`, has only zeros.
    private func hasLostSector(from start: Int) -> Bool {
        var start = start
        while start < bytes.count {
            let end = min((start / Self.sectorLength + 1) * Self.sectorLength, bytes.count)
            if bytes[start..<end].allSatisfy({ $0 == 0 }) { return true }
            start = end
        }
        return false
    }
}
