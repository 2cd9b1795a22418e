extension RecoveredFile {
    /// Throws where the file is encrypted and its encryption dictionary was not recovered unchanged: a section without
    /// it would leave every string and stream unreadable for ever, and rewriting it would encrypt its strings.
    func checkEncryption() throws(PDFError) {
        guard document.isEncrypted else {
            guard !mentionsEncryption else { throw .damaged("its encryption dictionary cannot be read") }
            return
        }
        guard case .reference(let dictionary)? = table.trailer[.encrypt] else { return }
        let found = try objects().objects.first { $0.entry.reference == dictionary }
        guard let found, !found.isNull, found.complaint == nil else {
            throw .damaged("its encryption dictionary, object \(dictionary), cannot be read")
        }
    }

    /// Whether streams are encrypted with AES: in a document with a crypt filter for AES, all of them are (7.6.6).
    var isEncryptedInBlocks: Bool {
        guard document.isEncrypted, let entry = table.trailer[.encrypt],
            let dictionary = try? resolved(entry).dictionaryValue, let entry = dictionary[.cryptFilters],
            let filters = try? resolved(entry).dictionaryValue
        else { return false }
        return filters.values.contains { filter in
            let method = (try? resolved(filter))?.dictionaryValue?[.cryptFilterMethod]?.nameValue?.text
            return ["AESV2", "AESV3"].contains(method)
        }
    }

    /// Returns the object, or the object it refers to.
    func resolved(_ object: PDFObject) throws(PDFError) -> PDFObject {
        guard case .reference(let reference) = object else { return object }
        return try document.object(reference)
    }

    /// Whether `/Encrypt` occurs as a key anywhere in the file, such as in a trailer.
    private var mentionsEncryption: Bool {
        var position = headerOffset
        while let found = original.firstOccurrence(of: "/Encrypt", from: position) {
            position = found + "/Encrypt".utf8.count
            guard position < original.count else { return false }
            var reader = SyntaxReader(original, at: position)
            let isWholeKey = SyntaxReader.isSpace(original[position]) || SyntaxReader.isDelimiter(original[position])
            switch reader.object() {
            case .reference?, .dictionary?: if isWholeKey { return true }
            default: continue
            }
        }
        return false
    }
}
