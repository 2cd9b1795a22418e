extension SyntaxReader {
    /// Reads the value of one key of a dictionary and passes over all others, without making values of them; `null` where
    /// the key is missing.
    ///
    /// - Returns: `nil` for any other object, and where something is written in a way that only ``object(depth:)`` reads.
    mutating func value(of key: Name) -> PDFObject? {
        let start = position
        guard let value = dictionaryValue(of: key) else {
            position = start
            return nil
        }
        return value
    }

    private mutating func dictionaryValue(of key: Name) -> PDFObject? {
        guard skip("<<") else { return nil }
        var value = PDFObject.null
        while true {
            skipSpace()
            guard current == UInt8(ascii: "/") else { break }
            let start = position + 1
            guard skipName() else { return nil }
            if bytes[start..<position].elementsEqual(key.bytes) {
                guard let found = object(depth: 1) else { return nil }
                value = found
            } else {
                guard skipObject(depth: 1) else { return nil }
            }
        }
        return skip(">>") ? value : nil
    }

    /// Passes over a dictionary; false for any other object, and where something is written in a way that only
    /// ``object(depth:)`` reads.
    mutating func skipDictionary() -> Bool {
        skipSpace()
        guard current == UInt8(ascii: "<") else { return false }
        position += 1
        return current == UInt8(ascii: "<") && skipDictionary(depth: 0)
    }

    private mutating func skipObject(depth: Int) -> Bool {
        skipSpace()
        guard depth < 20, let byte = current else { return false }
        switch byte {
        case UInt8(ascii: "/"): return skipName()
        case UInt8(ascii: "("): return skipLiteralString()
        case UInt8(ascii: "["):
            position += 1
            while !skip("]") { guard skipObject(depth: depth + 1) else { return false } }
            return true
        case UInt8(ascii: "<"):
            position += 1
            return current == byte ? skipDictionary(depth: depth) : skipHexadecimalString()
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): return skipNumber()
        default: return skip("true") || skip("false") || skip("null")
        }
    }

    private mutating func skipDictionary(depth: Int) -> Bool {
        position += 1
        while !skip(">>") {
            guard current == UInt8(ascii: "/"), skipName(), skipObject(depth: depth + 1) else { return false }
        }
        return true
    }

    /// Passes over a name without number signs.
    private mutating func skipName() -> Bool {
        position += 1
        while let byte = current, !Self.isSpace(byte), !Self.isDelimiter(byte) {
            if byte == UInt8(ascii: "#") { return false }
            position += 1
        }
        return true
    }

    private mutating func skipLiteralString() -> Bool {
        var depth = 0
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return true }
            default: break
            }
        }
        return false
    }

    private mutating func skipHexadecimalString() -> Bool {
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: ">") { return true }
            guard (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20) else { return false }
        }
        return false
    }

    /// Passes over a number of usual length, or a reference.
    private mutating func skipNumber() -> Bool {
        let start = position
        var (digits, points) = (0, 0)
        if current == UInt8(ascii: "-") { position += 1 }
        while let byte = current, (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") {
            if byte == UInt8(ascii: ".") { points += 1 } else { digits += 1 }
            position += 1
        }
        guard digits > 0, digits <= 18, points <= 1, current != UInt8(ascii: "-"), current != UInt8(ascii: "+") else {
            return false
        }
        // No object has the number 0.
        guard position - start == digits, bytes[start..<position].contains(where: { $0 != 0x30 }) else { return true }
        let end = position
        if integer() != nil, skip("R"), isAtEndOfWord { return true }
        position = end
        return true
    }
}
