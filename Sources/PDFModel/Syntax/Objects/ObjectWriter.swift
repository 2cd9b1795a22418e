/// Writes objects in PDF notation (ISO 32000-2, 7.3); the same value always gives the same bytes.
///
/// Dictionaries are written with `/Type` and `/Subtype` first and the other keys in byte order. An entry whose value is
/// null equals an absent one (7.3.7) and is omitted. `%` never appears in a string or name, so that `%%EOF` and pdfco's
/// own comment line occur only where they are intended.
package struct ObjectWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether every string is hexadecimal, so that its length in the file depends only on its number of bytes.
    private let stringsAreHexadecimal: Bool

    init(stringsAreHexadecimal: Bool = false) { self.stringsAreHexadecimal = stringsAreHexadecimal }

    mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

    package static func bytes(of object: PDFObject) -> [UInt8] {
        var writer = ObjectWriter()
        writer.write(object)
        return writer.bytes
    }

    mutating func write(_ object: PDFObject) {
        switch object {
        case .null: token("null")
        case .boolean(let value): token(value ? "true" : "false")
        case .integer(let value): bytes.append(decimal: value)
        case .real(let value): text(value)
        case .string(let value): write(value)
        case .name(let value): write(value)
        case .array(let items): write(items)
        case .dictionary(let entries): write(entries)
        case .stream(let stream): write(stream)
        case .reference(let reference):
            numbers(of: reference)
            character(" ")
            character("R")
        }
    }

    mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes a constant token without creating a `String`.
    mutating func token(_ token: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: token.utf8Start, count: token.utf8CodeUnitCount))
    }

    /// Writes the object's number and generation, as they precede `obj` and `R`.
    mutating func numbers(of reference: IndirectReference) {
        bytes.append(decimal: reference.number)
        character(" ")
        bytes.append(decimal: reference.generation)
    }

    private mutating func character(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

    mutating func raw(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }

    private mutating func write(_ items: [PDFObject]) {
        character("[")
        for (position, item) in items.enumerated() {
            if position > 0 { character(" ") }
            write(item)
        }
        character("]")
    }

    private mutating func write(_ entries: PDFDictionary) {
        token("<<")
        if let type = entries[.type] { write(.type, type) }
        if let subtype = entries[.subtype] { write(.subtype, subtype) }
        for (key, value) in entries where key != .type && key != .subtype { write(key, value) }
        token(" >>")
    }

    private mutating func write(_ key: Name, _ value: PDFObject) {
        guard !value.isNull else { return }
        character(" ")
        write(key)
        character(" ")
        write(value)
    }

    private mutating func write(_ stream: PDFStream) {
        guard let data = stream.data else {
            preconditionFailure("a stream that was read cannot be written: its data stayed in its file")
        }
        var dictionary = stream.dictionary
        dictionary[.length] = .integer(data.count)
        write(dictionary)
        token("\nstream\n")
        raw(data)
        token("\nendstream")
    }

    /// Writes a name, with `#xx` for everything except regular printable characters (7.3.5) and stray number signs.
    private mutating func write(_ name: Name) {
        character("/")
        for byte in name.bytes {
            if Self.isRegular(byte) {
                bytes.append(byte)
            } else {
                text(byte == Name.strayNumberSign ? "#" : "#" + Self.hexadecimal(byte))
            }
        }
    }

    private static func isRegular(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#") && !SyntaxReader.isDelimiter(byte)
    }

    /// Writes a literal string where most bytes are printable, else a hexadecimal one (7.3.4).
    private mutating func write(_ string: PDFString) {
        if stringsAreHexadecimal { return hexadecimal(string.bytes) }
        let printable = string.bytes.reduce(0) { $0 + ((0x20...0x7E).contains($1) ? 1 : 0) }
        if printable * 4 >= string.bytes.count * 3 { literal(string.bytes) } else { hexadecimal(string.bytes) }
    }

    private mutating func literal(_ string: [UInt8]) {
        character("(")
        for byte in string {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
                character("\\")
                bytes.append(byte)
            case UInt8(ascii: "\n"): token("\\n")
            case UInt8(ascii: "\r"): token("\\r")
            case UInt8(ascii: "%"): octal(byte)
            case 0x20...0x7E: bytes.append(byte)
            default: octal(byte)
            }
        }
        character(")")
    }

    private mutating func octal(_ byte: UInt8) {
        character("\\")
        for shift in [6, 3, 0] { bytes.append(UInt8(ascii: "0") + (byte >> shift & 7)) }
    }

    private mutating func hexadecimal(_ string: [UInt8]) {
        character("<")
        for byte in string { text(Self.hexadecimal(byte)) }
        character(">")
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        String([hexadecimalDigits[Int(byte >> 4)], hexadecimalDigits[Int(byte & 15)]])
    }

    private static let hexadecimalDigits = Array("0123456789ABCDEF")
}
