/// The position of an object, for a new section, and its two notations (ISO 32000-2, 7.5.4 and 7.5.8).
struct CrossReferenceEntry: Equatable {
    enum Location: Equatable {
        /// In the file itself, in bytes from the header; for objects without a final position, in bytes from the first
        /// of them.
        case file(Int)
        /// In the object stream of that number, at that index.
        case objectStream(Int, index: Int)
        /// There is no object of that number.
        case free
    }

    var reference: IndirectReference
    var location: Location

    /// A table has ten digits for an offset.
    static let offsetLimit = 10_000_000_000

    /// The highest object number that readers support (ISO 32000-1, Annex C.2).
    static let numberLimit = 8_388_607

    /// Returns `xref` and the sorted entries of 20 bytes each; entries in object streams have no such notation.
    static func table(_ entries: [CrossReferenceEntry]) -> [UInt8] {
        var table = Array("xref\n".utf8)
        for subsection in subsections(entries) {
            table += "\(subsection[0].reference.number) \(subsection.count)\n".utf8
            for entry in subsection {
                let (_, offset, generation) = entry.fields
                table.append(decimal: offset, width: 10)
                table.append(UInt8(ascii: " "))
                table.append(decimal: generation, width: 5)
                table += (entry.location == .free ? " f \n" : " n \n").utf8
            }
        }
        return table
    }

    /// Returns a cross-reference stream of the sorted entries with unfiltered data: one byte of type, as many bytes of
    /// offset as the largest needs, two of generation or index.
    static func stream(_ entries: [CrossReferenceEntry], trailer: PDFDictionary) -> PDFStream {
        let largest = entries.map(\.fields.second).max() ?? 0
        let width = max(1, (Int.bitWidth - largest.leadingZeroBitCount + 7) / 8)
        var data: [UInt8] = []
        for entry in entries {
            let (type, second, third) = entry.fields
            data.append(type)
            for byte in (0..<width).reversed() { data.append(UInt8(truncatingIfNeeded: second >> (8 * byte))) }
            data.append(UInt8(truncatingIfNeeded: third >> 8))
            data.append(UInt8(truncatingIfNeeded: third))
        }
        var dictionary = trailer
        dictionary[.type] = .name(.xref)
        dictionary[.widths] = .array([.integer(1), .integer(width), .integer(2)])
        dictionary[.index] = .array(
            subsections(entries).flatMap { [.integer($0[0].reference.number), .integer($0.count)] })
        return PDFStream(dictionary, data: data)
    }

    /// Type, offset and generation, as in a cross-reference stream (Table 18). A free number that must not be reused
    /// leads back to object 0 with the generation 65,535, as does object 0 where it is the only one in its list.
    private var fields: (type: UInt8, second: Int, third: Int) {
        switch location {
        case .free: (0, 0, 65_535)
        case .file(let offset): (1, offset, reference.generation)
        case .objectStream(let stream, let index): (2, stream, index)
        }
    }

    /// Returns sorted entries in contiguous subsections.
    private static func subsections(_ entries: [CrossReferenceEntry]) -> [[CrossReferenceEntry]] {
        var subsections: [[CrossReferenceEntry]] = []
        for entry in entries {
            if let last = subsections.last?.last, last.reference.number + 1 == entry.reference.number {
                subsections[subsections.count - 1].append(entry)
            } else {
                subsections.append([entry])
            }
        }
        return subsections
    }
}
