package import SystemPackage

/// Words from outside as text, and back to the same bytes.
///
/// File names and arguments are bytes; the argument parser and messages take text. A byte that is not part of UTF-8 becomes
/// one of the characters U+10FF80 to U+10FFFF, which stand for the bytes 0x80 to 0xFF. Where such a character comes from
/// outside, each of its bytes is taken so as well. So two different words are two different texts, and none is lost
/// (invariant 20).
package enum ByteText {
    /// What stands for the byte 0.
    private static let origin: UInt32 = 0x10FF00

    package static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !hasEscapes(text) { return text }
        var text = ""
        var rest = Array(bytes)[...]
        while let first = rest.first {
            let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
            if let character = String(validating: rest.prefix(length), as: UTF8.self), !hasEscapes(character) {
                text += character
                rest.removeFirst(min(length, rest.count))
            } else {
                text.unicodeScalars.append(UnicodeScalar(origin + UInt32(first))!)
                rest.removeFirst()
            }
        }
        return text
    }

    /// The bytes that `text` was made of.
    package static func bytes(_ text: String) -> [UInt8] {
        guard hasEscapes(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// Whether some bytes of the word are not UTF-8.
    package static func hasEscapes(_ text: String) -> Bool {
        // The first byte of these characters in UTF-8; few others begin with it.
        text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte(of: $0) != nil }
    }

    /// The word for a reader, with `\xHH` for each byte that is not UTF-8.
    package static func readable(_ text: String) -> String {
        guard hasEscapes(text) else { return text }
        var readable = ""
        for scalar in text.unicodeScalars {
            if let byte = byte(of: scalar) {
                readable += "\\x" + String(byte, radix: 16)
            } else {
                readable.unicodeScalars.append(scalar)
            }
        }
        return readable
    }

    /// The byte that a character stands for; `nil` where it stands for itself.
    package static func byte(of scalar: UnicodeScalar) -> UInt8? {
        scalar.value >= origin + 0x80 ? UInt8(scalar.value - origin) : nil
    }
}

extension FilePath {
    /// The path that an argument names, byte for byte.
    package init(argument text: String) {
        self.init(platformString: ByteText.bytes(text).map { CChar(bitPattern: $0) } + [0])
    }

    /// The path as an argument that names it: what commands and messages call it.
    package var argument: String {
        withPlatformString { ByteText.text(UnsafeRawBufferPointer(start: $0, count: length)) }
    }

    /// The path for a reader, with `\xHH` for each byte that is not UTF-8.
    package var readable: String { ByteText.readable(argument) }
}
