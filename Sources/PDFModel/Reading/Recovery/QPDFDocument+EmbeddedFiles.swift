extension QPDFDocument {
    /// Opens a document in which only embedded files are encrypted; returns `nil` for any other document.
    ///
    /// Its strings and streams pass through `Identity` (ISO 32000-2, 7.6.6), so they are readable without a password,
    /// which libqpdf requires all the same. libqpdf therefore reads a copy with an appended section that does not
    /// mention the encryption. The file itself stays unchanged: an update carries its encryption dictionary over.
    static func openedBesideEmbeddedFiles(
        _ original: UnsafeRawBufferPointer, _ structure: FileStructure?
    ) throws(PDFError) -> QPDFDocument? {
        guard let structure, let history = try? RevisionHistory(original, structure),
            let newest = history.sections.first, let encryption = newest.trailer[.encrypt]
        else { return nil }
        var trailer = newest.trailer.carriedOver
        trailer[.encrypt] = nil
        trailer[.previous] = .integer(structure.startXRef)
        let section = NewSection(
            kind: .table, entries: [CrossReferenceEntry(reference: IndirectReference(0), location: .free)],
            trailer: trailer, last: IndirectReference(history.highestObject))
        let bytes = try section.bytes(at: original.count + 1 - structure.headerOffset)
        let copy = OwnedBytes(original, [0x0A] + bytes)
        let document = try opened(copy.bytes, keeping: copy, passwords: [nil], mode: .strict)
        let dictionary =
            if case .reference(let reference) = encryption { try document.object(reference) } else { encryption }
        guard let entries = dictionary.dictionaryValue, entries[.value]?.integerValue ?? 0 >= 4 else { return nil }
        let usesIdentity = { (key: Name) in entries[key] == nil || entries[key] == .name(.identity) }
        return usesIdentity(.stringFilter) && usesIdentity(.streamFilter) ? document : nil
    }
}
