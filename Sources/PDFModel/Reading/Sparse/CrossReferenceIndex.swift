/// The positions of a file's objects, looked up one by one in its cross-reference sections (ISO 32000-2, 7.5.4 and
/// 7.5.8).
///
/// A table is never read whole: an entry is 20 bytes at an offset that can be computed. The rows of a stream are kept as
/// bytes, once one is needed. The meaning of an entry, and which of several counts, is as in libqpdf. Anything that a
/// reader may interpret differently is a ``PartialReadingError``.
final class CrossReferenceIndex {
    private let bytes: UnsafeRawBufferPointer
    private let headerOffset: Int
    private let memory: (any AdvisedMemory)?
    /// In search order: newest first, a hybrid section's stream after its table.
    private let sections: [Listing]
    /// The offsets of the cross-reference streams by their objects; -1 where two have the same one.
    private let streams: [IndirectReference: Int]
    /// The value of `/Size`, which is one more than the highest number.
    let size: Int
    /// The newest trailer.
    let trailer: PDFDictionary
    /// The decoded data of cross-reference streams by their offsets.
    private var rows: [Int: [UInt8]]

    /// - Parameters:
    ///   - memory: where the bytes are.
    ///   - earlier: the index of the file with which this file begins.
    init(
        _ bytes: UnsafeRawBufferPointer, headerOffset: Int, _ history: RevisionHistory,
        in memory: (any AdvisedMemory)? = nil, following earlier: CrossReferenceIndex? = nil
    ) throws(PartialReadingError) {
        guard !history.isCircular, !history.isCutShort, let newest = history.sections.first else {
            throw PartialReadingError("its chain of cross-reference sections has no proper end")
        }
        (self.bytes, self.headerOffset, self.memory) = (bytes, headerOffset, memory)
        rows = earlier?.rows ?? [:]
        var listings: [Listing] = []
        for section in history.sections { listings.append(try Listing(section)) }
        sections = listings
        let streams = listings.map { ($0.hidden.first ?? $0).section }.compactMap { section in
            section.stream.map { ($0, section.offset) }
        }
        self.streams = Dictionary(streams) { $0 == $1 ? $0 : -1 }
        trailer = newest.trailer
        size = newest.trailer[.size]?.integerValue ?? 0
        guard listings.map(\.end).max() == size, size <= CrossReferenceEntry.numberLimit else {
            throw PartialReadingError("its /Size is not one more than the highest object number")
        }
    }

    /// Returns the entry of the object that `reference` refers to; `nil` where the file has none.
    func entry(of reference: IndirectReference) throws(PartialReadingError) -> CrossReferenceEntry? {
        let entry = try listedEntry(of: reference)
        // libqpdf keeps a cross-reference stream under its number, whatever the sections list there.
        if let offset = streams[reference], entry?.location != .file(offset) {
            throw PartialReadingError("object \(reference.number) is a cross-reference stream and not listed")
        }
        return entry
    }

    private func listedEntry(of reference: IndirectReference) throws(PartialReadingError) -> CrossReferenceEntry? {
        var newest: CrossReferenceEntry?
        for listing in sections where listing.lists(reference.number) {
            let listed = try entry(of: reference.number, in: listing)
            let hidden: CrossReferenceEntry? =
                if let stream = listing.hidden.first { try entry(of: reference.number, in: stream) } else { nil }
            for entry in [listed, hidden].compactMap(\.self) {
                if newest?.location == .free {
                    // Some readers take it, as the standard says; some go by the table.
                    guard entry.location == .free else {
                        throw PartialReadingError("object \(reference.number) is free, and in a hidden section not")
                    }
                }
                // Some readers take it for the requested object; libqpdf 11 takes what was there before, libqpdf 12 the one
                // of the highest generation.
                guard
                    entry.location == .free || entry.reference == reference
                        || newest != nil && entry.reference.generation < reference.generation
                else { throw PartialReadingError("object \(reference.number) has another generation") }
                newest = newest ?? entry
            }
            // Older sections do not count for a number that is free.
            if newest?.location == .free { return nil }
        }
        return newest
    }

