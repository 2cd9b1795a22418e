/// An object as written in the file, with strings still encrypted: read for its references and, where it is long or one
/// of many, in place of libqpdf.
struct WrittenObject {
    let reference: IndirectReference
    let object: PDFObject
    /// The number of bytes in which it is written.
    let length: Int
    /// Whether it has nothing that readers interpret differently, up to the keyword that ends it; of a stream, its
    /// dictionary.
    private let isOrderly: Bool
    /// The position behind the keyword `stream`; `nil` for any other object.
    private let dataKeyword: Int?

    /// The length in bytes from which an object is long: each of its values takes libqpdf 300 bytes of memory.
    static let long = 64 << 10
    /// The number of objects, read together, from which they are read like long ones.
    static let many = 64
    /// The length in bytes below which an object is kept once it was read, and the number of objects that are kept.
    static let (short, kept) = (1 << 12, 256)

    /// Reads the object at `position`, including `N G obj`.
    init(_ bytes: UnsafeRawBufferPointer, at position: Int, named reference: IndirectReference) throws(Irregularity) {
        self.reference = reference
        var reader = try Self.reader(bytes, at: position, behindNameOf: reference)
        guard let object = reader.object() else { throw Irregularity("object \(reference) cannot be read") }
        length = reader.position - position
        if case .dictionary(let entries) = object, reader.skip("stream") {
            self.object = .stream(PDFStream(entries, data: nil))
            (isOrderly, dataKeyword) = (!reader.hasMetDoubt, reader.position)
        } else {
            self.object = object
            dataKeyword = nil
            isOrderly = !reader.hasMetDoubt && reader.skipWord("endobj")
        }
    }

    /// Reads the object at `position` in the data of an object stream, where it has no `N G obj`.
    init(inStream data: [UInt8], at position: Int, named reference: IndirectReference) throws(Irregularity) {
        self.reference = reference
        let (object, end, isOrderly) = data.withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: position)
            return (reader.object(), reader.position, !reader.hasMetDoubt)
        }
        guard let object else { throw Irregularity("object \(reference) cannot be read") }
        (self.object, self.isOrderly, dataKeyword) = (object, isOrderly, nil)
        length = end - position
    }

    /// Returns a reader behind `N G obj`, which must be at `position`.
    static func reader(
        _ bytes: UnsafeRawBufferPointer, at position: Int, behindNameOf reference: IndirectReference
    ) throws(Irregularity) -> SyntaxReader {
        var reader = SyntaxReader(bytes, at: position)
        guard position < bytes.count, reader.integer() == reference.number, reader.isAtEndOfWord,
            reader.integer() == reference.generation, reader.isAtEndOfWord, reader.skipWord("obj")
        else { throw Irregularity("object \(reference) is not where the cross-reference section says") }
        return reader
    }

    /// Returns the array or dictionary where libqpdf must read the same; `nil` for any other object, for one of less
    /// than `length` bytes, and where anything in it may be read differently or leads to nothing.
    ///
    /// - Parameter size: one more than the highest object number in the file.
    func unambiguous(
        size: Int, from length: Int, isThere: (IndirectReference) throws(PDFError) -> Bool
    ) throws(PDFError) -> PDFObject? {
        guard self.length >= length, isOrderly, object.isContainer, object.highestReference < size,
            Self.isPlain(object)
        else { return nil }
        for reference in referencesInDictionaries {
            guard try isThere(reference) else { return nil }
        }
        return object
    }

    /// Returns the array, dictionary or stream where every reader must read the same; `nil` for any other object. Whether
    /// its references lead to something is not checked.
    ///
    /// - Parameter size: one more than the highest object number in the file.
    func plain(size: Int, in bytes: UnsafeRawBufferPointer) -> PDFObject? {
        guard isOrderly, object.highestReference < size else { return nil }
        switch object {
        case .array, .dictionary: return Self.isPlain(object) ? object : nil
        case .stream(let stream):
            return Self.isPlain(.dictionary(stream.dictionary)) && streamData(in: bytes) != nil ? object : nil
        default: return nil
        }
    }

    /// Returns the data of a stream as it is written, where `/Length` is direct and leads to `endstream`.
    func streamData(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard var start = dataKeyword, let length = object.dictionaryValue?[.length]?.integerValue else { return nil }
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

    private static func isPlain(_ object: PDFObject) -> Bool {
        switch object {
        case .null, .boolean, .integer: true
        case .name(let name): name.withBytes { !$0.contains(Name.strayNumberSign) }
        // Not every reader reads a second sign, or a line end in a string, as it is written.
        case .real(let text): !text.utf8.dropFirst().contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        case .string(let string): !string.bytes.contains(0x0D)
        case .reference(let reference): reference.generation <= 65_535
        case .array(let items): items.allSatisfy(isPlain)
        case .dictionary(let entries): entries.allSatisfy { isPlain($0.value) && isPlain(.name($0.key)) }
        case .stream: false
        }
    }

    /// Returns an entry that follows from the written bytes alone; `nil` for containers, for numbers that libqpdf may
    /// write differently, and for strings that are encrypted or contain carriage returns.
    ///
    /// - Parameter size: one more than the highest object number in the file.
    func plainEntry(_ key: Name, isEncrypted: Bool, size: Int) -> PDFObject? {
        object.dictionaryValue.flatMap { Self.plain($0[key] ?? .null, isEncrypted: isEncrypted, size: size) }
    }

    /// Returns the value of an entry under the same conditions.
    static func plain(_ value: PDFObject, isEncrypted: Bool, size: Int) -> PDFObject? {
        let isPlain =
            switch value {
            case .null, .boolean, .name, .integer: true
            case .string(let string): !isEncrypted && !string.bytes.contains(0x0D)
            case .reference(let reference): reference.number < size && reference.generation <= 65_535
            default: false
            }
        return isPlain ? value : nil
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
        case .array(let items):
            for item in items { collect(item, into: &found) }
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
        case (.integer, .real), (.real, .integer): return false
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

extension PDFObject {
    /// The highest object number of any reference within the object; 0 where there is none.
    var highestReference: Int {
        switch self {
        case .reference(let reference): reference.number
        case .array(let items): items.reduce(0) { max($0, $1.highestReference) }
        case .dictionary(let entries): entries.values.reduce(0) { max($0, $1.highestReference) }
        case .stream(let stream): stream.dictionary.values.reduce(0) { max($0, $1.highestReference) }
        default: 0
        }
    }
}
