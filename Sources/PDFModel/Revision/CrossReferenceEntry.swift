/// Where an object of the new section stands, and the two notations for it (ISO 32000-2, 7.5.4 and 7.5.8).
struct CrossReferenceEntry {
    var reference: IndirectReference
    /// Bytes from the header; among objects that are still to be placed, from the first of them.
    var offset: Int

    /// A table has ten digits for an offset.
    static let offsetLimit = 10_000_000_000

    /// Sorted entries in contiguous subsections.
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

    /// `xref` and its entries of 20 bytes each.
    static func table(_ entries: [CrossReferenceEntry]) -> String {
        var table = "xref\n"
        for subsection in subsections(entries) {
            table += "\(subsection[0].reference.number) \(subsection.count)\n"
            for entry in subsection {
                table += "\(padded(entry.offset, 10)) \(padded(entry.reference.generation, 5)) n \n"
            }
        }
        return table
    }

    /// A cross-reference stream with unfiltered data: one byte of type, as many of offset as the largest needs, two of generation.
    static func stream(_ entries: [CrossReferenceEntry], trailer: PDFDictionary) -> PDFStream {
        let largest = entries.map(\.offset).max() ?? 0
        let width = max(1, (Int.bitWidth - largest.leadingZeroBitCount + 7) / 8)
        var data: [UInt8] = []
        for entry in entries {
            data.append(1)
            for byte in (0..<width).reversed() { data.append(UInt8(truncatingIfNeeded: entry.offset >> (8 * byte))) }
            data.append(UInt8(truncatingIfNeeded: entry.reference.generation >> 8))
            data.append(UInt8(truncatingIfNeeded: entry.reference.generation))
        }
        var dictionary = trailer
        dictionary[.type] = .name(.xref)
        dictionary[.widths] = .array([.integer(1), .integer(width), .integer(2)])
        dictionary[.index] = .array(
            subsections(entries).flatMap { [.integer($0[0].reference.number), .integer($0.count)] })
        return PDFStream(dictionary, data: data)
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
