/// The objects of a file as they are written. Where every reader must read the same, they count as read; anything else is
/// a ``PartialReadingError``.
final class WrittenObjects {
    private let bytes: UnsafeRawBufferPointer
    private let headerOffset: Int
    private let memory: (any AdvisedMemory)?
    /// libqpdf's reading of the whole file; `nil` where only parts are read.
    private let document: QPDFDocument?
    /// `nil` where readers may interpret the cross-reference sections differently; libqpdf's table counts then.
    private let index: CrossReferenceIndex?
    /// The objects of the file with which this file begins: those in the same position are unchanged.
    private let earlier: WrittenObjects?
    /// The entries looked up so far; `nil` where the file has no such object.
    private var entries: [IndirectReference: CrossReferenceEntry?] = [:]
    private var objectStreams: [Int: ObjectStreamContents] = [:]
    /// The object streams whose data is being read.
    private var opening: Set<Int> = []
    private var objects: [IndirectReference: PDFObject] = [:]
    /// The objects with keys that lead to nothing.
    private var incomplete: Set<IndirectReference> = []
    /// Whether references lead to null; many objects may have the same reference.
    private var nulls: [IndirectReference: Bool] = [:]

    /// The length in bytes below which an object is read again for each of its entries: an edit asks for one of each of
    /// thousands of annotations.
    private static let short = 1 << 12

    /// The objects of a file of which only parts are read.
    init(
        _ bytes: UnsafeRawBufferPointer, headerOffset: Int, _ index: CrossReferenceIndex,
        in memory: (any AdvisedMemory)?, following earlier: WrittenObjects?
    ) {
        (self.bytes, self.headerOffset, self.index, self.memory) = (bytes, headerOffset, index, memory)
        (self.earlier, document) = (earlier, nil)
    }

    /// The objects of a file that libqpdf reads whole.
    init(
        _ bytes: UnsafeRawBufferPointer, headerOffset: Int, _ history: RevisionHistory?, readBy document: QPDFDocument
    ) {
        (self.bytes, self.headerOffset, self.document) = (bytes, headerOffset, document)
        (memory, earlier) = (nil, nil)
        index = history.flatMap { try? CrossReferenceIndex(bytes, headerOffset: headerOffset, $0) }
    }

    // MARK: Objects that every reader reads alike

    /// Returns the object that `reference` refers to, without the keys that lead to nothing; `null` where there is none.
    func object(_ reference: IndirectReference) throws(PartialReadingError) -> PDFObject {
        if let known = objects[reference] { return known }
        guard let index, document?.isEncrypted != true else { throw PartialReadingError("libqpdf reads it") }
        guard let entry = try entry(of: reference) else { return .null }
        if let earlier, let known = earlier.objects[reference], try isUnchanged(reference, entry, since: earlier) {
            objects[reference] = known
            if earlier.incomplete.contains(reference) { incomplete.insert(reference) }
            return known
        }
        let written = try written(entry, reference)
        var object = try written.unambiguous(size: index.size)
        if case .stream = object, try data(of: written) == nil {
            throw PartialReadingError("the data of stream \(reference) does not end where its length says")
        }
        var dead: Set<IndirectReference> = []
        for reference in written.referencesInDictionaries where try isNull(reference) { dead.insert(reference) }
        if !dead.isEmpty {
            incomplete.insert(reference)
            object = object.omitting(dead)
        }
        objects[reference] = object
        return object
    }

    /// Returns an object with every key, also those that lead to nothing.
    func wholeObject(_ reference: IndirectReference) throws(PartialReadingError) -> PDFObject {
        let object = try object(reference)
        guard incomplete.contains(reference), let index, let entry = try entry(of: reference) else { return object }
        return try written(entry, reference).unambiguous(size: index.size)
    }

    /// Returns one entry of the dictionary that `reference` refers to, as it is written: the object need not be kept.
    func entry(_ key: Name, of reference: IndirectReference) throws(PartialReadingError) -> PDFObject {
        if objects[reference] == nil, let index, document?.isEncrypted != true,
            case .file(let offset)? = try entry(of: reference)?.location
        {
            let start = headerOffset + offset
            var reader = try WrittenObject.reader(bytes, at: start, behindNameOf: reference)
            if let value = reader.value(of: key), reader.skipWord("endobj"), reader.position - start < Self.short,
                !reader.hasMetDoubt, !value.isContainer, WrittenObject.isPlain(value, size: index.size)
            {
                return value
            }
        }
        return try object(reference).dictionaryValue?[key] ?? .null
    }

    /// Returns the data of a stream object, decoded or as it is encoded; `nil` where there is no stream.
    func streamData(_ reference: IndirectReference, encoded: Bool) throws(PartialReadingError) -> [UInt8]? {
        guard case .stream(let stream) = try object(reference), let entry = try entry(of: reference) else {
            return nil
        }
        let written = try written(entry, reference)
        if encoded || stream.dictionary[.filter] == nil { return try data(of: written).map(Array.init) }
        return try decodedData(of: written)
    }

    private func length(of stream: WrittenObject) throws(PartialReadingError) -> Int? {
        guard case .reference(let reference)? = stream.object.dictionaryValue?[.length] else {
            return stream.object.dictionaryValue?[.length]?.integerValue
        }
        guard let entry = try entry(of: reference) else { return nil }
        return try written(entry, reference).object.integerValue
    }

