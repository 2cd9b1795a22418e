/// Reads the few objects that hold a file together, such as trailers and cross-reference sections, from its bytes (ISO
/// 32000-2, 7.2, 7.3).
///
/// libqpdf reads the document; this reads what libqpdf does not report: the offsets and forms of sections. Every
/// function leaves ``position`` after what it read, or unchanged if it returns `nil`.
package struct SyntaxReader {
    let bytes: UnsafeRawBufferPointer
    /// The position, in bytes from the start of the memory.
    package var position: Int
    /// Whether something was read that readers read in different ways: a key that is twice in a dictionary, a word or
    /// number with nothing between it and the next, or a carriage return in a string.
    private(set) var hasMetDoubt = false

    private static let maximumDepth = 100

    package init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
        self.bytes = bytes
        self.position = max(0, position)
    }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips white space and comments (7.2.3, 7.2.4).
    package mutating func skipSpace() {
        while let byte = current {
            if byte == UInt8(ascii: "%") {
                while let byte = current, byte != 0x0A, byte != 0x0D { position += 1 }
            } else if Self.isSpace(byte) {
                position += 1
            } else {
                return
            }
        }
    }

    /// Skips `word` and returns whether it was there; white space before it is skipped in any case.
    package mutating func skip(_ word: StaticString) -> Bool {
        skipSpace()
        guard current == word.utf8Start[0], bytes.matches(word, at: position) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    private mutating func skip(_ delimiter: UInt8) -> Bool {
        skipSpace()
        guard current == delimiter else { return false }
        position += 1
        return true
    }

    /// Skips `word` where nothing else follows directly.
    mutating func skipWord(_ word: StaticString) -> Bool {
        let start = position
        guard skip(word), isAtEndOfWord else {
            position = start
            return false
        }
        return true
    }

    /// Whether no letter or digit follows.
    var isAtEndOfWord: Bool { current.map { Self.isSpace($0) || Self.isDelimiter($0) } ?? true }

    /// Reads an unsigned integer of at most 18 digits.
    package mutating func integer() -> Int? {
        let start = position
        skipSpace()
        var value = 0
        var digits = 0
        while let byte = current, (0x30...0x39).contains(byte), digits < 18 {
            value = value * 10 + Int(byte - 0x30)
            digits += 1
            position += 1
        }
        if digits == 0 { position = start }
        return digits == 0 ? nil : value
    }

    /// Reads the next object; two integers and `R` are a reference.
    package mutating func object(depth: Int = 0) -> PDFObject? {
        let start = position
        skipSpace()
        guard depth < Self.maximumDepth, let byte = current, let object = object(startingWith: byte, depth: depth)
        else {
            position = start
            return nil
        }
        return object
    }

    private mutating func object(startingWith byte: UInt8, depth: Int) -> PDFObject? {
        switch byte {
        case UInt8(ascii: "/"): return .name(name())
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "("): return literalString().map(PDFObject.string)
        case UInt8(ascii: "<"):
            let next = position + 1 < bytes.count ? bytes[position + 1] : 0
            return next == UInt8(ascii: "<") ? dictionary(depth: depth) : hexadecimalString().map(PDFObject.string)
        case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): return numberOrReference()
        default:
            guard let word = keyword() else { return nil }
            if !isAtEndOfWord { hasMetDoubt = true }
            return word
        }
    }

    private mutating func keyword() -> PDFObject? {
        if skip("true") { return .boolean(true) }
        if skip("false") { return .boolean(false) }
        return skip("null") ? .null : nil
    }

    private mutating func name() -> Name {
        position += 1
        let start = position
        // To libqpdf, a vertical tab ends a name; it is none of the white-space characters (ISO 32000-2, Table 1).
        defer { if bytes[start..<position].contains(0x0B) { hasMetDoubt = true } }
        while let byte = current, byte != UInt8(ascii: "#"), !Self.isSpace(byte), !Self.isDelimiter(byte) {
            position += 1
        }
        guard current == UInt8(ascii: "#") else { return Name(bytes: bytes[start..<position]) }
        var name = Array(bytes[start..<position])
        while let byte = current, !Self.isSpace(byte), !Self.isDelimiter(byte) {
            position += 1
            if byte == UInt8(ascii: "#"), position + 1 < bytes.count,
                let high = Self.hexadecimalValue(bytes[position]), let low = Self.hexadecimalValue(bytes[position + 1]),
                high | low != 0
            {
                name.append(high << 4 | low)
                position += 2
            } else {
                name.append(byte == UInt8(ascii: "#") ? Name.strayNumberSign : byte)
            }
        }
        return Name(bytes: name)
    }

    private mutating func array(depth: Int) -> PDFObject? {
        position += 1
        var items: [PDFObject] = []
        while !skip(UInt8(ascii: "]")) {
            guard let item = object(depth: depth + 1) else { return nil }
            items.append(item)
        }
        return .array(items)
    }

    private mutating func dictionary(depth: Int) -> PDFObject? {
        position += 2
        var entries: [(Name, PDFObject)] = []
        var hasNull = false
        while !skip(">>") {
            guard current == UInt8(ascii: "/") else { return nil }
            let key = name()
            guard let value = object(depth: depth + 1) else { return nil }
            if value.isNull { hasNull = true }
            entries.append((key, value))
        }
        let dictionary = PDFDictionary(entries)
        if dictionary.count < entries.count { hasMetDoubt = true }
        // An entry whose value is null equals an absent one (7.3.7).
        return .dictionary(hasNull ? dictionary.filter { !$0.value.isNull } : dictionary)
    }

    private mutating func numberOrReference() -> PDFObject? {
        let start = position
        var digits = 0
        var value = 0
        while let byte = current, (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte) {
            // Overflow and signs are left to the conversion from text.
            value = value &* 10 &+ Int(byte) &- 0x30
            if (0x30...0x39).contains(byte) { digits += 1 }
            position += 1
        }
        if digits < position - start || digits > 18 {
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            guard let number = Int(text) else {
                if !isAtEndOfWord { hasMetDoubt = true }
                return DecimalNotation.value(text).map { _ in .real(text) }
            }
            value = number
        }
        guard isAtEndOfWord else {
            hasMetDoubt = true
            return .integer(value)
        }
        let afterNumber = position
        // That of the number 0 leads to nothing, and is written back as it is.
        if (0x30...0x39).contains(bytes[start]), current != UInt8(ascii: "]"), let generation = integer() {
            let isApart = isAtEndOfWord
            if skip("R"), isAtEndOfWord {
                if !isApart { hasMetDoubt = true }
                // A number that no object can have is one of an object that is not there (7.3.10).
                guard value <= Int32.max, generation <= 65_535 else { return .null }
                return .reference(IndirectReference(value, generation: generation))
            }
        }
        position = afterNumber
        return .integer(value)
    }

    /// Reads a literal string and resolves its escapes (7.3.4.2).
    private mutating func literalString() -> PDFString? {
        position += 1
        var string: [UInt8] = []
        var depth = 1
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\\"): escape(into: &string)
            case UInt8(ascii: "("):
                depth += 1
                string.append(byte)
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return PDFString(bytes: string) }
                string.append(byte)
            case 0x0D:
                hasMetDoubt = true
                string.append(byte)
            default: string.append(byte)
            }
        }
        return nil
    }

    private mutating func escape(into string: inout [UInt8]) {
        guard let byte = current else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): string.append(0x0A)
        case UInt8(ascii: "r"): string.append(0x0D)
        case UInt8(ascii: "t"): string.append(0x09)
        case UInt8(ascii: "b"): string.append(0x08)
        case UInt8(ascii: "f"): string.append(0x0C)
        case 0x0A: break
        case 0x0D:
            hasMetDoubt = true
            if current == 0x0A { position += 1 }
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var code = Int(byte - 0x30)
            for _ in 0..<2 {
                guard let digit = current, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { break }
                code = code * 8 + Int(digit - 0x30)
                position += 1
            }
            string.append(UInt8(truncatingIfNeeded: code))
        default: string.append(byte)
        }
    }

    /// Reads a hexadecimal string; an odd last digit is read as if a 0 followed (7.3.4.3).
    private mutating func hexadecimalString() -> PDFString? {
        position += 1
        var digits: [UInt8] = []
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: ">") {
                if !digits.count.isMultiple(of: 2) { digits.append(0) }
                return PDFString(
                    bytes: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
            }
            if let digit = Self.hexadecimalValue(byte) {
                digits.append(digit)
            } else if !Self.isSpace(byte) {
                return nil
            }
        }
        return nil
    }

    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C || byte == 0
    }

    package static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
