/// An object as written in the file, with strings still encrypted.
struct WrittenObject {
    let reference: IndirectReference
    let object: PDFObject
    /// Whether it has nothing that readers interpret differently, up to the keyword that ends it; of a stream, its
    /// dictionary.
    private let isOrderly: Bool
    /// The position after the keyword `stream`; `nil` for any other object.
    private let dataKeyword: Int?

    /// Reads the object at `position`, including `N G obj`.
    init(_ bytes: UnsafeRawBufferPointer, at position: Int, named reference: IndirectReference)
        throws(PartialReadingError)
    {
        self.reference = reference
        var reader = try Self.reader(bytes, at: position, behindNameOf: reference)
        guard let object = reader.object() else { throw PartialReadingError("object \(reference) cannot be read") }
        if case .dictionary(let entries) = object, reader.skip("stream") {
            self.object = .stream(PDFStream(entries, data: nil))
            (isOrderly, dataKeyword) = (!reader.hasMetDoubt, reader.position)
        } else {
            self.object = object
            dataKeyword = nil
            isOrderly = !reader.hasMetDoubt && reader.skipWord("endobj")
        }
    }

    /// Reads the object in that range of the data of an object stream, where it has no `N G obj`.
    init(
        inStream data: [UInt8], in range: Range<Int>, named reference: IndirectReference
    ) throws(PartialReadingError) {
        self.reference = reference
        let (object, isOrderly) = data.withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: range.lowerBound)
            let object = reader.object()
            return (object, !reader.hasMetDoubt && reader.position <= range.upperBound)
        }
        guard let object else { throw PartialReadingError("object \(reference) cannot be read") }
        (self.object, self.isOrderly, dataKeyword) = (object, isOrderly, nil)
    }

    /// Returns a reader after `N G obj`, which must be at `position`.
    static func reader(
        _ bytes: UnsafeRawBufferPointer, at position: Int, behindNameOf reference: IndirectReference
    ) throws(PartialReadingError) -> SyntaxReader {
        var reader = SyntaxReader(bytes, at: position)
        guard position < bytes.count, reader.integer() == reference.number, reader.isAtEndOfWord,
            reader.integer() == reference.generation, reader.isAtEndOfWord, reader.skipWord("obj")
        else { throw PartialReadingError("object \(reference) is not where the cross-reference section says") }
        return reader
    }

    /// Returns the object where every reader must read the same; of a stream, its dictionary. Whether its references lead
    /// to something is not checked.
    ///
    /// - Parameter size: one more than the highest object number in the file.
    func unambiguous(size: Int) throws(PartialReadingError) -> PDFObject {
        guard isOrderly, object.referenceValue == nil, Self.isPlain(object, size: size) else {
            // New objects may take such numbers, so libqpdf must report all of them.
            throw PartialReadingError(
                object.highestReference < size
                    ? "object \(reference) is ambiguous"
                    : "object \(reference) refers to an object beyond the trailer's /Size")
        }
        return object
    }

    /// Whether every reader must read the same value in place of `object`.
    static func isPlain(_ object: PDFObject, size: Int) -> Bool {
        switch object {
        case .null, .boolean, .string: true
        case .integer(let value): Int32(exactly: value) != nil
        case .name(let name): !name.bytes.contains(Name.strayNumberSign)
        // Not every reader reads a second sign as it is written, and not every integer is one.
        case .real(let text):
            text.utf8.contains(UInt8(ascii: "."))
                && !text.utf8.dropFirst().contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        case .reference(let reference): reference.number < size
        case .array(let items): items.allSatisfy { isPlain($0, size: size) }
        case .dictionary(let entries): isPlain(entries, size: size)
        case .stream(let stream): isPlain(stream.dictionary, size: size)
        }
    }

    private static func isPlain(_ entries: PDFDictionary, size: Int) -> Bool {
        entries.allSatisfy { isPlain($0.value, size: size) && isPlain(.name($0.key), size: size) }
    }

    /// Returns the data of a stream as it is written, where that length leads to `endstream`.
    func data(in bytes: UnsafeRawBufferPointer, length: Int) -> UnsafeRawBufferPointer? {
        guard var start = dataKeyword else { return nil }
        if start < bytes.count, bytes[start] == 0x0D { start += 1 }
        guard start < bytes.count, bytes[start] == 0x0A, length >= 0, length < bytes.count - start else { return nil }
        start += 1
        var end = start + length
        while end < bytes.count, SyntaxReader.isSpace(bytes[end]) { end += 1 }
        guard bytes.matches("endstream", at: end) else { return nil }
        var reader = SyntaxReader(bytes, at: end + 9)
        guard reader.isAtEndOfWord, reader.skipWord("endobj") else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)])
    }

    /// Returns the decoded data of a stream of that length; `nil` where libqpdf has to decode it.
    ///
    /// - Parameter memory: where the bytes are.
    func decodedData(
        in bytes: UnsafeRawBufferPointer, length: Int, _ memory: (any AdvisedMemory)?
    ) throws(PartialReadingError) -> [UInt8]? {
        guard let start = dataKeyword, isOrderly, case .stream(let stream) = object else { return nil }
        guard !PredictorRow.isBoundless(stream.dictionary, inFileOf: bytes.count) else {
            throw PartialReadingError("stream \(reference) claims rows longer than all data of the file")
        }
        if (0...bytes.count).contains(length) { memory?.expectReading(of: start..<start + length) }
        guard let data = data(in: bytes, length: length) else { return nil }
        return PDFStream.decoded(data, stream.dictionary, limit: HeldBytes(ofFile: bytes.count).limit)
    }

    /// The references that are values of dictionaries, at any depth: where libqpdf finds nothing behind one, it omits
    /// the key.
    var referencesInDictionaries: [IndirectReference] {
        var found: [IndirectReference] = []
        Self.collect(object, into: &found)
        return found
    }

    private static func collect(_ object: PDFObject, into found: inout [IndirectReference]) {
        switch object {
        case .array(let items): for item in items { collect(item, into: &found) }
        case .dictionary, .stream:
            for value in (object.dictionaryValue ?? [:]).values {
                if case .reference(let reference) = value {
                    found.append(reference)
                } else {
                    collect(value, into: &found)
                }
            }
        default: return
        }
    }

    /// Whether `object` is what libqpdf must read for this one: the same entries and references, except for keys whose
    /// references lead to nothing. The values of strings and real numbers are not compared.
    func agrees(with object: PDFObject, isThere: (IndirectReference) -> Bool) -> Bool {
        Self.agree(self.object, object, isThere)
    }

    private static func agree(
        _ written: PDFObject, _ read: PDFObject, _ isThere: (IndirectReference) -> Bool
    ) -> Bool {
        switch (written, read) {
        case (.array(let items), .array(let others)):
            return items.count == others.count && zip(items, others).allSatisfy { agree($0, $1, isThere) }
        case (.dictionary(let entries), .dictionary(let others)): return agree(entries, others, isThere)
        case (.stream(let stream), .stream(let other)): return agree(stream.dictionary, other.dictionary, isThere)
        case (.string, .string): return true
        case (.real, .real): return true
        default: return written == read
        }
    }

    private static func agree(
        _ entries: PDFDictionary, _ others: PDFDictionary, _ isThere: (IndirectReference) -> Bool
    ) -> Bool {
        var count = 0
        for (key, value) in entries {
            if case .reference(let reference) = value, !isThere(reference) { continue }
            guard let other = others[key], agree(value, other, isThere) else { return false }
            count += 1
        }
        return count == others.count
    }
}
