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

/// The chain of cross-reference sections, from the newest to the oldest, and the revisions it stands for.
struct RevisionHistory {
    /// Newest first.
    var sections: [CrossReferenceSection] = []
    /// Oldest first; revisions without a complete `%%EOF` are left out.
    var revisions: [Revision] = []
    /// The chain leads back to a section that it has been through: the oldest section's `/Prev` is wrong.
    private(set) var isCircular = false

    /// Follows `/Prev` from the section that `structure` names; a section that was seen already ends the chain.
    init(_ bytes: UnsafeRawBufferPointer, _ structure: FileStructure) throws(PDFError) {
        var next: Int? = structure.startXRef
        var seen: Set<Int> = []
        while let offset = next {
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
                break
            }
        }
        revisions = Self.revisions(bytes, structure.headerOffset, sections)
    }

    /// The highest object number that any section mentions; new objects are numbered above it.
    var highestObject: Int { sections.map(\.highestObject).max() ?? 0 }

    /// Sections from oldest to newest, each with its end; the two sections of a linearized file, whose newer one
    /// stands before the older one (Annex F.3), are one revision.
    private static func revisions(
        _ bytes: UnsafeRawBufferPointer, _ headerOffset: Int, _ sections: [CrossReferenceSection]
    ) -> [Revision] {
        var ends: [Int] = []
        for section in sections.reversed() {
            guard let end = endOfFileMark(bytes, after: headerOffset + section.end) else { continue }
            if end > ends.last ?? 0 { ends.append(end) }
        }
        return ends.enumerated().map { Revision(number: $0.offset + 1, bytes: $0.element) }
    }

    /// The place behind the `%%EOF` of the section that ends at `place`, with its end-of-line marker.
    private static func endOfFileMark(_ bytes: UnsafeRawBufferPointer, after place: Int) -> Int? {
        let window = UnsafeRawBufferPointer(rebasing: bytes.prefix(place + 65_536))
        guard let start = window.firstOccurrence(of: "startxref", from: place),
            let mark = window.firstOccurrence(of: "%%EOF", from: start)
        else { return nil }
        var end = mark + 5
        if end < bytes.count, bytes[end] == 0x0D { end += 1 }
        if end < bytes.count, bytes[end] == 0x0A { end += 1 }
        return end
    }
}
