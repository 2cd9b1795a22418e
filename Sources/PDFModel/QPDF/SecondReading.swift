internal import CQPDFExtras

/// A second reading of the same memory, for what libqpdf's C interface does not offer.
final class SecondReading {
    let file: OpaquePointer
    private let keepAlive: AnyObject

    /// Reads the bytes of `document` once more, in the same mode.
    init(of document: QPDFDocument) throws(PDFError) {
        let (bytes, recover) = (document.bytes, document.mode == .lenient)
        guard let file = cqpdf_open(bytes.baseAddress, bytes.count, document.password, recover ? 1 : 0) else {
            throw .library("a second reading failed")
        }
        self.file = file
        keepAlive = document
    }

    /// Reads what was rewritten from `document`, with the same password; `nil` where it does not open.
    init?(_ written: OwnedBytes, of document: QPDFDocument) {
        let bytes = written.bytes
        guard let file = cqpdf_open(bytes.baseAddress, bytes.count, document.password, 0) else { return nil }
        self.file = file
        keepAlive = written
    }

    deinit { cqpdf_close(file) }

    /// Returns the access that the password grants to an encrypted file.
    func access() throws(PDFError) -> FileAccess {
        var access = cqpdf_access()
        guard cqpdf_get_access(file, &access) != 0 else { throw .damaged("its file encryption key cannot be found") }
        let key = withUnsafeBytes(of: access.key) { Array($0.prefix(access.key_length)) }
        return FileAccess(key: key, isOwner: access.is_owner != 0)
    }

    /// Returns an object with every entry of its dictionaries, including those that refer to unreadable objects; for a
    /// stream, its dictionary.
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        guard let number = Int32(exactly: reference.number), let generation = Int32(exactly: reference.generation)
        else {
            return .null
        }
        var length = 0
        let text = cqpdf_whole_object(file, number, generation, &length)
        defer { cqpdf_free(text) }
        var reader = SyntaxReader(UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : length), at: 0)
        guard let object = reader.object() else { throw .damaged("object \(reference) cannot be read") }
        if reader.skip("stream"), let entries = object.dictionaryValue { return .stream(PDFStream(entries, data: nil)) }
        return object
    }

    /// Returns the entry of the cross-reference table for that number, in any generation; `nil` where there is none.
    func entry(of number: Int) -> CrossReferenceEntry? {
        guard let number = Int32(exactly: number) else { return nil }
        var row = cqpdf_entry()
        guard cqpdf_find(file, number, &row) != 0 else { return nil }
        return ObjectTable.Object(row).entry
    }

    /// Returns the cross-reference table after reading every object; a lenient reading rebuilds it where it is wrong.
    func table() throws(PDFError) -> ObjectTable {
        var (count, highest) = (0, Int32(0))
        let limit = Int32(CrossReferenceEntry.numberLimit)
        guard let rows = cqpdf_table(file, &count, limit, &highest) else {
            throw .library("the cross-reference table is not available")
        }
        let objects = UnsafeBufferPointer(start: rows, count: count).map(ObjectTable.Object.init)
        return ObjectTable(objects: objects, highestNumber: Int(highest))
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
    /// The highest number that anything in the file defines or refers to.
    var highestNumber: Int
}

extension ObjectTable.Object {
    fileprivate init(_ row: cqpdf_entry) {
        let reference = IndirectReference(Int(row.number), generation: Int(row.generation))
        let place = Int(row.place)
        entry = CrossReferenceEntry(
            reference: reference, place: row.index < 0 ? .file(place) : .objectStream(place, index: Int(row.index)))
        isNull = row.is_null != 0
        complaint = row.complaint.map { Diagnostic.message(String(cString: $0), at: Int(row.complaint_place)) }
    }
}
