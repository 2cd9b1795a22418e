extension RecoveredFile {
    /// Throws where libqpdf has not read the encryption dictionary as it is written: the password shows that the key is
    /// right, but nothing shows how strings and streams are encrypted, and a section without the dictionary would leave
    /// them unreadable for ever.
    func checkEncryption() throws(PDFError) {
        guard document.isEncrypted, case .reference(let dictionary)? = table.trailer[.encrypt] else { return }
        guard let written = writtenEncryption, try document.wholeObject(dictionary) == written else {
            throw .unrecoverable("its encryption dictionary, object \(dictionary), cannot be read")
        }
    }

    /// The encryption dictionary as it is in the file, whose strings are never encrypted; `nil` where it is no object of its
    /// own.
    var writtenEncryption: PDFObject? {
        guard let reference = table.trailer[.encrypt]?.referenceValue else { return nil }
        return table.entries.first { $0.reference == reference }.flatMap { written(at: $0.location)?.object }
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
}
