/// An object as it is written in the file, strings still encrypted: read only for what it refers to.
struct WrittenObject {
    let object: PDFObject

    /// The object at `position`, `N G obj` included.
    init(_ bytes: UnsafeRawBufferPointer, at position: Int, named reference: IndirectReference) throws(Irregularity) {
        var reader = try Self.reader(bytes, at: position, behindNameOf: reference)
        guard let object = reader.object() else { throw Irregularity("object \(reference) cannot be read") }
        if case .dictionary(let entries) = object, reader.skip("stream") {
            self.object = .stream(PDFStream(entries, data: nil))
        } else {
            self.object = object
        }
    }

    /// The object at `position` in the data of an object stream, where it has no name.
    init(inStream data: [UInt8], at position: Int, named reference: IndirectReference) throws(Irregularity) {
        let object = data.withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: position)
            return reader.object()
        }
        guard let object else { throw Irregularity("object \(reference) cannot be read") }
        self.object = object
    }

    /// A reader behind `N G obj`, which must stand at `position`.
    static func reader(
        _ bytes: UnsafeRawBufferPointer, at position: Int, behindNameOf reference: IndirectReference
    ) throws(Irregularity) -> SyntaxReader {
        var reader = SyntaxReader(bytes, at: position)
        guard position < bytes.count, reader.integer() == reference.number, reader.integer() == reference.generation,
            reader.skip("obj")
        else { throw Irregularity("object \(reference) is not where it is said to be") }
        return reader
    }

    /// An entry that can be told from what is written alone; `nil` of containers, of numbers that libqpdf may write otherwise, and of
    /// strings that are encrypted or have line ends of their own.
    ///
    /// - Parameter size: the number from which on nothing in the file has one.
    func plainEntry(_ key: Name, isEncrypted: Bool, size: Int) -> PDFObject? {
        guard let value = object.dictionaryValue.map({ $0[key] ?? .null }) else { return nil }
        let isPlain =
            switch value {
            case .null, .boolean, .name, .integer: true
            case .string(let string): !isEncrypted && !string.bytes.contains(0x0D)
            case .reference(let reference): reference.number < size && reference.generation <= 65_535
            default: false
            }
        return isPlain ? value : nil
    }

    /// The references that are values of dictionaries, however deep: where libqpdf finds nothing behind one, it leaves the key
    /// out.
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

    /// Whether `object` is what libqpdf must make of this one: the same entries and references, but for the keys of those
    /// that lead to nothing. Strings and numbers are believed.
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
    /// The greatest number that any reference within names; 0 where there is none.
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
