import LinuxFiles

/// Text as a word of a command line: a shell, or a session, reads back the same text and expands nothing in it.
enum ShellWord {
    /// Returns the text as it is if nothing in it needs quotation marks, and in single ones otherwise.
    static func quoted(_ text: String) -> String {
        !text.isEmpty && text.unicodeScalars.allSatisfy(isPlain) ? text : "'\(continued(text, after: "'"))'"
    }

    /// Returns the text as it is typed after an open quotation mark, or after none.
    ///
    /// Characters that terminals do not show, and bytes that are not UTF-8, become `$'\xHH'` (POSIX.1-2024, XCU 2.2.4).
    static func continued(_ text: String, after mark: UnicodeScalar?) -> String {
        text.unicodeScalars.map { escaped($0, after: mark) }.joined()
    }

    private static func escaped(_ scalar: UnicodeScalar, after mark: UnicodeScalar?) -> String {
        let end = mark.map { String($0) } ?? ""
        if ShownText.isControl(scalar) || ByteText.byte(of: scalar) != nil {
            let bytes = ByteText.bytes(String(scalar)).map { ($0 < 16 ? "\\x0" : "\\x") + String($0, radix: 16) }
            return "\(end)$'\(bytes.joined())'\(end)"
        }
        switch (mark, scalar) {
        case ("'", "'"): return #"'\''"#
        // A shell may take it for a line of its history, also after a backslash.
        case ("\"", "!"): return #""'!'""#
        case ("\"", "\""), ("\"", "\\"), ("\"", "$"), ("\"", "`"): return "\\\(scalar)"
        case (nil, _): return isPlain(scalar) || !scalar.isASCII ? String(scalar) : "\\\(scalar)"
        default: return String(scalar)
        }
    }

    /// Whether the character has no meaning in any shell, and does not end a word for bash's completion (COMP_WORDBREAKS).
    private static func isPlain(_ scalar: UnicodeScalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z", "/", ".", "_", "-", "+", ",", "%": true
        default: false
        }
    }
}
