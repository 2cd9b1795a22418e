/// The objects of a file that libqpdf reads whole, as they are written: libqpdf's results are compared with them.
///
/// libqpdf omits every key whose value it finds to be null, and unreadable objects are null, too.
final class WrittenObjects {
    private let bytes: UnsafeRawBufferPointer
    private let headerOffset: Int
    private let document: QPDFDocument
    /// `nil` where readers may interpret the cross-reference sections differently; libqpdf's table counts then.
    private let index: CrossReferenceIndex?
    private var rows: [Int: [UInt8]] = [:]
    private var objectStreams: [Int: ObjectStreamContents] = [:]
    /// Short objects by their offsets: an edit asks several times for each of the few that it needs.
    private var short: [Int: WrittenObject] = [:]
    /// Whether references lead to null; many objects may have the same reference.
    private var nulls: [IndirectReference: Bool] = [:]
    /// Objects taken as written; `nil` for those that libqpdf has to read.
    private var taken: [IndirectReference: PDFObject?] = [:]
    /// The objects that libqpdf was found to read with every key.
    private var complete: Set<IndirectReference> = []

    init(
        _ bytes: UnsafeRawBufferPointer, headerOffset: Int, _ history: RevisionHistory?, readBy document: QPDFDocument
    ) {
        (self.bytes, self.headerOffset, self.document) = (bytes, headerOffset, document)
        index = history.flatMap { try? CrossReferenceIndex(bytes, headerOffset: headerOffset, $0) }
    }

    /// Returns what an edit may rely on for the object that `reference` refers to and that libqpdf reads as `object`:
    /// with every key that is written, and as a reference where there is one in place of the object.
    ///
    /// - Throws: ``PDFError/damaged(_:)`` where libqpdf complained about the object, or cannot read it.
    func checked(_ object: PDFObject, _ reference: IndirectReference) throws(PDFError) -> PDFObject {
        // libqpdf keeps a displaced object in place of the right one; a reading that requests only this object does
        // not.
        guard !document.displaced.contains(reference) else {
            return try document.anew().wholeObject(reference)
        }
        if object.integerValue != nil, let other = try referenceInPlace(of: reference) { return .reference(other) }
        if let complaint = document.complaints[reference] {
            let fault = object.isNull ? "cannot be read" : "is malformed"
            throw .damaged("object \(reference) \(fault): \(complaint.message)")
        }
        switch object {
        case .null:
            guard try isNull(reference) else { throw .damaged("object \(reference) cannot be read") }
            return object
        case .array, .dictionary, .stream:
            if complete.contains(reference) { return object }
            if try isWhole(object, reference) {
                complete.insert(reference)
                return object
            }
            return try document.wholeObject(reference)
        default: return object
        }
    }

    /// Returns the object that `reference` refers to, where it is so long, or was named in ``take(_:)``, that libqpdf
    /// should not read it, but must read the same.
    func taken(_ reference: IndirectReference) throws(PDFError) -> PDFObject? {
        if let known = taken[reference] { return known }
        return try take(reference, from: WrittenObject.long)
    }

    /// Takes objects that are read together as written, where libqpdf must read the same.
    func take(_ references: [IndirectReference]) throws(PDFError) {
        for reference in references where taken[reference] == nil { _ = try take(reference, from: 0) }
    }

    private func take(_ reference: IndirectReference, from length: Int) throws(PDFError) -> PDFObject? {
        guard let index, !document.isEncrypted, let entry = try? index.entry(of: reference, rows: rows),
            entry.reference == reference, mayHave(length, entry), let written = try? self.object(entry)
        else { return nil }
        let object = try written.unambiguous(size: index.size, from: length) { reference throws(PDFError) in
            try !isNull(reference)
        }
        taken[reference] = .some(object)
        return object
    }

