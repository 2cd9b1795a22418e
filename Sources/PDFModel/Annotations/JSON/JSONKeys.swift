/// Finds keys that occur twice in one object of a JSON text: parsers keep one of them, but not the same one (RFC 8259,
/// 4).
///
/// The text must be valid JSON; the caller's parser checks that.
package struct JSONKeys {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var duplicate: String?

    /// The first key that occurs twice in one object of `json`, as written; `nil` where there is none.
    package static func duplicate(in json: ArraySlice<UInt8>) -> String? {
        json.withUnsafeBufferPointer { bytes in
            var keys = JSONKeys(bytes)
            keys.value()
            return keys.duplicate
        }
    }

    /// The text of each item of an array.
    static func items(of json: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        json.withUnsafeBufferPointer { bytes in
            var keys = JSONKeys(bytes)
            var items: [ArraySlice<UInt8>] = []
            guard keys.skip("[") else { return [] }
            while !keys.isAtEnd, !keys.skip("]") {
                let start = json.startIndex + keys.position
                keys.value()
                items.append(json[start..<json.startIndex + keys.position])
                _ = keys.skip(",")
            }
            return items
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var isAtEnd: Bool { position >= bytes.endIndex || duplicate != nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        while position < bytes.endIndex, bytes[position] <= 0x20 { position += 1 }
        guard position < bytes.endIndex, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() {
        if skip("{") {
            var keys = Keys()
            while !isAtEnd, !skip("}") {
                let key = key()
                if !keys.insert(key) { duplicate = duplicate ?? key.withBytes { String(decoding: $0, as: UTF8.self) } }
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
            while position < bytes.endIndex, !Self.isMark(bytes[position]) { position += 1 }
        }
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","),
            UInt8(ascii: ":"),
            UInt8(ascii: "\""):
            true
        default: false
        }
    }

    private mutating func skipString() {
        position += 1
        skipToEnd()
        position = min(position + 1, bytes.endIndex)
    }

    /// Moves to the quotation mark that ends a string.
    private mutating func skipToEnd() {
        while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    /// A key: where it stands in the text or, if it has escapes, its bytes.
    private struct Key: Hashable {
        let text: UnsafeBufferPointer<UInt8>
        var resolved: [UInt8]?

        func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
            resolved.map { $0.withUnsafeBufferPointer(body) } ?? body(text)
        }

        static func == (left: Key, right: Key) -> Bool {
            left.withBytes { left in
                right.withBytes { left.count == $0.count && left.elementsEqual($0) }
            }
        }

        func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
    }

    /// The keys of one object. Most objects have few keys, which a linear search finds faster.
    private struct Keys {
        private var few: [Key] = []
        private var many: Set<Key> = []

        init() { few.reserveCapacity(12) }

        /// Adds the key; returns whether it is new.
        mutating func insert(_ key: Key) -> Bool {
            if few.count < 32 {
                if few.contains(key) { return false }
                few.append(key)
                return true
            }
            if many.isEmpty { many = Set(few) }
            return many.insert(key).inserted
        }
    }

    /// Reads a key.
    private mutating func key() -> Key {
        guard skip("\"") else {
            position = min(position + 1, bytes.endIndex)
            return Key(text: UnsafeBufferPointer(rebasing: bytes[..<0]))
        }
        let first = position
        skipToEnd()
        let written = UnsafeBufferPointer(rebasing: bytes[first..<min(position, bytes.endIndex)])
        position = min(position + 1, bytes.endIndex)
        return Key(text: written, resolved: written.contains(UInt8(ascii: "\\")) ? Self.resolved(written) : nil)
    }

    /// Resolves escapes, which are written as UTF-16 code units.
    private static func resolved(_ written: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var rest = JSONKeys(written)
        var units: [UInt16] = []
        while rest.position < written.endIndex {
            if written[rest.position] == UInt8(ascii: "\\") {
                units += rest.escape()
            } else {
                let start = rest.position
                while rest.position < written.endIndex, written[rest.position] != UInt8(ascii: "\\") {
                    rest.position += 1
                }
                units += String(decoding: written[start..<rest.position], as: UTF8.self).utf16
            }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
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