    /// Returns the entry of a number in one section; `nil` if it lists none.
    private func entry(
        of number: Int, in listing: Listing
    ) throws(PartialReadingError) -> CrossReferenceEntry? {
        guard let position = listing.position(of: number) else { return nil }
        if listing.section.kind == .stream { return try row(position, of: listing.section, for: number) }
        return try tableEntry(at: position, for: number)
    }

    /// The objects of hidden sections whose tables list them as free, by number.
    func hiddenEntries() throws(PartialReadingError) -> [CrossReferenceEntry] {
        var entries: [CrossReferenceEntry] = []
        for (index, listing) in sections.enumerated() {
            guard let hidden = listing.hidden.first else { continue }
            for subsection in hidden.section.subsections {
                for number in subsection.first..<subsection.end {
                    guard let position = listing.position(of: number), let row = hidden.position(of: number),
                        !sections[..<index].contains(where: { $0.lists(number) }),
                        try tableEntry(at: position, for: number).location == .free
                    else { continue }
                    entries.append(try self.row(row, of: hidden.section, for: number))
                }
            }
        }
        return entries.filter { $0.location != .free }.sorted { $0.reference < $1.reference }
    }

    /// Throws where a section that begins at `start` or after it has anything of another form than the standard
    /// requires.
    func checkEntries(from start: Int) throws(PartialReadingError) {
        for section in sections.flatMap({ [$0] + $0.hidden }).map(\.section)
        where section.offset + headerOffset >= start {
            for subsection in section.subsections {
                for offset in 0..<subsection.count {
                    if section.kind == .stream {
                        _ = try row(subsection.position + offset, of: section, for: subsection.first + offset)
                    } else {
                        _ = try tableEntry(at: subsection.position + 20 * offset, for: subsection.first + offset)
                    }
                }
            }
        }
    }

    /// Returns the entry at `position`, in bytes from the header, if it has the form that the standard requires.
    private func tableEntry(at position: Int, for number: Int) throws(PartialReadingError) -> CrossReferenceEntry {
        let start = position + headerOffset
        guard start >= 0, start <= bytes.count - 20, let second = digits(start, 10),
            let generation = digits(start + 11, 5),
            bytes[start + 10] == 0x20, bytes[start + 16] == 0x20, [0x20, 0x0D].contains(bytes[start + 18]),
            [0x0A, 0x0D].contains(bytes[start + 19])
        else { throw PartialReadingError("the cross-reference entry of object \(number) is malformed") }
        let reference = IndirectReference(number, generation: generation)
        switch bytes[start + 17] {
        case UInt8(ascii: "n"): return CrossReferenceEntry(reference: reference, location: .file(second))
        case UInt8(ascii: "f"): return CrossReferenceEntry(reference: reference, location: .free)
        default: throw PartialReadingError("the cross-reference entry of object \(number) has an unknown type")
        }
    }

    private func digits(_ start: Int, _ count: Int) -> Int? {
        var value = 0
        for byte in bytes[start..<(start + count)] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    /// Returns the entry in that row of a cross-reference stream (Table 18).
    private func row(
        _ row: Int, of section: CrossReferenceSection, for number: Int
    ) throws(PartialReadingError) -> CrossReferenceEntry {
        let rows = try rows(of: section)
        let widths = section.trailer[.widths]?.arrayValue?.compactMap(\.integerValue) ?? []
        let width = widths.reduce(0, +)
        guard let last = section.subsections.last, rows.count == width * (last.position + last.count) else {
            throw PartialReadingError("the cross-reference stream at byte \(section.offset) has the wrong length")
        }
        var position = row * width
        let field = { (index: Int) -> Int in
            defer { position += widths[index] }
            return rows[position..<(position + widths[index])].reduce(0) { $0 << 8 | Int($1) }
        }
        let type = widths[0] == 0 ? 1 : field(0)
        let (second, third) = (field(1), field(2))
        switch type {
        case 0: return CrossReferenceEntry(reference: IndirectReference(number, generation: third), location: .free)
        case 1:
            return CrossReferenceEntry(reference: IndirectReference(number, generation: third), location: .file(second))
        case 2 where third <= Int(UInt16.max):
            return CrossReferenceEntry(
                reference: IndirectReference(number), location: .objectStream(second, index: third))
        default: throw PartialReadingError("the cross-reference entry of object \(number) has an unknown type")
        }
    }

    private func rows(of section: CrossReferenceSection) throws(PartialReadingError) -> [UInt8] {
        if let known = rows[section.offset] { return known }
        guard let reference = section.stream, reference.number < CrossReferenceEntry.numberLimit else {
            throw PartialReadingError(
                "the cross-reference stream at byte \(section.offset) has the wrong object number")
        }
        let object = try WrittenObject(bytes, at: headerOffset + section.offset, named: reference)
        guard let length = object.object.dictionaryValue?[.length]?.integerValue,
            let data = try object.decodedData(in: bytes, length: length, memory)
        else { throw PartialReadingError("the cross-reference stream at byte \(section.offset) cannot be decoded") }
        rows[section.offset] = data
        return data
    }
}

/// The subsections of one section, sorted for lookup. It is a class because a search passes hundreds of them, and would copy
/// each.
private final class Listing {
    let section: CrossReferenceSection
    /// The stream of a hybrid section: zero or one listing.
    let hidden: [Listing]
    private let subsections: [CrossReferenceSection.Subsection]