    /// Whether an object may have that many bytes, determined without reading it.
    private func mayHave(_ length: Int, _ entry: CrossReferenceEntry) -> Bool {
        if length == 0 { return true }
        switch entry.place {
        case .free: return false
        case .file(let offset):
            let start = min(max(0, headerOffset + offset), bytes.count)
            let part = UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + length)])
            return part.count == length && part.firstOccurrence(of: "endobj", from: 0) == nil
        case .objectStream(let number, let position):
            return (try? contents(ofObjectStream: number))?.lengthOfObject(at: position) ?? 0 >= length
        }
    }

    /// Returns one entry of the dictionary that `reference` refers to, where it follows from the written bytes; libqpdf
    /// then need not keep the object.
    func entry(_ key: Name, of reference: IndirectReference) -> PDFObject? {
        guard let index, let entry = try? index.entry(of: reference, rows: rows), let written = try? object(entry)
        else {
            return nil
        }
        return written.plainEntry(key, isEncrypted: document.isEncrypted, size: index.size)
    }

    /// Whether `object` has every key of the object that `reference` refers to, except for those that lead to null: to
    /// an object that no section lists, or to the keyword `null` itself (ISO 32000-2, 7.3.10). Also false where that
    /// cannot be determined.
    private func isWhole(_ object: PDFObject, _ reference: IndirectReference) throws(PDFError) -> Bool {
        guard index != nil, let entry = try entry(of: reference), let written = try? self.object(entry) else {
            return false
        }
        var failure: PDFError?
        let agrees = written.agrees(with: object) { reference in
            do throws(PDFError) {
                return try !isNull(reference)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return agrees
    }

    /// Whether a reference leads to null: to an object that no section lists, or to the keyword `null` itself. An
    /// unreadable object is not null.
    private func isNull(_ reference: IndirectReference) throws(PDFError) -> Bool {
        if let known = nulls[reference] { return known }
        guard reference.generation <= 65_535, let entry = try entry(of: reference) else { return true }
        let isNull = entry.reference == reference && (try? object(entry))?.object == .null
        nulls[reference] = isNull
        return isNull
    }

    /// Returns the reference in place of an object, which libqpdf reads as a number; `nil` for any other object.
    func referenceInPlace(of reference: IndirectReference) throws(PDFError) -> IndirectReference? {
        guard let entry = try entry(of: reference) else { return nil }
        return (try? object(entry))?.object.referenceValue
    }

    /// Returns the entry of the object's number, which may have another generation.
    private func entry(of reference: IndirectReference) throws(PDFError) -> CrossReferenceEntry? {
        if let index {
            do throws(Irregularity) { return try index.entry(of: reference, rows: rows) } catch {
                // Readers may interpret it differently; libqpdf's table shows whether there is an object.
            }
        }
        return document.entry(of: reference.number)
    }

    private func object(_ entry: CrossReferenceEntry) throws(Irregularity) -> WrittenObject {
        switch entry.place {
        case .free: throw Irregularity("object \(entry.reference) is free")
        case .file(let offset):
            if let known = short[offset], known.reference == entry.reference { return known }
            let object = try WrittenObject(bytes, at: headerOffset + offset, named: entry.reference)
            if object.length < WrittenObject.short, short.count < WrittenObject.kept { short[offset] = object }
            return object
        case .objectStream(let number, let position):
            return try contents(ofObjectStream: number).object(entry.reference, at: position)
        }
    }

    private func contents(ofObjectStream number: Int) throws(Irregularity) -> ObjectStreamContents {
        if let known = objectStreams[number] { return known }
        let stream = IndirectReference(number)
        guard let dictionary = try? document.object(stream).dictionaryValue, let data = try? document.streamData(stream)
        else { throw Irregularity("object stream \(stream) cannot be read") }
        let contents = try ObjectStreamContents(data, dictionary)
        objectStreams[number] = contents
        return contents
    }

    private func rows(of section: CrossReferenceSection) throws(Irregularity) -> [UInt8] {
        if let known = rows[section.offset] { return known }
        guard let stream = section.stream, let data = try? document.streamData(stream) else {
            throw Irregularity("the cross-reference stream at byte \(section.offset) cannot be decoded")
        }
        rows[section.offset] = data
        return data
    }
}
