package import SystemPackage

/// Converts byte strings from outside to text, and back to the same bytes.
///
/// File names and arguments are bytes; the argument parser and messages take text. A byte that is not part of UTF-8
/// becomes one of the characters U+10FF80 to U+10FFFF, which stand for the bytes 0x80 to 0xFF. If such a character
/// comes from outside, each of its bytes is converted in the same way. So different byte strings become different
/// texts, and none is lost (invariant 20).
package enum ByteText {
    /// Returns text in UTF-8 without the byte order mark that some programs put before it.
    package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The scalar value that stands for byte 0.
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

    /// Returns the bytes that `text` was made from.
    package static func bytes(_ text: String) -> [UInt8] {
        guard hasEscapes(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// Whether the text stands for some bytes that are not UTF-8.
    package static func hasEscapes(_ text: String) -> Bool {
        // The first byte of these characters in UTF-8; few others begin with it.
        text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte(of: $0) != nil }
    }

    /// Returns the text for display, with `\xHH` for each byte that is not UTF-8.
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

    /// Returns the byte that a character stands for; `nil` if the character stands for itself.
    package static func byte(of scalar: UnicodeScalar) -> UInt8? {
        scalar.value >= origin + 0x80 ? UInt8(scalar.value - origin) : nil
    }
}

extension FilePath {
    /// The path that an argument names, byte for byte.
    package init(argument text: String) {
        self.init(platformString: ByteText.bytes(text).map { CChar(bitPattern: $0) } + [0])
    }

    /// The path as an argument, the form that commands and messages use.
    package var argument: String {
        withPlatformString { ByteText.text(UnsafeRawBufferPointer(start: $0, count: length)) }
    }

    /// The path for display, with `\xHH` for each byte that is not UTF-8.
    package var readable: String { ByteText.readable(argument) }
}
