/// A cross-reference section to be written, followed by the trailer and the end of the file (ISO 32000-2, 7.5.4, 7.5.5
/// and 7.5.8).
struct NewSection {
    /// The kind; a hybrid section is written as a table.
    var kind: CrossReferenceKind
    /// Sorted by number.
    var entries: [CrossReferenceEntry]
    /// The entries of the trailer that do not describe the section itself.
    var trailer: PDFDictionary
    /// The last object, above every number that the file mentions; a cross-reference stream is this object.
    var last: IndirectReference

    /// Returns the section as written at `offset`, in bytes from the header.
    ///
    /// - Parameter comment: a comment line to write before `startxref`, with its line end.
    func bytes(at offset: Int, comment: String = "") throws(PDFError) -> [UInt8] {
        guard offset < CrossReferenceEntry.offsetLimit else { throw .tooLarge }
        var trailer = trailer
        trailer[.size] = .integer(last.number + 1)
        // The strings of a trailer are file identifiers and keys: bytes at random, some of which could pass for text.
        var writer = ObjectWriter(stringsAreHexadecimal: true)
        switch kind {
        case .table, .hybrid:
            writer.raw(CrossReferenceEntry.table(entries))
            writer.text("trailer\n")
            writer.write(.dictionary(trailer))
            writer.text("\n")
        case .stream:
            let own = CrossReferenceEntry(reference: last, location: .file(offset))
            writer.text("\(last.number) 0 obj\n")
            writer.write(.stream(CrossReferenceEntry.stream(entries + [own], trailer: trailer)))
            writer.text("\nendobj\n")
        }
        writer.text("\(comment)startxref\n\(offset)\n%%EOF\n")
        return writer.bytes
    }
}

extension PDFDictionary {
    /// The entries of a trailer that a later one repeats: all except those that describe its own section, or a stream (7.5.6,
    /// 7.5.8.2, Table 5; some readers also take the abbreviations of Table 91).
    var carriedOver: PDFDictionary { filter { !Self.ofItsOwnSection.contains($0.key) } }

    private static let ofItsOwnSection: [Name] = [
        .previous, .size, .xrefStream, .type, .index, .widths, .length, .filter, .decodeParameters,
        "F", "FFilter", "FDecodeParms", "DL", "DP",
    ]
}
