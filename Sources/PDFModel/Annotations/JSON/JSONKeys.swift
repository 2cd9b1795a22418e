internal import FoundationEssentials

/// Finds keys that occur twice in one object of a JSON text: parsers keep one of them, but not the same one (RFC 8259,
/// 4).
///
/// The text must be valid JSON; the caller's parser checks that.
package struct JSONKeys {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var duplicate: String?

    /// The first key that occurs twice in one object of `json`, with its escapes resolved; `nil` where there is none.
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
            // Equal strings may have different code points, and are different keys then.
            var keys = Set<[UInt8]>(minimumCapacity: 16)
            while !isAtEnd, !skip("}") {
                let key = key()
                if !keys.insert(key).inserted { duplicate = duplicate ?? String(decoding: key, as: UTF8.self) }
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
            while position < bytes.endIndex, !Self.marks.contains(bytes[position]) { position += 1 }
        }
    }

    private static let marks = Array("[]{},:\"".utf8)

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

    /// Reads a key, with its escapes resolved.
    private mutating func key() -> [UInt8] {
        guard skip("\"") else {
            position = min(position + 1, bytes.endIndex)
            return []
        }
        let first = position
        skipToEnd()
        let end = min(position, bytes.endIndex)
        position = min(position + 1, bytes.endIndex)
        let written = Array(bytes[first..<end])
        guard written.contains(UInt8(ascii: "\\")) else { return written }
        let quoted = Data("\"".utf8) + written + Data("\"".utf8)
        return (try? JSONDecoder().decode(String.self, from: quoted)).map { Array($0.utf8) } ?? written
    }
}
