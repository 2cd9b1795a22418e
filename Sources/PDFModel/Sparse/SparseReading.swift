/// A reading that shows libqpdf only the requested objects of a file, so that the cost depends on the request and not
/// on the file.
///
/// Objects are looked up in a ``CrossReferenceIndex`` and listed in a ``SparseView``, which is rebuilt when a request
/// needs an object that it does not list. libqpdf omits dictionary keys that lead to nothing, so an object is read only
/// when everything that its keys refer to is listed, and the result is checked against what is written in the file.
/// libqpdf need not read an object again because something refers to it: a later view has an empty object in its place.
///
/// Every function throws where anything is irregular: the caller then lets libqpdf read the whole file, and drops this
/// reading.
final class SparseReading: PartialReading {
    private let bytes: UnsafeRawBufferPointer
    /// The bytes in which objects may be: without an unfinished increment.
    private let whole: UnsafeRawBufferPointer
    private let headerOffset: Int
    private let margin: Margin
    private let owner: AnyObject
    /// The passwords that may open the document; only the one that does, once that is known.
    private var passwords: [[CChar]?]
    private let index: CrossReferenceIndex

    /// What libqpdf read last; `nil` where something must be listed that libqpdf does not have.
    private var view: SparseView?
    /// The entries looked up so far; `nil` where the file has no such object.
    private var entries: [IndirectReference: CrossReferenceEntry?] = [:]
    private var written: [IndirectReference: WrittenObject] = [:]
    /// The entries that were read from long objects: a page may list one of these thousands of times.
    private var longEntries: [IndirectReference: [Name: PDFObject?]] = [:]
    private var objectStreams: [Int: ObjectStreamContents] = [:]
    /// The decoded data of cross-reference streams by their offsets.
    private var rows: [Int: [UInt8]]
    private var objects: [IndirectReference: PDFObject] = [:]
    /// The objects that libqpdf reads without a request: those that the trailer leads to, and those that decryption
    /// needs.
    private var neededByLibrary: Set<IndirectReference> = []
    /// The reading of the file with which this file begins.
    private let earlier: SparseReading?
    /// The number of entries in all views so far.
    private var cost = 0

    private(set) var version = ""
    private(set) var isEncrypted = false
    private(set) var mayAnnotate = true

    /// The cost of a view besides its entries, in entries.
    private static let costOfView = 64
    /// A file whose sections take less work than this is read whole at once, unless it has `Margin.leastLength` bytes, which
    /// may hold long objects.
    private static let leastWeight = 2000

    /// Creates a reading; `nil` for a file that is faster to read whole.
    ///
    /// - Parameters:
    ///   - bytes: the file, with the margin right behind it.
    ///   - count: the number of bytes of the file that belong to the document.
    ///   - earlier: the reading of the file before an increment; an object in the same position is unchanged.
    ///   - expected: objects that will be requested.
    init?(
        _ bytes: UnsafeRawBufferPointer, count: Int, headerOffset: Int, _ history: RevisionHistory, margin: Margin,
        keeping owner: AnyObject, passwords: [[CChar]?], following earlier: SparseReading?,
        expecting expected: [IndirectReference]
    ) throws(Irregularity) {
        (self.bytes, self.headerOffset, self.owner) = (bytes, headerOffset, owner)
        (self.passwords, self.margin, self.earlier) = (passwords, margin, earlier)
        rows = earlier?.rows ?? [:]
        whole = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
        index = try CrossReferenceIndex(whole, headerOffset: headerOffset, history)
        guard margin.isAlwaysUsed || index.weight >= Self.leastWeight || count >= Margin.leastLength else { return nil }
        for value in index.trailer.carriedOver.values {
            guard value.referenceValue != nil || value.highestReference == 0 else {
                throw Irregularity("its trailer has an unexpected indirect reference")
            }
        }
        try listEncryption()
        let carriedOver = index.trailer.carriedOver.values.compactMap(\.referenceValue)
        neededByLibrary.formUnion(carriedOver)
        try list(carriedOver)
        // Objects that are requested in any case, so that one view is enough for all of them.
        let root = index.trailer[.root]?.referenceValue.map { [$0] } ?? []
        try prepare(root + expected)
        let pages = root.first.flatMap { written[$0]?.object.entry(.pages).referenceValue }
        try prepare(pages.map { [$0] } ?? [])
        let document = try document()
        (version, isEncrypted, mayAnnotate) = (document.version, document.isEncrypted, document.mayAnnotate)
    }

    /// Lists what the encryption dictionary needs, before anything can be decrypted.
    private func listEncryption() throws(Irregularity) {
        guard var last = index.trailer[.encrypt]?.referenceValue.map({ [$0] }) else { return }
        // The dictionary, its crypt filters, one of them, and what that refers to.
        for _ in 0..<4 {
            neededByLibrary.formUnion(last)
            try list(last)
            last = last.flatMap { written[$0]?.referencesInDictionaries ?? [] }
        }
    }

