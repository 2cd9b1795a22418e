/// Finds keys that an object of a JSON text has twice: parsers keep one of them, and not the same one (RFC 8259, 4).
///
/// The text must be JSON; that is for a parser to say.
struct JSONKeys {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var duplicate: String?

    /// The first key that occurs twice in one object of `json`, as it is written; `nil` where none does.
    static func duplicate(in json: ArraySlice<UInt8>) -> String? {
        var keys = JSONKeys(bytes: json, position: json.startIndex)
        keys.value()
        return keys.duplicate
    }

    /// The texts of the items of an array.
    static func items(of json: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var keys = JSONKeys(bytes: json, position: json.startIndex)
        var items: [ArraySlice<UInt8>] = []
        guard keys.skip("[") else { return [] }
        while !keys.isAtEnd, !keys.skip("]") {
            let start = keys.position
            keys.value()
            items.append(json[start..<keys.position])
            _ = keys.skip(",")
        }
        return items
    }

    private init(bytes: ArraySlice<UInt8>, position: Int) { (self.bytes, self.position) = (bytes, position) }

    private var isAtEnd: Bool { position >= bytes.endIndex || duplicate != nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        while position < bytes.endIndex, bytes[position] <= 0x20 { position += 1 }
        guard position < bytes.endIndex, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() {
        if skip("{") {
            var keys: Set<[UInt16]> = []
            while !isAtEnd, !skip("}") {
                let key = string()
                if !keys.insert(key).inserted { duplicate = duplicate ?? String(decoding: key, as: UTF16.self) }
                _ = skip(":")
                value()
                _ = skip(",")
            }
        } else if skip("[") {
            while !isAtEnd, !skip("]") {
                value()
                _ = skip(",")
            }
        } else if position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") {
            skipString()
        } else {
            position += 1
            while position < bytes.endIndex, !"[]{},:\"".utf8.contains(bytes[position]) { position += 1 }
        }
    }

    private mutating func skipString() {
        position += 1
        while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.endIndex)
    }

    /// A string with its escapes resolved, as UTF-16, because escapes are written so.
    private mutating func string() -> [UInt16] {
        guard skip("\"") else {
            position = min(position + 1, bytes.endIndex)
            return []
        }
        var units: [UInt16] = []
        var start = position
        while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            units += String(decoding: bytes[start..<position], as: UTF8.self).utf16
            units += escape()
            start = position
        }
        units += String(decoding: bytes[start..<position], as: UTF8.self).utf16
        position = min(position + 1, bytes.endIndex)
        return units
    }

    private mutating func escape() -> [UInt16] {
        let next = position + 1 < bytes.endIndex ? bytes[position + 1] : 0
        guard next == UInt8(ascii: "u"), position + 6 <= bytes.endIndex else {
            position = min(position + 2, bytes.endIndex)
            let meanings: [UInt8: UInt16] = [0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9]
            return [meanings[next] ?? UInt16(next)]
        }
        let digits = String(decoding: bytes[(position + 2)..<(position + 6)], as: UTF8.self)
        position += 6
        return [UInt16(digits, radix: 16) ?? 0]
    }
}
