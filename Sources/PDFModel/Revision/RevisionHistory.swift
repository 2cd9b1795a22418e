/// One state in which the document was saved (ISO 32000-2, 7.5.6): the file up to a complete `%%EOF`.
public struct Revision: Sendable, Equatable {
    /// From 1, the oldest, upwards.
    public var number: Int
    /// The length in bytes of the file as it was at this revision.
    public var bytes: Int

    public init(number: Int, bytes: Int) {
        self.number = number
        self.bytes = bytes
    }
}

/// The chain of cross-reference sections, from the newest to the oldest.
struct RevisionHistory {
    /// Newest first.
    var sections: [CrossReferenceSection] = []
    /// The chain leads back to a section that it has been through: the oldest section's `/Prev` is wrong.
    private(set) var isCircular = false
    /// Some section that `/Prev` leads to cannot be read.
    private(set) var isCutShort = false

    /// Follows `/Prev` from the section that `structure` names; a section that was seen already ends the chain.
    ///
    /// - Parameter earlier: the chain of a beginning of the file, whose newest section stands at `place`.
    init(
        _ bytes: UnsafeRawBufferPointer, _ structure: FileStructure, following earlier: RevisionHistory? = nil,
        at place: Int = 0
    ) throws(PDFError) {
        var next: Int? = structure.startXRef
        var seen: Set<Int> = []
        while let offset = next {
            if let earlier, offset == place, !earlier.isCircular, !earlier.isCutShort {
                sections += earlier.sections
                break
            }
            guard seen.insert(offset).inserted else {
                isCircular = true
                break
            }
            do throws(PDFError) {
                let section = try CrossReferenceSection(bytes, headerOffset: structure.headerOffset, offset: offset)
                sections.append(section)
                next = section.previous
            } catch {
                // Older sections may be beyond reading; the newest is what an update chains to.
                guard !sections.isEmpty else { throw error }
                isCutShort = true
                break
            }
        }
    }

    /// The highest object number that any section mentions; new objects are numbered above it.
    var highestObject: Int { sections.map(\.highestObject).max() ?? 0 }

    /// The revisions that the chain stands for, oldest first; those without a complete `%%EOF` are left out.
    ///
    /// The two sections of a linearized file, whose newer one stands before the older one (Annex F.3), are one revision.
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

/// Finds the `%%EOF` of one section after the other, in the order in which they stand in the file: so that no byte is
/// looked at twice, however many sections a crafted chain has.
private struct EndOfFileSearch {
    private var startXRef: ForwardSearch
    private var mark: ForwardSearch

    /// How far behind a section its `%%EOF` is looked for: its stream's data lie between where its length cannot be read.
    private static let window = 65_536

    init(_ bytes: UnsafeRawBufferPointer) {
        startXRef = ForwardSearch(bytes, "startxref")
        mark = ForwardSearch(bytes, "%%EOF")
    }

    /// The place behind the `%%EOF` of the section that ends at `place`, with its end-of-line marker.
    mutating func mark(after place: Int) -> Int? {
        guard let start = startXRef.next(from: place, before: place + Self.window),
            let found = mark.next(from: start, before: place + Self.window)
        else { return nil }
        let bytes = mark.bytes
        var end = found + 5
        if end < bytes.count, bytes[end] == 0x0D { end += 1 }
        if end < bytes.count, bytes[end] == 0x0A { end += 1 }
        return end
    }
}

/// Looks for a word from places that never go back.
private struct ForwardSearch {
    let bytes: UnsafeRawBufferPointer
    private let word: StaticString
    /// Where the word was found last, or where it was looked for in vain up to.
    private var place = 0
    private var isFound = false

    init(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) {
        self.bytes = bytes
        self.word = word
    }

    /// The first place at or after `start`, and before `limit`, where the word stands.
    mutating func next(from start: Int, before limit: Int) -> Int? {
        if !isFound || place < start {
            place = max(place, start)
            isFound = false
            while place < min(limit, bytes.count), !isFound {
                if bytes.matches(word, at: place) { isFound = true } else { place += 1 }
            }
        }
        return isFound && place < limit ? place : nil
    }
}