    // MARK: Objects

    /// The trailer without the keys that lead to nothing, as in libqpdf.
    var trailer: PDFDictionary {
        index.trailer.filter { $0.value.referenceValue.map(isThere) ?? true }
    }

    /// Returns the object that `reference` refers to; `null` where there is none.
    func object(_ reference: IndirectReference) throws(Irregularity) -> PDFObject {
        if let object = objects[reference] { return object }
        try prepare([reference])
        if let object = objects[reference] { return object }
        guard let written = written[reference] else { return .null }
        let object = try reading { document throws(PDFError) in try document.object(reference) }
        guard written.agrees(with: object, isThere: isThere) else {
            throw Irregularity("object \(reference) does not read as it is written")
        }
        objects[reference] = object
        return object
    }

    func wholeObject(_ reference: IndirectReference) throws(Irregularity) -> PDFObject {
        let object = try object(reference)
        guard let written = written[reference], !written.referencesInDictionaries.allSatisfy(isThere) else {
            return object
        }
        return try reading { document throws(PDFError) in try document.wholeObject(reference) }
    }

    /// Returns one entry of the dictionary that `reference` refers to.
    func entry(_ key: Name, of reference: IndirectReference) throws(Irregularity) -> PDFObject {
        if let object = objects[reference] { return object.entry(key) }
        if entries[reference] == nil {
            try prepareEntries(of: [reference])
            if let object = objects[reference] { return object.entry(key) }
        }
        guard isThere(reference) else { return .null }
        if let entry = writtenEntry(key, of: reference) { return entry }
        let entry = try reading { document throws(PDFError) in try document.entry(key, of: reference) }
        // The items of a container may lead to objects that are not listed.
        return entry?.isContainer ?? true ? try object(reference).entry(key) : entry ?? .null
    }

    /// Returns the entry as written, where libqpdf must read the same: it then need not keep any of thousands of
    /// annotations.
    private func writtenEntry(_ key: Name, of reference: IndirectReference) -> PDFObject? {
        if let object = written[reference] {
            return object.plainEntry(key, isEncrypted: isEncrypted, size: index.size)
        }
        if let known = longEntries[reference]?[key] { return known }
        guard case .file(let offset)?? = entries[reference].map({ $0?.place }) else { return nil }
        let position = headerOffset + offset
        var reader = try? WrittenObject.reader(whole, at: position, behindNameOf: reference)
        let entry: PDFObject?
        let length: Int
        if let value = reader?.value(of: key) {
            entry = WrittenObject.plain(value, isEncrypted: isEncrypted, size: index.size)
            length = (reader?.position ?? position) - position
        } else {
            let object = try? WrittenObject(whole, at: position, named: reference)
            entry = object?.plainEntry(key, isEncrypted: isEncrypted, size: index.size)
            length = object?.length ?? 0
        }
        if length >= WrittenObject.long { longEntries[reference, default: [:]].updateValue(entry, forKey: key) }
        return entry
    }

    /// Returns the decoded data of a stream object; `nil` where there is none, or it cannot be decoded.
    func streamData(_ reference: IndirectReference, encoded: Bool) throws(Irregularity) -> [UInt8]? {
        guard case .stream(let stream) = try object(reference) else { return nil }
        for key in [Name.filter, .decodeParameters] where stream.dictionary[key]?.highestReference ?? 0 > 0 {
            throw Irregularity("the filters of stream \(reference) refer to other objects")
        }
        return try reading { document throws(PDFError) in try document.streamData(reference, encoded: encoded) }
    }

    /// Lists objects that are about to be read, all at once.
    func prepare(_ references: [IndirectReference]) throws(Irregularity) {
        let areMany = references.count >= WrittenObject.many && !hasEncryption
        let references = areMany ? try takeAsWritten(references) : references
        try list(references)
        try list(references.flatMap { written[$0]?.referencesInDictionaries ?? [] })
        guard !hasEncryption else { return }
        for reference in references where objects[reference] == nil && !neededByLibrary.contains(reference) {
            let length = areMany ? 0 : WrittenObject.long
            guard let object = try? written[reference]?.unambiguous(size: index.size, from: length, isThere: isThere)
            else { continue }
            objects[reference] = object
            view = nil
        }
    }

