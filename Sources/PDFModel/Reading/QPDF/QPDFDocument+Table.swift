internal import CQPDF

extension QPDFDocument {
    /// Returns the access that the password grants to an encrypted file.
    func grantedAccess() throws(PDFError) -> FileAccess {
        var access = cqpdf_access()
        let isKnown = cqpdf_get_access(document, &access)
        guard drain() == nil, isKnown else { throw .damaged("its file encryption key cannot be found") }
        let key = withUnsafeBytes(of: access.key) { Array($0.prefix(access.key_length)) }
        return FileAccess(key: key, isOwner: access.is_owner)
    }

    /// Returns the entry of the cross-reference table for that number, in any generation; `nil` where there is none.
    func entry(of number: Int) -> CrossReferenceEntry? {
        guard let number = Int32(exactly: number) else { return nil }
        var row = cqpdf_entry()
        return cqpdf_find(document, number, &row) ? ObjectTable.Object(row).entry : nil
    }

    /// Returns the cross-reference table after reading every object; a lenient reading rebuilds it where it is wrong.
    ///
    /// The document is read anew, because libqpdf complains about an object only once.
    func table() throws(PDFError) -> ObjectTable {
        let fresh = try anew()
        var count = 0
        guard let rows = cqpdf_table(fresh.document, &count) else {
            throw .library("the cross-reference table is not available")
        }
        return withExtendedLifetime(fresh) {
            var objects = UnsafeBufferPointer(start: rows, count: count).map(ObjectTable.Object.init)
            // libqpdf 12 reads some objects when it opens a file.
            for index in objects.indices where objects[index].complaint == nil {
                let complaint = fresh.complaints.ofObjects[objects[index].entry.reference]
                if complaint?.isComplaint == true { objects[index].complaint = complaint?.message }
            }
            return ObjectTable(objects: objects)
        }
    }
}

/// The access that a password grants to an encrypted file.
struct FileAccess {
    /// The file encryption key.
    var key: [UInt8]
    /// Whether the password was the owner password, which permits everything.
    var isOwner: Bool
}

/// The objects of a file that libqpdf finds, after reading all of them.
struct ObjectTable {
    struct Object {
        var entry: CrossReferenceEntry
        /// Whether it is unreadable or null.
        var isNull: Bool
        /// libqpdf's complaint while it read the object.
        var complaint: String?

        /// Whether the table lists an object that cannot be read.
        var isUnreadable: Bool { isNull && complaint != nil }
    }

    /// Sorted by number and generation.
    var objects: [Object]
}

extension ObjectTable.Object {
    fileprivate init(_ row: cqpdf_entry) {
        let reference = IndirectReference(Int(row.number), generation: Int(row.generation))
        let position = Int(row.place)
        entry = CrossReferenceEntry(
            reference: reference,
            location: row.index < 0 ? .file(position) : .objectStream(position, index: Int(row.index)))
        isNull = row.is_null
        complaint = row.complaint.map { Diagnostic.message(String(cString: $0), at: Int(row.complaint_place)) }
    }
}
