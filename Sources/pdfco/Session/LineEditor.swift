/// The line that is being typed: takes keys and returns what to show. It does not depend on a terminal.
struct LineEditor {
    enum Outcome: Equatable {
        /// The line is not complete yet.
        case editing
        /// The line is complete.
        case line(String)
        /// Control-C: the line is discarded.
        case abandoned(String)
        /// Control-D on an empty line.
        case end
        /// Control-Z.
        case stop
        /// Control-L: clear the screen and redraw.
        case refresh
        /// Tab: the words that the typed text could be completed to.
        case choices([String])
    }

    /// The words to which the word before the cursor can be completed.
    struct Completion {
        /// The index of the character at which that word begins, quotation marks included.
        var start: Int
        /// The word without quotation marks.
        var typed: String
        var words: [String]
    }

    private(set) var text: [Character] = []
    /// The index at which the next character is inserted.
    private(set) var cursor = 0
    /// The lines entered so far, oldest first.
    private var history: [String] = []
    /// The index of the line in the history; the end of the history stands for the new line.
    private var place = 0
    /// The new line, while lines of the history are shown.
    private var draft: [Character] = []
    private var cut: [Character] = []
    /// The bytes of a key or a character that is still incomplete.
    private var pending: [UInt8] = []
    /// What is searched in the history; `nil` if nothing is.
    private var query: [Character]?
    private let completion: (String) -> Completion

    private static let historyLimit = 1000

    /// - Parameters:
    ///   - history: lines that were entered before.
    ///   - completion: completes the last word of a line.
    init(history: [String] = [], completion: @escaping (String) -> Completion) {
        self.completion = completion
        (self.history, place) = (history, history.count)
    }

    /// Consumes the bytes of one key, or of several that arrived together; bytes after a key that ends the line stay in
    /// `bytes`.
    mutating func type(_ bytes: inout [UInt8]) -> Outcome {
        while !bytes.isEmpty {
            pending.append(bytes.removeFirst())
            let outcome = takePending()
            if outcome != .editing { return outcome }
        }
        return .editing
    }

    private mutating func takePending() -> Outcome {
        if pending[0] == 0x1B {
            query = nil
            return takeEscape()
        }
        guard pending[0] >= 0x80 else {
            let key = pending.removeFirst()
            return query == nil ? press(key) : search(key)
        }
        let length = pending[0] >= 0xF0 ? 4 : pending[0] >= 0xE0 ? 3 : pending[0] >= 0xC0 ? 2 : 1
        guard pending.count >= length else { return .editing }
        if let typed = String(validating: pending, as: UTF8.self) {
            if query == nil { insert(typed) } else { search(for: typed) }
        }
        pending = []
        return .editing
    }