    /// Takes objects as they are written, so that libqpdf need not read them, and returns the others.
    ///
    /// What the objects refer to is not kept: of thousands of annotations, the appearances are only looked at.
    private func takeAsWritten(_ references: [IndirectReference]) throws(Irregularity) -> [IndirectReference] {
        var others: [IndirectReference] = []
        objects.reserveCapacity(objects.count + references.count)
        for reference in references where objects[reference] == nil {
            guard case .file(let offset)? = try entry(of: reference)?.place, !neededByLibrary.contains(reference),
                let object = try? WrittenObject(whole, at: headerOffset + offset, named: reference),
                let taken = try? object.unambiguous(size: index.size, from: 0, isThere: isSound)
            else {
                others.append(reference)
                continue
            }
            objects[reference] = taken
        }
        return others
    }

    /// Whether a reference leads to a dictionary or stream that is written as every reader reads it; false where that
    /// takes more than a look.
    private func isSound(_ reference: IndirectReference) -> Bool {
        if objects[reference] != nil { return true }
        guard case .file(let offset)? = try? entry(of: reference)?.place,
            var reader = try? WrittenObject.reader(whole, at: headerOffset + offset, behindNameOf: reference),
            reader.skipDictionary()
        else { return false }
        return reader.skip("endobj") || reader.skip("stream")
    }

    private var hasEncryption: Bool { index.trailer[.encrypt] != nil }

    /// Lists objects of which single entries are about to be read.
    func prepareEntries(of references: [IndirectReference]) throws(Irregularity) {
        try list(references, readingThem: false)
    }

    /// Whether a listed reference leads to something. An object that is null counts as nothing (7.3.10).
    private func isThere(_ reference: IndirectReference) -> Bool {
        (entries[reference] ?? nil) != nil && written[reference]?.object != .null
    }

    // MARK: The view

    /// Returns libqpdf's reading of everything that is listed.
    func document() throws(Irregularity) -> QPDFDocument {
        if let view { return view.document }
        let listed = entries.values.compactMap(\.self)
        let settled = Set(listed.map(\.reference).filter(isSettled))
        cost += Self.costOfView + listed.count
        guard margin.isAlwaysUsed || cost < index.weight else {
            throw Irregularity("so much of it is needed that reading it whole is faster")
        }
        let view = try SparseView(
            of: bytes, headerOffset: headerOffset, in: margin.memory, keeping: owner, passwords: passwords,
            entries: listed.filter { !settled.contains($0.reference) }, standingIn: settled,
            trailer: index.trailer.carriedOver, size: index.size)
        passwords = [view.document.password]
        self.view = view
        return view.document
    }

    private func reading<Value>(_ body: (QPDFDocument) throws(PDFError) -> Value) throws(Irregularity) -> Value {
        let document = try document()
        let value: Value
        do throws(PDFError) {
            value = try body(document)
        } catch {
            throw Irregularity("libqpdf cannot read an object: \(error)")
        }
        guard document.isSilent else { throw Irregularity(document.warnings.first ?? "libqpdf reports a warning") }
        return value
    }

    // MARK: Listing

    /// Looks up objects, and what libqpdf also needs to read them: the length of a stream, and object streams.
    private func list(_ references: [IndirectReference], readingThem isRead: Bool = true) throws(Irregularity) {
        var pending = references.map { (reference: $0, isRead: isRead) }
        var members: [CrossReferenceEntry] = []
        while let (reference, isRead) = pending.popLast() {
            let isKnown = entries[reference] != nil
            guard !isKnown || isRead && written[reference] == nil, let entry = try entry(of: reference) else {
                continue
            }
            if isSettled(reference) { continue }
            switch entry.place {
            case .free: continue
            case .file(let offset) where isRead:
                let object = try WrittenObject(whole, at: headerOffset + offset, named: reference)
                try enter(object, as: reference)
                if case .stream(let stream) = object.object, case .reference(let length)? = stream.dictionary[.length] {
                    pending.append((length, true))
                }
            case .file(let offset):
                _ = try WrittenObject.reader(whole, at: headerOffset + offset, behindNameOf: reference)
            case .objectStream(let stream, _):
                // An object stream is never in another one, nor in itself.
                guard case .file? = try self.entry(of: IndirectReference(stream))?.place else {
                    throw Irregularity("object \(reference) is in an object stream that is not in the file")
                }
                members.append(entry)
                pending.append((IndirectReference(stream), true))
            }
        }
        for entry in members { try enter(memberObject(entry), as: entry.reference) }
    }

    private func enter(_ object: WrittenObject, as reference: IndirectReference) throws(Irregularity) {
        // New objects may take such numbers, so libqpdf must report all of them.
        guard object.object.highestReference < index.size else {
            throw Irregularity("object \(reference) refers to an object beyond the trailer's /Size")
        }
        try checkRows(of: object)
        written[reference] = object
    }

