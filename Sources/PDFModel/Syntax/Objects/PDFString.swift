/// A string object: bytes whose meaning depends on where they occur in the document (ISO 32000-2, 7.3.4).
public struct PDFString: Sendable, Hashable {
    /// The bytes, without the notation of the file.
    public var bytes: [UInt8]

    /// Creates a string of its bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a text string (7.9.2.2): in PDFDocEncoding where that has every character, else in UTF-16BE with a byte
    /// order mark.
    public init(text: String) {
        if let bytes = PDFDocEncoding.bytes(of: text) {
            self.bytes = bytes
        } else {
            self.bytes = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
    }

    /// The text of a text string in any encoding: UTF-16 and UTF-8 by their byte order marks, else PDFDocEncoding.
    ///
    /// Language escapes within UTF-16 (ESC … ESC, 7.9.2.2.1) are omitted. Undecodable bytes are shown as U+FFFD.
    public var text: String {
        if bytes.starts(with: [0xFE, 0xFF]) { return Self.utf16(bytes.dropFirst(2), bigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return Self.utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        return PDFDocEncoding.text(of: bytes)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String {
        let escape: UInt16 = 0x1B
        var units: [UInt16] = []
        var inEscape = false
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            let unit = bigEndian ? first << 8 | second : second << 8 | first
            if unit == escape { inEscape.toggle() } else if !inEscape { units.append(unit) }
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }
}
