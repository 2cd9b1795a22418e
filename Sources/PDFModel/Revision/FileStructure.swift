/// Where a PDF file begins and where its newest cross-reference section stands (ISO 32000-2, 7.5.2, 7.5.5).
public struct FileStructure: Sendable, Equatable {
    /// Bytes before `%PDF-`; every offset in the file counts from there.
    public var headerOffset: Int
    /// The number in the last `startxref`, as it stands in the file.
    public var startXRef: Int
    /// Where the last `startxref` with a number stands, in bytes from the start of the file.
    let keyword: Int
    /// Whether the word stands behind it once more, without a number. libqpdf passes over that; other readers, who look at the
    /// last one alone, search the whole file for objects then, and may find others.
    let isFollowedByWord: Bool

    /// How far from the start libqpdf, like other readers, looks for the header.
    private static let headerWindow = 1024
    /// How far from the end libqpdf looks for `startxref`.
    private static let tailWindow = 1054

    /// Finds both as libqpdf does, so that both mean the same section; `nil` where there is no `startxref`.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        headerOffset = Self.headerOffset(bytes) ?? 0
        var tail = bytes
        while let found = tail.lastOccurrence(of: "startxref", from: max(0, bytes.count - Self.tailWindow)) {
            var reader = SyntaxReader(bytes, at: found + "startxref".utf8.count)
            if let number = reader.integer() {
                startXRef = number
                keyword = found
                isFollowedByWord = tail.count < bytes.count
                return
            }
            tail = UnsafeRawBufferPointer(rebasing: bytes.prefix(found))
        }
        return nil
    }

    static func headerOffset(_ bytes: UnsafeRawBufferPointer) -> Int? {
        UnsafeRawBufferPointer(rebasing: bytes.prefix(headerWindow + 5)).firstOccurrence(of: "%PDF-", from: 0)
    }
}

extension UnsafeRawBufferPointer {
    /// The first place at or after `start` where `word` stands.
    func firstOccurrence(of word: StaticString, from start: Int) -> Int? {
        let length = word.utf8CodeUnitCount
        guard start >= 0, start + length <= count else { return nil }
        return (start...(count - length)).first { matches(word, at: $0) }
    }

    /// The last place at or after `start` where `word` stands.
    func lastOccurrence(of word: StaticString, from start: Int) -> Int? {
        let length = word.utf8CodeUnitCount
        guard start >= 0, start + length <= count else { return nil }
        return (start...(count - length)).last { matches(word, at: $0) }
    }

    func matches(_ word: StaticString, at place: Int) -> Bool {
        guard place >= 0, place + word.utf8CodeUnitCount <= count else { return false }
        return word.withUTF8Buffer { expected in
            expected.indices.allSatisfy { self[place + $0] == expected[$0] }
        }
    }
}
