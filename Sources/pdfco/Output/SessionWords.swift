import LinuxFiles

/// Splits a line of a session into words, quoted as in a shell with `'…'`, `"…"`, `$'…'` and `\`; `#` at the start of a
/// word begins a comment.
enum SessionWords {
    enum Failure: Error, Equatable {
        /// A quotation mark is not closed.
        case openQuote(UnicodeScalar)
        /// A backslash ends the line.
        case openEscape
    }

    /// Returns the complete words of a line that is being typed, the index of the character at which the last word begins,
    /// and that word as far as it was typed, without quotation marks.
    static func last(of line: String) -> (before: [String], start: Int, word: String) {
        let scalars = line.unicodeScalars
        // The last word begins after the last space that ends a word.
        for index in scalars.indices.reversed() where scalars[index] == " " || scalars[index] == "\t" {
            guard let before = try? words(of: String(scalars[..<index])) else { continue }
            let start = scalars.index(after: index)
            return (before, String(scalars[..<start]).count, typed(String(scalars[start...])))
        }
        return ([], 0, typed(line))
    }

    /// Returns a word that may lack its closing quotation mark.
    private static func typed(_ word: String) -> String {
        for end in ["", "'", "\"", "\\"] {
            if let words = try? words(of: word + end) { return words.first ?? "" }
        }
        return word
    }

    /// Returns the quotation mark that is open at the end of a word that is being typed, if any.
    static func openQuote(in word: String) -> UnicodeScalar? {
        do { _ = try words(of: word) } catch .openQuote(let mark) { return mark } catch {}
        return nil
    }

    /// Takes what stands in `$'…'` up to its end: `\n` and `\t` as in C, `\xHH` for a byte, and any other character after
    /// a backslash for itself.
    private static func escaped(_ rest: inout Substring.UnicodeScalarView) throws(Failure) -> String {
        var bytes: [UInt8] = []
        while let scalar = rest.popFirst() {
            guard scalar != "'" else { return ByteText.text(bytes) }
            guard scalar == "\\" else {
                bytes += ByteText.bytes(String(scalar))
                continue
            }
            guard let next = rest.popFirst() else { throw .openEscape }
            if next == "x", let byte = UInt8(String(String.UnicodeScalarView(rest.prefix(2))), radix: 16) {
                bytes.append(byte)
                rest.removeFirst(2)
            } else {
                bytes += next == "n" ? [0x0A] : next == "t" ? [0x09] : ByteText.bytes(String(next))
            }
        }
        throw .openQuote("'")
    }

    static func words(of line: String) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        func add(_ scalar: UnicodeScalar) {
            if word == nil { word = .init() }
            word?.append(scalar)
        }
        var quote: UnicodeScalar?
        // By code points: as a `Character`, a quotation mark and the combining mark after it are one.
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch (quote, scalar) {
            case (nil, " "), (nil, "\t"), (nil, "\r"):
                if let word { words.append(String(word)) }
                word = nil
            case (nil, "#") where word == nil: return words
            case (nil, "$") where rest.first == "'":
                rest.removeFirst()
                for scalar in try escaped(&rest).unicodeScalars { add(scalar) }
                word = word ?? .init()
            case (nil, "'"), (nil, "\""):
                quote = scalar
                word = word ?? .init()
            case (nil, "\\"), ("\"", "\\"):
                guard let next = rest.popFirst() else { throw .openEscape }
                // Within double quotes, a backslash is literal unless it escapes a double quote or a backslash.
                let isPlain = quote != nil && next != "\"" && next != "\\"
                if isPlain { add("\\") }
                add(next)
            case (let open?, _) where scalar == open: quote = nil
            default: add(scalar)
            }
        }
        if let quote { throw .openQuote(quote) }
        if let word { words.append(String(word)) }
        return words
    }
}