    /// Handles `ESC [ …` and `ESC O …`, which terminals send for keys without a character (ECMA-48, 5.4).
    private mutating func takeEscape() -> Outcome {
        guard pending.count > 1 else { return .editing }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
            pending = []
            return .editing
        }
        guard pending.count > 2, let last = pending.last, (0x40...0x7E).contains(last) else { return .editing }
        let parameter = String(decoding: pending.dropFirst(2).dropLast(), as: UTF8.self)
        pending = []
        switch (last, parameter) {
        case (UInt8(ascii: "A"), _): recall(place - 1)
        case (UInt8(ascii: "B"), _): recall(place + 1)
        case (UInt8(ascii: "C"), _): cursor = min(text.count, cursor + 1)
        case (UInt8(ascii: "D"), _): cursor = max(0, cursor - 1)
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): cursor = 0
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): cursor = text.count
        case (UInt8(ascii: "~"), "3"): delete()
        default: break
        }
        return .editing
    }

    /// Handles one ASCII key; Control-A is 1.
    private mutating func press(_ key: UInt8) -> Outcome {
        switch key {
        case 0x0D, 0x0A: return enter()
        case 0x01: cursor = 0
        case 0x02: cursor = max(0, cursor - 1)
        case 0x03:
            defer { reset() }
            return .abandoned(String(text))
        case 0x04:
            if text.isEmpty { return .end }
            delete()
        case 0x05: cursor = text.count
        case 0x06: cursor = min(text.count, cursor + 1)
        case 0x08, 0x7F:
            guard cursor > 0 else { break }
            cursor -= 1
            text.remove(at: cursor)
        case 0x09: return complete()
        case 0x0B: kill(cursor..<text.count)
        case 0x0C: return .refresh
        case 0x0E: recall(place + 1)
        case 0x10: recall(place - 1)
        case 0x12: query = []
        case 0x15: kill(0..<cursor)
        case 0x17:
            let word = text[..<cursor].lastIndex { $0 != " " } ?? 0
            kill((text[..<word].lastIndex(of: " ").map { $0 + 1 } ?? 0)..<cursor)
        case 0x19: insert(String(cut))
        case 0x1A: return .stop
        case 0x20...: insert(String(UnicodeScalar(key)))
        default: break
        }
        return .editing
    }

    // MARK: Changing the line

    private mutating func insert(_ typed: String) {
        // A combining character joins the one before it.
        let joined = Array(String(text[..<cursor]) + typed)
        text = joined + text[cursor...]
        cursor = joined.count
    }

    private mutating func delete() { if cursor < text.count { text.remove(at: cursor) } }

    private mutating func kill(_ range: Range<Int>) {
        cut = Array(text[range])
        text.removeSubrange(range)
        cursor = range.lowerBound
    }

    private mutating func reset() { (text, cursor, draft, place) = ([], 0, [], history.count) }

    private mutating func enter() -> Outcome {
        let line = String(text)
        if !line.isEmpty, line != history.last { history = Array((history + [line]).suffix(Self.historyLimit)) }
        reset()
        return .line(line)
    }

    private mutating func recall(_ wanted: Int) {
        guard wanted >= 0, wanted <= history.count else { return }
        if place == history.count { draft = text }
        place = wanted
        text = wanted == history.count ? draft : Array(history[wanted])
        cursor = text.count
    }

    private mutating func complete() -> Outcome {
        let found = completion(String(text[..<cursor]))
        guard let first = found.words.first else { return .editing }
        let common = found.words.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        guard common.count > found.typed.count || found.words.count == 1 else {
            return .choices(found.words.map(ShownText.line))
        }
        let isWhole = found.words.count == 1 && !first.hasSuffix("/")
        let word = ShellWord.quoted(common) + (isWhole ? " " : "")
        text.replaceSubrange(found.start..<cursor, with: word)
        cursor = found.start + word.count
        return .editing
    }

    // MARK: Searching the history

    /// Handles one ASCII key during a search: Control-R looks further back, Control-G gives it up; any other key that is no
    /// character takes the line that was found.
    private mutating func search(_ key: UInt8) -> Outcome {
        switch key {
        case 0x12: find(before: place)
        case 0x08, 0x7F:
            _ = query?.popLast()
            find(before: history.count)
        case 0x07:
            query = nil
            recall(history.count)
        case 0x20..<0x7F: search(for: String(UnicodeScalar(key)))
        default:
            query = nil
            return press(key)
        }
        return .editing
    }

    private mutating func search(for typed: String) {
        query = (query ?? []) + Array(typed)
        find(before: min(place + 1, history.count))
    }

    /// Recalls the last line before an index that contains what is searched.
    private mutating func find(before end: Int) {
        guard let query, !query.isEmpty,
            let found = history[..<end].lastIndex(where: { $0.contains(String(query)) })
        else { return }
        recall(found)
    }

    // MARK: Showing it

    /// The prompt during a search of the history; `nil` otherwise.
    var searchPrompt: String? { query.map { "search '\(String($0))': " } }

    /// Returns the part of the line around the cursor that fits into `columns`, and the number of columns before the
    /// cursor.
    func window(columns: Int) -> (text: String, before: Int) {
        let room = max(columns - 1, 1)
        let first = max(0, cursor - room)
        return (String(text[first..<min(text.count, first + room)]), cursor - first)
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
