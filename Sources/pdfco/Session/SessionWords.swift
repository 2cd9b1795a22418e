/// A line of a session as words, quoted as in a shell: by `'…'`, `"…"` and `\`; `#` at the beginning of a word begins a comment.
enum SessionWords {
    enum Failure: Error, Equatable {
        /// A quotation mark has no other.
        case openQuote(Character)
        /// A backslash ends the line.
        case openEscape
    }

    static func words(of line: String) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            switch (quote, character) {
            case (nil, " "), (nil, "\t"), (nil, "\r"):
                if let word { words.append(word) }
                word = nil
            case (nil, "#") where word == nil: return words
            case (nil, "'"), (nil, "\""):
                quote = character
                word = word ?? ""
            case (nil, "\\"), ("\"", "\\"):
                guard let next = rest.popFirst() else { throw .openEscape }
                // Between double quotes a backslash is one, unless it protects what would mean something there.
                let isPlain = quote != nil && next != "\"" && next != "\\"
                word = (word ?? "") + (isPlain ? "\\" : "") + String(next)
            case (let open?, _) where character == open: quote = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let quote { throw .openQuote(quote) }
        if let word { words.append(word) }
        return words
    }
}