    /// Throws where libqpdf, or another reader, may interpret the section differently.
    init(_ section: CrossReferenceSection) throws(PartialReadingError) {
        self.section = section
        let name = "the cross-reference section at byte \(section.offset)"
        let isWhole = section.trailer[.xrefStream] == nil || section.kind == .stream || section.hidden.count == 1
        guard section.isRegular, section.isPlain, section.isCertain, isWhole, Self.hasSoundNumbers(section),
            Self.hasPlainTrailer(section)
        else {
            throw PartialReadingError("\(name) is malformed")
        }
        var listings: [Listing] = []
        for section in section.hidden { listings.append(try Listing(section)) }
        hidden = listings
        let sorted = section.subsections.filter { $0.count > 0 }.sorted { $0.first < $1.first }
        for (one, next) in zip(sorted, sorted.dropFirst()) where one.end > next.first {
            throw PartialReadingError("\(name) lists an object twice")
        }
        subsections = sorted
    }

    private static func hasSoundNumbers(_ section: CrossReferenceSection) -> Bool {
        let trailer = section.trailer
        guard let size = trailer[.size]?.integerValue, size >= 0, trailer[.previous] == nil || section.previous != nil,
            !section.subsections.isEmpty
        else { return false }
        guard section.kind == .stream else { return true }
        guard let widths = trailer[.widths]?.arrayValue else { return false }
        let limit = CrossReferenceEntry.numberLimit
        return widths.count == 3 && widths.allSatisfy { (0...7).contains($0.integerValue ?? -1) }
            && widths[1] != .integer(0)
            && section.subsections.allSatisfy { $0.first <= limit && (1...limit).contains($0.count) }
            && trailer[.index]?.arrayValue?.count.isMultiple(of: 2) ?? true
    }

    /// Whether every reader must read the same trailer: libqpdf gives up the whole chain at a number that it cannot hold, and
    /// follows references where it decodes a stream, before it knows where objects are.
    private static func hasPlainTrailer(_ section: CrossReferenceSection) -> Bool {
        let trailer = section.trailer
        // Offsets, which are checked by themselves, may be greater than other integers.
        let others = trailer.filter { $0.key != .previous && $0.key != .xrefStream }
        guard WrittenObject.isPlain(.dictionary(others), size: .max) else { return false }
        return section.kind != .stream
            || [Name.filter, .decodeParameters].allSatisfy { trailer[$0]?.highestReference ?? 0 == 0 }
    }

    /// One more than the highest listed number.
    var end: Int { max(subsections.last?.end ?? 0, hidden.first?.end ?? 0) }

    /// Whether it has an entry of that number, its stream's included.
    func lists(_ number: Int) -> Bool { position(of: number) != nil || hidden.first?.position(of: number) != nil }

    /// Returns the position of the entry of that number, in bytes from the header or in rows.
    func position(of number: Int) -> Int? {
        var (low, high) = (0, subsections.count)
        while low < high {
            let middle = (low + high) / 2
            if subsections[middle].end <= number { low = middle + 1 } else { high = middle }
        }
        guard low < subsections.count, subsections[low].first <= number else { return nil }
        let offset = number - subsections[low].first
        return subsections[low].position + (section.kind == .stream ? offset : 20 * offset)
    }
}
