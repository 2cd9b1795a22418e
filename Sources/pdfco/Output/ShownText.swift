import LinuxFiles

/// Text as it is shown: no character of a document, a name or a message does anything to a terminal, or begins a line.
///
/// Escaped are control characters (C0, DEL and C1), line and paragraph separators, and what changes the direction of writing;
/// bytes that are not UTF-8 are `\xHH`. ``Console`` applies it to every line it prints.
enum ShownText {
    static func line(_ text: String) -> String {
        // Nearly all text, and quickly found.
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

    /// The text of JSON with the same characters as JSON escapes them; the value is the same.
    static func json(_ text: String) -> String {
        // The first bytes of those that JSON leaves as they are.
        guard text.utf8.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                let digits = String(scalar.value, radix: 16)
                shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func isControl(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
