/// Where a PDF file begins and where its newest cross-reference section is (ISO 32000-2, 7.5.2, 7.5.5).
public struct FileStructure: Sendable, Equatable {
    /// The number of bytes before `%PDF-`; every offset in the file counts from there.
    public var headerOffset: Int
    /// The number in the last `startxref`, as written in the file.
    public var startXRef: Int
    /// The position of the last `startxref` with a number, in bytes from the start of the file.
    let keyword: Int
    /// Whether another `startxref` without a number follows it. libqpdf skips that one; other readers, which look only
    /// at the last one, then search the whole file for objects, and may find different ones.
    let isFollowedByWord: Bool

    /// How many bytes from the start libqpdf, like other readers, searches for the header.
    private static let headerWindow = 1024
    /// How many bytes before the end libqpdf searches for `startxref`.
    private static let tailWindow = 1054

    /// Finds the header and `startxref` as libqpdf does, so that both use the same section; `nil` where there is no
    /// `startxref`.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        headerOffset = Self.headerOffset(bytes) ?? 0
        var tail = bytes
        while let found = tail.lastOccurrence(of: "startxref", from: max(0, bytes.count - Self.tailWindow)) {
            var reader = SyntaxReader(bytes, at: found + "startxref".utf8.count)
            // libqpdf takes startxref12 and 12x for words.
            if reader.isAtEndOfWord, let number = reader.integer(), reader.isAtEndOfWord {
                startXRef = number
                keyword = found
                isFollowedByWord = tail.count < bytes.count
                return
            }
            tail = UnsafeRawBufferPointer(rebasing: bytes.prefix(found))
        }
        return nil
    }

    /// Whether a file that begins with these bytes, of which 2 KiB suffice, is meant to be a PDF file.
    package static func isPDF(beginning bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { headerOffset($0) != nil } }

    static func headerOffset(_ bytes: UnsafeRawBufferPointer) -> Int? {
        UnsafeRawBufferPointer(rebasing: bytes.prefix(headerWindow + 5)).firstOccurrence(of: "%PDF-", from: 0)
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the last position of `word` at or after `start`.
    func lastOccurrence(of word: StaticString, from start: Int) -> Int? {
        let length = word.utf8CodeUnitCount
        guard start >= 0, start + length <= count else { return nil }
        let first = word.utf8Start[0]
        var position = count - length
        while position >= start {
            if self[position] == first, matches(word, at: position) { return position }
            position -= 1
        }
        return nil
    }

    func matches(_ word: StaticString, at position: Int) -> Bool {
        guard position >= 0, position + word.utf8CodeUnitCount <= count else { return false }
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        for index in expected.indices where self[position + index] != expected[index] { return false }
        return true
    }
}
