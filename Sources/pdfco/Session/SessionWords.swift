/// A line of a session as words, quoted as in a shell: by `'…'`, `"…"` and `\`; `#` at the beginning of a word begins a comment.
enum SessionWords {
    enum Failure: Error, Equatable {
        /// A quotation mark has no other.
        case openQuote(UnicodeScalar)
        /// A backslash ends the line.
        case openEscape
    }

    static func words(of line: String) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var quote: UnicodeScalar?
        // By code points: to text, a quotation mark and a combining mark behind it are one character.
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch (quote, scalar) {
            case (nil, " "), (nil, "\t"), (nil, "\r"):
                if let word { words.append(String(word)) }
                word = nil
            case (nil, "#") where word == nil: return words
            case (nil, "'"), (nil, "\""):
                quote = scalar
                word = word ?? .init()
            case (nil, "\\"), ("\"", "\\"):
                guard let next = rest.popFirst() else { throw .openEscape }
                // Between double quotes a backslash is one, unless it protects what would mean something there.
                let isPlain = quote != nil && next != "\"" && next != "\\"
                word = (word ?? .init()) + (isPlain ? "\\" : "").unicodeScalars + CollectionOfOne(next)
            case (let open?, _) where scalar == open: quote = nil
            default: word = (word ?? .init()) + CollectionOfOne(scalar)
            }
        }
        if let quote { throw .openQuote(quote) }
        if let word { words.append(String(word)) }
        return words
    }
}
