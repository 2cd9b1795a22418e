internal import CQPDFExtras

/// What libqpdf's C interface does not tell, asked by a second reading of the same memory.
struct SecondReading {
    let bytes: UnsafeRawBufferPointer
    /// The password that opened the file, as a C string; `nil` where none was needed.
    let password: [CChar]?

    /// What the password gives of an encrypted file.
    func access() throws(PDFError) -> FileAccess {
        var access = cqpdf_access()
        guard cqpdf_open_encrypted(bytes.baseAddress, bytes.count, password, &access) != 0 else {
            throw .library("the file key is not available")
        }
        let key = withUnsafeBytes(of: access.key) { Array($0.prefix(access.key_length)) }
        return FileAccess(key: key, isOwner: access.is_owner != 0)
    }

    /// An object with every entry of its dictionaries, also those that refer to what cannot be read.
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        guard let number = Int32(exactly: reference.number), let generation = Int32(exactly: reference.generation)
        else {
            return .null
        }
        var length = 0
        let text = cqpdf_whole_object(bytes.baseAddress, bytes.count, password, number, generation, &length)
        defer { cqpdf_free(text) }
        var reader = SyntaxReader(UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : length), at: 0)
        guard let object = reader.object() else { throw .damaged("object \(reference) cannot be read") }
        return object
    }
}

/// What a password gives of an encrypted file.
struct FileAccess {
    /// The file encryption key.
    var key: [UInt8]
    /// Whether the password was the owner's, who may do everything.
    var isOwner: Bool
}