    private func data(of stream: WrittenObject) throws(PartialReadingError) -> UnsafeRawBufferPointer? {
        try length(of: stream).flatMap { stream.data(in: bytes, length: $0) }
    }

    private func decodedData(of stream: WrittenObject) throws(PartialReadingError) -> [UInt8] {
        guard let length = try length(of: stream),
            let data = try stream.decodedData(in: bytes, length: length, memory)
        else { throw PartialReadingError("the data of stream \(stream.reference) must be decoded") }
        return data
    }

    // MARK: Positions

    /// Returns the entry of an object in the index; where libqpdf reads the whole file, that may be ambiguous.
    private func entry(of reference: IndirectReference) throws(PartialReadingError) -> CrossReferenceEntry? {
        if let known = entries[reference] { return known }
        let entry = try index?.entry(of: reference)
        entries[reference] = .some(entry)
        return entry
    }

    /// Whether every reader must interpret the cross-reference sections in the same way.
    var isIndexed: Bool { index != nil }

    /// Returns the entry of the object's number, which may have another generation.
    private func entryInAnyCase(of reference: IndirectReference) -> CrossReferenceEntry? {
        if isIndexed, let entry = try? entry(of: reference) { return entry }
        return document?.entry(of: reference.number)
    }

    /// Returns what is written for the object's number, in whatever form; `nil` where there is nothing, or it cannot be read.
    func anyObject(_ reference: IndirectReference) -> WrittenObject? {
        entryInAnyCase(of: reference).flatMap { try? written($0, reference) }
    }

    /// Whether an object that was read from an earlier file is in the same position.
    private func isUnchanged(
        _ reference: IndirectReference, _ entry: CrossReferenceEntry, since earlier: WrittenObjects
    ) throws(PartialReadingError) -> Bool {
        guard earlier.entries[reference] == .some(entry) else { return false }
        guard case .objectStream(let number, _) = entry.location else { return true }
        let stream = IndirectReference(number)
        return earlier.entries[stream] == .some(try self.entry(of: stream))
    }

    /// Returns the object at that entry.
    private func written(
        _ entry: CrossReferenceEntry, _ reference: IndirectReference
    ) throws(PartialReadingError) -> WrittenObject {
        switch entry.location {
        case .free: throw PartialReadingError("object \(reference) is free")
        case .file(let offset): try WrittenObject(bytes, at: headerOffset + offset, named: entry.reference)
        case .objectStream(let number, let position):
            try contents(ofObjectStream: number, for: reference).object(entry.reference, at: position)
        }
    }

    private func contents(
        ofObjectStream number: Int, for reference: IndirectReference
    ) throws(PartialReadingError) -> ObjectStreamContents {
        if let known = objectStreams[number] { return known }
        let stream = IndirectReference(number)
        if let earlier, let known = earlier.objectStreams[number],
            earlier.entries[stream] == .some(try entry(of: stream))
        {
            objectStreams[number] = known
            return known
        }
        let contents: ObjectStreamContents
        if let document {
            guard let dictionary = try? document.object(stream).dictionaryValue,
                let data = try? document.streamData(stream)
            else { throw PartialReadingError("object stream \(stream) cannot be read") }
            contents = try ObjectStreamContents(data, dictionary)
        } else {
            // An object stream is never in another one, nor in itself, and neither is its length.
            guard let entry = try entry(of: stream), case .file = entry.location, opening.insert(number).inserted else {
                throw PartialReadingError("object \(reference) is in an object stream that is not in the file")
            }
            defer { opening.remove(number) }
            let written = try written(entry, stream)
            guard case .stream(let decoded) = try written.unambiguous(size: index?.size ?? 0) else {
                throw PartialReadingError("object stream \(stream) cannot be read")
            }
            contents = try ObjectStreamContents(decodedData(of: written), decoded.dictionary)
        }
        objectStreams[number] = contents
        return contents
    }

    /// Whether a reference leads to null: to an object that no section lists, or to the keyword `null` itself (ISO
    /// 32000-2, 7.3.10). An unreadable object is not null.
    func isNull(_ reference: IndirectReference) throws(PartialReadingError) -> Bool {
        if let known = nulls[reference] { return known }
        let isNull: Bool
        if document != nil {
            let entry = entryInAnyCase(of: reference)
            isNull =
                reference.generation > 65_535 || entry == nil
                || entry.map { $0.reference == reference && (try? written($0, reference))?.object == .null } == true
        } else if let entry = try entry(of: reference) {
            if let earlier, let known = earlier.nulls[reference], try isUnchanged(reference, entry, since: earlier) {
                isNull = known
            } else {
                isNull = try hasDictionary(entry) ? false : written(entry, reference).object.isNull
            }
        } else {
            isNull = true
        }
        nulls[reference] = isNull
        return isNull
    }

    /// Whether a look at that entry finds a dictionary or a stream.
    private func hasDictionary(_ entry: CrossReferenceEntry) throws(PartialReadingError) -> Bool {
        guard case .file(let offset) = entry.location else { return false }
        var reader = try WrittenObject.reader(bytes, at: headerOffset + offset, behindNameOf: entry.reference)
        return reader.skipDictionary() && (reader.skipWord("endobj") || reader.skipWord("stream"))
    }
}
