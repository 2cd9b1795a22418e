internal import Cryptography

/// New and changed objects on top of a file that stays unchanged (ISO 32000-2, 7.5.6).
///
/// The old revision is read-only; this is the overlay. ``increment()`` returns what to append to the file so that it
/// shows the overlay: pdfco's comment line, the objects, and one cross-reference section of the same kind as the one it
/// chains to; for a recovered file, a complete one. The same base and the same objects always give the same bytes.
public struct IncrementalUpdate {
    private let base: PDFFile
    private let predecessor: Predecessor
    private let cipher: FileCipher?
    private var objects: NewObjects
    /// Object numbers, from the first new one on, that have no object but to which something refers.
    private let mentioned: Set<Int>
    /// The bytes to reserve for an annotation, its appearance stream or its line of the cross-reference table, because
    /// growing copies everything.
    private static let usualLength = 256
    /// The usual length of a cross-reference section without its entries.
    private static let usualSectionLength = 200

    /// Starts an update of `base`.
    public init(of base: PDFFile) throws(PDFError) {
        self.base = base
        predecessor = try base.predecessor()
        objects = NewObjects(from: predecessor.highestObject + 1, replacing: predecessor.replacements)
        mentioned = predecessor.mentioned.union(base.mentionedNumbers(from: predecessor.highestObject + 1))
        cipher = try base.cipher()
    }

    /// Whether there is nothing to append; for a recovered file there always is the section that repairs it.
    public var isEmpty: Bool { objects.isEmpty && predecessor.offset != nil }

    /// Whether the overlay has the object.
    func hasObject(_ reference: IndirectReference) -> Bool { objects[reference] != nil }

    /// Returns the object as it will be: from the overlay, else from the file.
    public func object(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        if let object = objects[reference] { return object }
        return try base.object(reference)
    }

    /// Returns one entry of a dictionary, or of the dictionary that `object` refers to, as it will be; `null` where
    /// there is none.
    func entry(_ key: Name, of object: PDFObject) throws(PDFError) -> PDFObject {
        guard case .reference(let reference) = object, objects[reference] == nil else {
            return try resolve(resolve(object).dictionaryValue?[key] ?? .null)
        }
        return try resolve(base.entry(key, of: reference))
    }

    /// Returns one entry as above, but as written: a reference stays a reference.
    func writtenEntry(_ key: Name, of object: PDFObject) throws(PDFError) -> PDFObject {
        guard case .reference(let reference) = object, objects[reference] == nil else {
            return try resolve(object).dictionaryValue?[key] ?? .null
        }
        return try base.entry(key, of: reference)
    }

    /// Returns the object as it will be, with the entries of a dictionary that lead to nothing, for rewriting it.
    func wholeObject(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        if let object = objects[reference] { return object }
        return try base.wholeObject(reference)
    }

    /// Returns the decoded data of a stream as it will be; `nil` where there is none, or it cannot be decoded.
    func streamData(_ reference: IndirectReference) throws(PDFError) -> [UInt8]? {
        guard case .stream(let stream)? = objects[reference] else { return try base.streamData(reference) }
        return stream.dictionary[.filter] == nil ? stream.data : nil
    }