    private func checkRows(of object: WrittenObject) throws(Irregularity) {
        guard case .stream(let stream) = object.object,
            PredictorRow.isBoundless(stream.dictionary, inFileOf: whole.count)
        else { return }
        throw Irregularity("stream \(object.reference) claims rows longer than all data of the file")
    }

    private func entry(of reference: IndirectReference) throws(Irregularity) -> CrossReferenceEntry? {
        if let known = entries[reference] { return known }
        let entry = try index.entry(of: reference) { section throws(Irregularity) in try rows(of: section) }
        entries[reference] = .some(entry)
        if let entry {
            view = nil
            if let object = try earlier?.object(standingAt: entry, in: self) { objects[reference] = object }
        }
        return entry
    }

    /// Returns an object that was already read and has the same position in a later reading; `nil` for any other.
    private func object(
        standingAt entry: CrossReferenceEntry, in later: SparseReading
    ) throws(Irregularity) -> PDFObject? {
        guard let object = objects[entry.reference], object.isContainer, entries[entry.reference] == .some(entry),
            !later.neededByLibrary.contains(entry.reference)
        else { return nil }
        if case .objectStream(let number, _) = entry.place {
            let stream = IndirectReference(number)
            guard entries[stream] == .some(try later.entry(of: stream)) else { return nil }
        }
        return object
    }

    /// Whether libqpdf will not be asked for an object again, so that an empty one is enough where others refer to it.
    private func isSettled(_ reference: IndirectReference) -> Bool {
        objects[reference]?.isContainer ?? false && !neededByLibrary.contains(reference)
    }

    private func memberObject(_ entry: CrossReferenceEntry) throws(Irregularity) -> WrittenObject {
        guard case .objectStream(let number, let index) = entry.place else { throw Irregularity("no object stream") }
        let reference = IndirectReference(number)
        if objectStreams[number] == nil {
            guard case .stream(let stream)? = written[reference]?.object,
                let data = try data(ofObjectStream: reference, stream)
            else { throw Irregularity("object stream \(reference) cannot be read") }
            objectStreams[number] = try ObjectStreamContents(data, stream.dictionary)
        }
        guard let contents = objectStreams[number] else { throw Irregularity("no object stream") }
        return try contents.object(entry.reference, at: index)
    }

    /// Returns the decoded data of an object stream. One that may hold a long object is read with a view that lists
    /// only this stream, because libqpdf reads all listed objects of a stream at once.
    private func data(
        ofObjectStream reference: IndirectReference, _ stream: PDFStream
    ) throws(Irregularity) -> [UInt8]? {
        guard !hasEncryption, case .file(let place)?? = entries[reference].map({ $0?.place }),
            stream.dictionary[.length]?.integerValue ?? 0 >= Self.largeObjectStream
        else { return try reading { document throws(PDFError) in try document.streamData(reference) } }
        return try data(ofStreamAt: place, reference)
    }

    /// Writers put a hundred objects into a stream; compressed, they seldom take this many bytes.
    private static let largeObjectStream = 16 << 10

    /// Returns the decoded data of a cross-reference stream, read with a view that lists only this stream.
    private func rows(of section: CrossReferenceSection) throws(Irregularity) -> [UInt8] {
        if let known = rows[section.offset] { return known }
        guard let reference = section.stream, reference.number < CrossReferenceEntry.numberLimit else {
            throw Irregularity("the cross-reference stream at byte \(section.offset) has the wrong object number")
        }
        guard let data = try data(ofStreamAt: section.offset, reference) else {
            throw Irregularity("the cross-reference stream at byte \(section.offset) cannot be decoded")
        }
        rows[section.offset] = data
        return data
    }

    /// Returns the decoded data of a stream, read with a view that lists only this stream; `nil` where it cannot be
    /// decoded.
    private func data(ofStreamAt offset: Int, _ reference: IndirectReference) throws(Irregularity) -> [UInt8]? {
        view = nil
        let object = try WrittenObject(whole, at: headerOffset + offset, named: reference)
        try checkRows(of: object)
        if let length = object.object.entry(.length).integerValue, (0...whole.count).contains(length) {
            let start = headerOffset + offset
            (owner as? any AdvisedMemory)?.expectReading(of: start..<start + object.length + length)
        }
        let view = try SparseView(
            of: bytes, headerOffset: headerOffset, in: margin.memory, keeping: owner, passwords: [nil],
            entries: [CrossReferenceEntry(reference: reference, place: .file(offset))], trailer: [:],
            size: max(index.size, reference.number + 1))
        guard let data = try? view.document.streamData(reference), view.document.isSilent else { return nil }
        return data
    }
}

extension PDFObject {
    /// The entry of a dictionary, or of a stream's dictionary; `null` for any other object.
    fileprivate func entry(_ key: Name) -> PDFObject { dictionaryValue?[key] ?? .null }
}
