internal import Crypto

/// New and changed objects on top of a file that stays as it is (ISO 32000-2, 7.5.6).
///
/// The old revision is read-only; this is the overlay. ``increment()`` gives what is to be appended to the file so that it
/// shows the overlay: pdfco's comment line, the objects, and one cross-reference section of the same form as the one
/// it chains to; for a recovered file, one that is complete. The same base and the same objects always give the same bytes.
public struct IncrementalUpdate {
    private let base: PDFFile
    private let predecessor: Predecessor
    private let cipher: FileCipher?
    private var objects: NewObjects
    /// Numbers from the first new one on that are no object's and to which something refers.
    private let mentioned: Set<Int>
    /// Room for an annotation, its appearance or its line of the cross-reference table, in bytes: growing would copy them all.
    private static let usualLength = 256

    /// Begins an update of `base`.
    public init(of base: PDFFile) throws(PDFError) {
        self.base = base
        predecessor = try base.predecessor()
        objects = NewObjects(from: predecessor.highestObject + 1, replacing: predecessor.replacements)
        mentioned = predecessor.mentioned.union(base.mentionedNumbers(from: predecessor.highestObject + 1))
        cipher = try base.cipher()
    }

    /// Whether there is nothing to append: of a recovered file, the section that makes it whole is always.
    public var isEmpty: Bool { objects.isEmpty && predecessor.offset != nil }

    /// The object as it will be: from the overlay, else from the file.
    public func object(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        if let object = objects[reference] { return object }
        return try base.object(reference)
    }

    /// One entry of a dictionary, or of the one that `object` refers to, as it will be; `null` where there is none.
    func entry(_ key: Name, of object: PDFObject) throws(PDFError) -> PDFObject {
        guard case .reference(let reference) = object, objects[reference] == nil else {
            return try resolve(resolve(object).dictionaryValue?[key] ?? .null)
        }
        return try resolve(base.entry(key, of: reference))
    }

    /// The object as it will be, a dictionary with the entries besides that lead to nothing: for writing it anew.
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        if let object = objects[reference] { return object }
        return try base.wholeObject(reference)
    }

    /// `object`, or what it refers to.
    public func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
        guard case .reference(let reference) = object else { return object }
        if let object = objects[reference] { return object }
        return try base.resolve(object)
    }

    /// A number for an object that is still to be written, above every number in the file's sections.
    ///
    /// Numbers to which anything refers already are left to be nothing, and written as that: the object would appear where
    /// nobody put it (invariant 19).
    public mutating func reserve() -> IndirectReference {
        skipMentionedNumbers()
        return objects.add(nil)
    }

    /// Gives `object` a number of its own.
    public mutating func add(_ object: PDFObject) -> IndirectReference {
        skipMentionedNumbers()
        return objects.add(object)
    }

    private mutating func skipMentionedNumbers() {
        while mentioned.contains(objects.nextNumber) || base.danglingNumbers.contains(objects.nextNumber) {
            _ = objects.add(.null)
        }
    }

    /// Whether the object is a new one.
    func isNew(_ reference: IndirectReference) -> Bool { objects.isNew(reference) }

    /// Puts `object` in the place of the one that `reference` names; its generation stays.
    public mutating func replace(_ reference: IndirectReference, with object: PDFObject) {
        objects[reference] = object
    }

    /// What is to be appended to the file.
    public func increment() throws(PDFError) -> Increment {
        guard !isEmpty else { return .none }
        var update = self
        // A cross-reference stream is an object, too, and has the last number.
        let last = predecessor.form == .stream ? update.reserve() : IndirectReference(objects.nextNumber - 1)
        return try update.increment(last: last)
    }

    private func increment(last: IndirectReference) throws(PDFError) -> Increment {
        guard last.number < CrossReferenceEntry.numberLimit else { throw .tooLarge }
        let separator: [UInt8] = base.endsInNewline ? [] : [0x0A]
        var (body, places) = writtenObjects()
        let length = body.count
        let trailer = try trailer(contents: body)
        // The mark states the body's length, and the section's offsets depend on the mark's length: the digits of that
        // length are guessed, and guessed again while the guess changes the body.
        var mark = IncrementMark(base: base.count, length: length)
        while true {
            let start = base.count + separator.count + mark.count
            let entries = places.map { reference, place in
                CrossReferenceEntry(reference: reference, place: .file(start - base.headerOffset + place))
            }
            let section = predecessor.section(entries, last: last, trailer: trailer)
            let endLine = IncrementMark.endLine(base: base.count)
            let offset = start - base.headerOffset + length
            body.replaceSubrange(length..., with: try section.bytes(at: offset, comment: endLine))
            let finished = IncrementMark(base: base.count, length: body.count)
            guard finished.count != mark.count else {
                return Increment(
                    head: separator + finished.head.utf8, mark: separator + finished.line(of: body, at: start),
                    body: body,
                    objects: objects)
            }
            mark = finished
        }
    }

    /// The objects as they are written, and where each begins among them.
    private func writtenObjects() -> ([UInt8], [(IndirectReference, Int)]) {
        var writer = ObjectWriter()
        var places: [(IndirectReference, Int)] = []
        let references = objects.replaced + objects.new
        places.reserveCapacity(references.count)
        writer.reserveCapacity(references.count * Self.usualLength)
        for reference in references {
            guard let object = objects[reference] else { continue }
            places.append((reference, writer.bytes.count))
            writer.numbers(of: reference)
            writer.token(" obj\n")
            writer.write(cipher?.encrypted(object, in: reference) ?? object)
            writer.token("\nendobj\n")
        }
        return (writer.bytes, places)
    }

    private func trailer(contents: [UInt8]) throws(PDFError) -> PDFDictionary {
        var trailer = predecessor.trailer
        trailer[.previous] = predecessor.offset.map(PDFObject.integer)
        trailer[.fileIdentifier] = try fileIdentifier(contents: contents)
        return trailer
    }

    /// Whether anything is encrypted with a key of before AES-256, be it embedded files alone.
    private func keyDependsOnIdentifier() throws(PDFError) -> Bool {
        guard let encryption = predecessor.trailer[.encrypt] else { return false }
        let revision = try base.resolve(encryption).dictionaryValue?[.handlerRevision] ?? .null
        return try base.resolve(revision).integerValue ?? 0 < 5
    }

    /// The first identifier stays; the second is derived from what the file was and what is added (14.4).
    ///
    /// The key of a file that is encrypted by RC4 or AES-128 depends on the first identifier (7.6.4.3.2), where it is empty and
    /// where there is none as well: readers that find another find another key.
    private func fileIdentifier(contents: [UInt8]) throws(PDFError) -> PDFObject? {
        let entry = predecessor.trailer[.fileIdentifier]
        let keepsFirst = try keyDependsOnIdentifier()
        var old: [PDFString] = []
        for part in try base.resolve(entry ?? .null).arrayValue ?? [] {
            guard let string = try base.resolve(part).stringValue else {
                if keepsFirst { return entry }
                old.append(PDFString(bytes: []))
                continue
            }
            old.append(string)
        }
        if keepsFirst, old.count != 2 { return entry }
        var hash = SHA256()
        for part in old { hash.update(data: part.bytes) }
        hash.update(data: Array("\(base.count) \(base.startXRef)\n".utf8))
        hash.update(data: contents)
        let new = PDFObject.string(PDFString(bytes: Array(hash.finalize().prefix(16))))
        let first = old.first.flatMap { $0.bytes.isEmpty && !keepsFirst ? nil : PDFObject.string($0) }
        return .array([first ?? new, new])
    }
}