    /// Returns `object`, or the object it refers to.
    public func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
        guard case .reference(let reference) = object else { return object }
        if let object = objects[reference] { return object }
        return try base.resolve(object)
    }

    /// Reserves a number for an object that is written later, above every number in the file's sections.
    ///
    /// Numbers to which anything already refers are skipped and written as null: otherwise the object would appear
    /// where nobody put it (invariant 19).
    public mutating func reserve() -> IndirectReference {
        skipMentionedNumbers()
        return objects.add(nil)
    }

    /// Adds `object` under a number of its own.
    public mutating func add(_ object: PDFObject) -> IndirectReference {
        skipMentionedNumbers()
        return objects.add(object)
    }

    private mutating func skipMentionedNumbers() {
        while mentioned.contains(objects.nextNumber) || base.danglingNumbers.contains(objects.nextNumber) {
            _ = objects.add(.null)
        }
    }

    /// Whether the object is new.
    func isNew(_ reference: IndirectReference) -> Bool { objects.isNew(reference) }

    /// Replaces the object that `reference` refers to with `object`; the generation stays.
    public mutating func replace(_ reference: IndirectReference, with object: PDFObject) {
        objects[reference] = object
    }

    /// Returns the increment to append to the file.
    public func increment() throws(PDFError) -> Increment {
        guard !isEmpty else { return .none }
        // Strings and streams depend on it: a file in which it is a page as well is damaged.
        if let encryption, objects[encryption] != predecessor.replacements[encryption] {
            throw .damaged("object \(encryption) is the encryption dictionary and something else, too")
        }
        var update = self
        // A cross-reference stream is also an object, and has the last number.
        let last = predecessor.kind == .stream ? update.reserve() : IndirectReference(objects.nextNumber - 1)
        return try update.increment(last: last)
    }

    /// The encryption dictionary, whose own strings are not encrypted; `nil` where it is no object.
    private var encryption: IndirectReference? { predecessor.trailer[.encrypt]?.referenceValue }

    private func increment(last: IndirectReference) throws(PDFError) -> Increment {
        guard last.number < CrossReferenceEntry.numberLimit else { throw .tooLarge }
        let separator: [UInt8] = base.endsInNewline ? [] : [0x0A]
        var (body, offsets) = writtenObjects()
        let length = body.count
        let trailer = try trailer(contents: body)
        // The mark states the body's length, and the section's offsets depend on the mark's length. So the mark's
        // length is guessed, until the finished mark has the guessed length.
        var mark = IncrementMark(base: base.count, length: length + Self.usualSectionLength + 20 * offsets.count)
        while true {
            let start = base.count + separator.count + mark.count
            let entries = offsets.map { reference, offset in
                CrossReferenceEntry(reference: reference, location: .file(start - base.headerOffset + offset))
            }
            let section = predecessor.section(entries, last: last, trailer: trailer)
            let endLine = IncrementMark.endLine(base: base.count)
            let offset = start - base.headerOffset + length
            body.replaceSubrange(length..., with: try section.bytes(at: offset, comment: endLine))
            let finished = IncrementMark(base: base.count, length: body.count)
            guard finished.count != mark.count else {
                return Increment(
                    head: separator + finished.head, mark: separator + finished.line(of: body, at: start),
                    body: body,
                    objects: objects)
            }
            mark = finished
        }
    }

    /// Returns the objects as written, and the offset of each among them.
    private func writtenObjects() -> ([UInt8], [(IndirectReference, Int)]) {
        var writer = ObjectWriter()
        var offsets: [(IndirectReference, Int)] = []
        let references = objects.replaced + objects.new
        offsets.reserveCapacity(references.count)
        writer.reserveCapacity(references.count * Self.usualLength)
        for reference in references {
            guard let object = objects[reference] else { continue }
            offsets.append((reference, writer.bytes.count))
            writer.numbers(of: reference)
            writer.token(" obj\n")
            writer.write(reference == encryption ? object : cipher?.encrypted(object, in: reference) ?? object)
            writer.token("\nendobj\n")
        }
        return (writer.bytes, offsets)
    }

    private func trailer(contents: [UInt8]) throws(PDFError) -> PDFDictionary {
        var trailer = predecessor.trailer
        trailer[.previous] = predecessor.offset.map(PDFObject.integer)
        trailer[.fileIdentifier] = try fileIdentifier(contents: contents)
        return trailer
    }

    /// Whether anything, even if only embedded files, is encrypted with a key from before AES-256.
    private func keyDependsOnIdentifier() throws(PDFError) -> Bool {
        guard let encryption = predecessor.trailer[.encrypt] else { return false }
        let revision = try base.resolve(encryption).dictionaryValue?[.handlerRevision] ?? .null
        return try base.resolve(revision).integerValue ?? 0 < 5
    }

    /// Returns the file identifier (14.4): the first part stays; the second is derived from the previous file and the
    /// additions.
    ///
    /// The key of a file encrypted with RC4 or AES-128 depends on the first identifier (7.6.4.3.2), even where that is
    /// empty or missing: readers that find another identifier derive another key.
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
        for part in old { hash.update(part.bytes) }
        hash.update(Array("\(base.count) \(base.startXRef)\n".utf8))
        hash.update(contents)
        let new = PDFObject.string(PDFString(bytes: Array(hash.digest.prefix(16))))
        let first = old.first.flatMap { $0.bytes.isEmpty && !keepsFirst ? nil : PDFObject.string($0) }
        return .array([first ?? new, new])
    }
}
