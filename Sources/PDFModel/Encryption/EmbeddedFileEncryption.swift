extension QPDFDocument {
    /// A reading of a document of which nothing but embedded files is encrypted; `nil` of any other.
    ///
    /// Its strings and streams pass through `Identity` (ISO 32000-2, 7.6.6), so they are readable without the password for which
    /// libqpdf asks all the same. It reads a copy with a section behind it that does not mention the encryption. The file
    /// itself stays as it is: an update carries its encryption dictionary on.
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
            form: .table, entries: [CrossReferenceEntry(reference: IndirectReference(0), place: .free)],
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
