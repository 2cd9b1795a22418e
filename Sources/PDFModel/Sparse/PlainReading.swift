/// A reading of a small file without libqpdf, which takes longer to open one than to read all of its objects.
///
/// It has only what is written so that no two readers can read it differently (``WrittenObject/plain(size:in:)``), under
/// cross-reference tables in which every entry has the form that the standard requires. Every function throws where
/// anything else is asked for: the caller then lets libqpdf read the whole file, and drops this reading.
final class PlainReading: PartialReading {
    private let bytes: UnsafeRawBufferPointer
    private let headerOffset: Int
    private let index: CrossReferenceIndex
    /// The reading of the file with which this file begins.
    private let earlier: PlainReading?
    private var places: [Int: Int] = [:]
    private var objects: [IndirectReference: PDFObject] = [:]
    /// The references that were found to lead to something.
    private var sound: Set<IndirectReference> = []

    let version: String
    let isEncrypted = false
    let mayAnnotate = true
    let trailer: PDFDictionary

    /// - Parameter earlier: the reading of the file before an increment.
    init(
        _ bytes: UnsafeRawBufferPointer, _ structure: FileStructure, _ history: RevisionHistory,
        following earlier: PlainReading?
    ) throws(Irregularity) {
        (self.bytes, self.earlier, headerOffset) = (bytes, earlier, structure.headerOffset)
        index = try CrossReferenceIndex(bytes, headerOffset: headerOffset, history)
        trailer = index.trailer
        let begin = earlier?.bytes.count ?? 0
        guard let version = earlier?.version ?? Self.version(bytes, at: headerOffset), trailer[.encrypt] == nil,
            PredictorRow.boundlessEntry(in: bytes, from: begin) == nil
        else { throw Irregularity("its header or trailer is not plain") }
        self.version = version
        try index.checkEntries(from: begin)
        try check(.dictionary(trailer.carriedOver))
        // What libqpdf needs to open a file.
        guard case .reference(let root)? = trailer[.root], case .dictionary(let catalog) = try object(root),
            case .reference(let pages)? = catalog[.pages], case .dictionary = try object(pages)
        else { throw Irregularity("its trailer does not lead to a page tree") }
    }

    /// Returns the version in the header, as libqpdf reads it; `nil` where there is none.
    private static func version(_ bytes: UnsafeRawBufferPointer, at place: Int) -> String? {
        guard bytes.matches("%PDF-", at: place) else { return nil }
        var reader = SyntaxReader(bytes, at: place + 5)
        guard reader.skipDigits(), reader.current == UInt8(ascii: ".") else { return nil }
        reader.position += 1
        guard reader.skipDigits() else { return nil }
        return String(decoding: bytes[(place + 5)..<reader.position], as: UTF8.self)
    }

    // MARK: Objects

    /// libqpdf has not read the file.
    func document() throws(Irregularity) -> QPDFDocument { throw Irregularity("it is read without libqpdf") }

    /// Returns the object that `reference` refers to; `null` where there is none.
    func object(_ reference: IndirectReference) throws(Irregularity) -> PDFObject {
        if let known = objects[reference] { return known }
        guard let place = try place(of: reference) else { return .null }
        let object =
            if let known = earlier?.object(reference, at: place) { known } else {
                try takeObject(reference, at: place)
            }
        objects[reference] = object
        return object
    }

    /// There is no entry that leads to nothing in what is read plainly.
    func wholeObject(_ reference: IndirectReference) throws(Irregularity) -> PDFObject { try object(reference) }

    private func takeObject(_ reference: IndirectReference, at place: Int) throws(Irregularity) -> PDFObject {
        let written = try WrittenObject(bytes, at: place, named: reference)
        guard let object = written.plain(size: index.size, in: bytes) else {
            throw Irregularity("object \(reference) is ambiguous")
        }
        try check(object)
        return object
    }

    /// Returns an object that was read where it still is.
    private func object(_ reference: IndirectReference, at place: Int) -> PDFObject? {
        places[reference.number] == place ? objects[reference] : nil
    }

    /// Returns one entry of the dictionary that `reference` refers to.
    func entry(_ key: Name, of reference: IndirectReference) throws(Irregularity) -> PDFObject {
        if let known = objects[reference] { return known.dictionaryValue?[key] ?? .null }
        guard let place = try place(of: reference) else { return .null }
        if let known = earlier?.object(reference, at: place) { return known.dictionaryValue?[key] ?? .null }
        var reader = try WrittenObject.reader(bytes, at: place, behindNameOf: reference)
        if let value = reader.value(of: key), reader.skipWord("endobj"),
            let plain = WrittenObject.plain(value, isEncrypted: false, size: index.size)
        {
            return plain
        }
        return try object(reference).dictionaryValue?[key] ?? .null
    }

    /// Returns the data of a stream object that has no filter, or all data as it is encoded; `nil` where there is none.
    func streamData(_ reference: IndirectReference, encoded: Bool) throws(Irregularity) -> [UInt8]? {
        guard case .stream(let stream) = try object(reference), let place = try place(of: reference) else {
            return nil
        }
        guard encoded || stream.dictionary[.filter] == nil,
            let data = try WrittenObject(bytes, at: place, named: reference).streamData(in: bytes)
        else { throw Irregularity("the data of stream \(reference) must be decoded") }
        return Array(data)
    }

    func prepare(_ references: [IndirectReference]) {}
    func prepareEntries(of references: [IndirectReference]) {}

    // MARK: References

    /// Returns the position of an object in the file; `nil` where it has none.
    private func place(of reference: IndirectReference) throws(Irregularity) -> Int? {
        if reference.generation == 0, let known = places[reference.number] { return known }
        let entry = try index.entry(of: reference) { _ throws(Irregularity) in
            throw Irregularity("its cross-reference streams must be decoded")
        }
        guard case .file(let offset)? = entry?.place else { return nil }
        if reference.generation == 0 { places[reference.number] = headerOffset + offset }
        return headerOffset + offset
    }

    /// Throws where a reference within `object` is to a number beyond `/Size` or, as the value of a key, leads to
    /// nothing: libqpdf omits such a key.
    private func check(_ object: PDFObject) throws(Irregularity) {
        switch object {
        case .array(let items): for item in items where item.isContainer { try check(item) }
        case .dictionary(let entries): try check(entries)
        case .stream(let stream): try check(stream.dictionary)
        default: return
        }
    }

    private func check(_ entries: PDFDictionary) throws(Irregularity) {
        for value in entries.values {
            guard case .reference(let reference) = value else {
                try check(value)
                continue
            }
            guard try isSound(reference) else { throw Irregularity("\(reference) does not refer to an object") }
        }
    }

    /// Whether a reference leads to an object that every reader finds, and that is not null.
    private func isSound(_ reference: IndirectReference) throws(Irregularity) -> Bool {
        if sound.contains(reference) { return true }
        guard reference.number < index.size, reference.generation <= 65_535, let place = try place(of: reference)
        else { return false }
        if let earlier, earlier.places[reference.number] == place, earlier.sound.contains(reference) {
            sound.insert(reference)
            return true
        }
        var reader = try WrittenObject.reader(bytes, at: place, behindNameOf: reference)
        if !(reader.skipDictionary() && (reader.skipWord("endobj") || reader.skipWord("stream"))) {
            let written = try WrittenObject(bytes, at: place, named: reference)
            guard !written.object.isNull, written.object.referenceValue == nil else { return false }
        }
        sound.insert(reference)
        return true
    }
}

extension SyntaxReader {
    /// Skips digits; returns whether there is one.
    fileprivate mutating func skipDigits() -> Bool {
        let start = position
        while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }
}
