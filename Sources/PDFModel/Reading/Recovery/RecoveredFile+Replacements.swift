extension RecoveredFile {
    /// Returns the objects to rewrite because libqpdf reads them only with a complaint: with the values that it reads.
    ///
    /// Most are streams with a wrong `/Length`. A reader that repairs a file finds their ends itself, but one that
    /// considers the file sound trusts the length and would show less than before. The same applies to nodes of the
    /// page tree with a wrong count (invariant 17).
    func replacements() throws(PDFError) -> [IndirectReference: PDFObject] {
        var replacements: [IndirectReference: PDFObject] = [:]
        let block = isEncryptedInBlocks ? AES.blockLength : 1
        let listed = Dictionary(uniqueKeysWithValues: table.entries.map { ($0.reference, $0.location) })
        for object in try objects().objects where object.complaint != nil {
            let reference = object.entry.reference
            guard let location = listed[reference] else { continue }
            guard reference != table.trailer[.encrypt]?.referenceValue else {
                replacements[reference] = writtenEncryption
                continue
            }
            if object.isNull {
                replacements[reference] = unfinishedStream(at: location)
                continue
            }
            let whole = try document.wholeObject(reference)
            guard case .stream(let found) = whole else {
                replacements[reference] = whole
                continue
            }
            let dictionary = found.dictionary
            guard let data = stream(at: location, length: dictionary[.length], block: block)?.data else { continue }
            var stream = PDFStream(dictionary, data: data)
            stream.isEncrypted = document.isEncrypted
            replacements[reference] = .stream(stream)
        }
        for (reference, pages) in try miscountedNodes() {
            var node = replacements[reference]?.dictionaryValue
            if node == nil { node = try document.wholeObject(reference).dictionaryValue }
            node?[.count] = .integer(pages)
            if let node { replacements[reference] = .dictionary(node) }
        }
        return replacements
    }

    /// Returns a stream that libqpdf does not read because the file ends in it, with the data that is there.
    private func unfinishedStream(at location: CrossReferenceEntry.Location) -> PDFObject? {
        // The strings of its dictionary could not be distinguished from decrypted ones.
        guard !document.isEncrypted else { return nil }
        return stream(at: location).map { PDFObject.stream($0) }
    }

    /// Returns an object as it is in the file, of a stream the dictionary, and a reader behind it; `nil` where none begins
    /// there.
    func written(at location: CrossReferenceEntry.Location) -> (object: PDFObject?, reader: SyntaxReader)? {
        guard case .file(let offset) = location else { return nil }
        var reader = SyntaxReader(original, at: offset + headerOffset)
        guard reader.integer() != nil, reader.integer() != nil, reader.skip("obj") else { return nil }
        let object = reader.object()
        return (object, reader)
    }

    /// Returns a stream as it is in the file; `nil` where none begins there.
    ///
    /// - Parameters:
    ///   - length: the length that its dictionary states, which may be a reference.
    ///   - block: the data's length is a multiple of this number of bytes.
    private func stream(
        at location: CrossReferenceEntry.Location, length: PDFObject? = nil, block: Int = 1
    ) -> PDFStream? {
        guard case (let object, var reader)? = written(at: location) else { return nil }
        let dictionary = object?.dictionaryValue
        // libqpdf repairs faults of the dictionary: the data follows it all the same.
        if dictionary == nil, let keyword = original.firstOccurrence(of: "stream", from: reader.position) {
            reader.position = keyword
        }
        var length = length
        if case .reference(let reference)? = length { length = try? document.object(reference) }
        guard let data = reader.streamData(length: length?.integerValue, block: block) else { return nil }
        return PDFStream(dictionary ?? [:], data: Array(original[data]))
    }
}
