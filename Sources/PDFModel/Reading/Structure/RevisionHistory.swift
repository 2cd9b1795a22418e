/// One saved state of the document (ISO 32000-2, 7.5.6): the file up to a complete `%%EOF`.
public struct Revision: Sendable, Equatable, Encodable {
    /// The number, from 1 for the oldest revision.
    public var number: Int
    /// The length of the file at this revision, in bytes.
    public var bytes: Int

    /// Creates a revision with that number, from 1, that ends after that number of bytes.
    public init(number: Int, bytes: Int) {
        self.number = number
        self.bytes = bytes
    }
}

/// The chain of cross-reference sections, from the newest to the oldest.
struct RevisionHistory {
    /// The sections, newest first.
    var sections: [CrossReferenceSection] = []
    /// Whether the chain leads back to a section already in it: the oldest section's `/Prev` is wrong.
    private(set) var isCircular = false
    /// Whether a section that `/Prev` leads to cannot be read.
    private(set) var isCutShort = false

    /// Follows `/Prev` from the section that `structure` gives; a section already in the chain ends it.
    ///
    /// - Parameter earlier: the chain of a prefix of the file, whose newest section is at `position`.
    init(
        _ bytes: UnsafeRawBufferPointer, _ structure: FileStructure, following earlier: RevisionHistory? = nil,
        at position: Int = 0
    ) throws(PDFError) {
        var next: Int? = structure.startXRef
        var seen: Set<Int> = []
        while let offset = next {
            if let earlier, offset == position, !earlier.isCircular, !earlier.isCutShort {
                sections += earlier.sections
                break
            }
            guard seen.insert(offset).inserted else {
                isCircular = true
                break
            }
            do {
                let section = try CrossReferenceSection(bytes, headerOffset: structure.headerOffset, offset: offset)
                sections.append(section)
                next = section.previous
            } catch {
                // Older sections may be unreadable; an update chains to the newest one.
                guard !sections.isEmpty else { throw error }
                isCutShort = true
                break
            }
        }
    }

    /// The highest object number that any section mentions; new objects are numbered above it.
    var highestObject: Int { sections.map(\.highestObject).max() ?? 0 }

    /// Returns the revisions that the chain represents, oldest first; omits those without a complete `%%EOF`.
    ///
    /// The two sections of a linearized file, where the newer one precedes the older one (Annex F.3), are one revision.
    func revisions(of bytes: UnsafeRawBufferPointer, headerOffset: Int) -> [Revision] {
        var search = EndOfFileSearch(bytes)
        var marks: [Int: Int] = [:]
        for end in Set(sections.map(\.end)).sorted() { marks[end] = search.mark(after: headerOffset + end) }
        var ends: [Int] = []
        for section in sections.reversed() {
            guard let end = marks[section.end] else { continue }
            if end > ends.last ?? 0 { ends.append(end) }
        }
        return ends.enumerated().map { Revision(number: $0.offset + 1, bytes: $0.element) }
    }
}

/// Finds the `%%EOF` of one section after another, in file order, so that no byte is examined twice, however many
/// sections a crafted chain has.
private struct EndOfFileSearch {
    private var startXRef: ForwardSearch
    private var mark: ForwardSearch

    /// How far after a section its `%%EOF` is searched for: the data of its stream is in between where its length is
    /// unreadable.
    private static let window = 65_536

    init(_ bytes: UnsafeRawBufferPointer) {
        startXRef = ForwardSearch(bytes, "startxref")
        mark = ForwardSearch(bytes, "%%EOF")
    }

    /// Returns the position after the `%%EOF` of the section that ends at `position`, and after its end-of-line marker.
    mutating func mark(after position: Int) -> Int? {
        guard let start = startXRef.next(from: position, before: position + Self.window),
            let found = mark.next(from: start, before: position + Self.window)
        else { return nil }
        let bytes = mark.bytes
        var end = found + 5
        if end < bytes.count, bytes[end] == 0x0D { end += 1 }
        if end < bytes.count, bytes[end] == 0x0A { end += 1 }
        return end
    }
}

/// Searches for a word from positions that never go back.
private struct ForwardSearch {
    let bytes: UnsafeRawBufferPointer
    private let word: StaticString
    /// Where the word was last found, or where the last unsuccessful search ended.
    private var position = 0
    private var isFound = false

    init(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) {
        self.bytes = bytes
        self.word = word
    }

    /// Returns the first position of the word at or after `start` and before `limit`.
    mutating func next(from start: Int, before limit: Int) -> Int? {
        if !isFound || position < start {
            position = max(position, start)
            isFound = false
            while position < min(limit, bytes.count), !isFound {
                if bytes.matches(word, at: position) { isFound = true } else { position += 1 }
            }
        }
        return isFound && position < limit ? position : nil
    }
}
