import LinuxFiles

/// Escapes text for display: no character of a document, a name or a message controls the terminal or begins a line.
///
/// Escapes control characters (C0, DEL and C1), line and paragraph separators, and characters that change the direction
/// of writing; bytes that are not UTF-8 become `\xHH`. ``Console`` applies it to every line it prints.
enum ShownText {
    static func line(_ text: String) -> String {
        // Fast path: nearly all text is printable ASCII.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if let byte = ByteText.byte(of: scalar) {
                shown += "\\x" + String(byte, radix: 16)
            } else if isControl(scalar) {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Returns a control character in JSON's notation.
    static func json(_ scalar: UnicodeScalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Returns JSON text with the same characters escaped in JSON's notation; the value stays the same.
    static func json(_ text: String) -> String {
        // The first bytes of the characters among them that the JSON encoder does not escape.
        guard text.utf8.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                shown += json(scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    static func isControl(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
