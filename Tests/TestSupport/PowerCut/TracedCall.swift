/// One system call as strace shows it with `-f -y -xx`: every path and every string in hexadecimal.
struct TracedCall: Sendable {
    var thread: Substring
    var name: String
    var arguments: [Substring]
    /// What it returned; `nil` where it failed, or did not return.
    var result: Int?
    /// The line as people read it.
    var line: String

    /// Reads all calls of a trace that mention a path which begins so, in the order in which they ended.
    static func all(in log: String, mentioning path: String) -> [Self] {
        let wanted = path.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
        var begun: [Substring: String] = [:]
        return log.split(separator: "\n").compactMap { line in
            let thread = line.prefix { $0 != " " }
            var text = String(line[thread.endIndex...].drop { $0 == " " })
            if text.hasSuffix("<unfinished ...>") {
                begun[thread] = String(text.dropLast("<unfinished ...>".count))
                return nil
            }
            if text.hasPrefix("<... "), let end = text.firstIndex(of: ">") {
                text = (begun.removeValue(forKey: thread) ?? "") + text[end...].dropFirst()
            }
            return text.contains(wanted) ? Self(thread, text) : nil
        }
    }

    private init?(_ thread: Substring, _ text: String) {
        // Strings are in hexadecimal and hold no equals sign, and what follows the last one is the result.
        guard let open = text.firstIndex(of: "("), let equals = text.lastIndex(of: "="),
            let close = text[..<equals].lastIndex(of: ")")
        else { return nil }
        self.thread = thread
        name = String(text[..<open])
        arguments = Self.split(text[text.index(after: open)..<close])
        let result = text[text.index(after: equals)...].drop { $0 == " " }
        self.result = Int(result.prefix { $0.isNumber || $0 == "-" }).flatMap { $0 < 0 ? nil : $0 }
        line = String(decoding: Self.decoded(text[...]).prefix(400), as: UTF8.self)
    }

    /// The path that a descriptor leads to, such as `3</tmp/a>`, or led to, `3</tmp/a>(deleted)`; or the working directory.
    func descriptorPath(_ index: Int) -> String? {
        guard index < arguments.count, let open = arguments[index].firstIndex(of: "<"),
            let close = arguments[index].lastIndex(of: ">"), open < close
        else { return nil }
        return String(decoding: Self.decoded(arguments[index][open..<close].dropFirst()), as: UTF8.self)
    }

    /// Whether the descriptor's file has no name any more.
    func isNameless(_ index: Int) -> Bool { index < arguments.count && arguments[index].hasSuffix("(deleted)") }

    /// The bytes of a string; `nil` where it was shortened, or is none.
    func bytes(_ index: Int) -> [UInt8]? {
        guard index < arguments.count, arguments[index].count > 1 else { return nil }
        guard arguments[index].hasPrefix("\""), arguments[index].hasSuffix("\"") else { return nil }
        return Self.decoded(arguments[index].dropFirst().dropLast())
    }

    func number(_ index: Int) -> Int? {
        guard index < arguments.count else { return nil }
        let text = arguments[index]
        return text.hasPrefix("0") ? Int(text, radix: 8) : Int(text)
    }

    /// Splits at the commas that are not inside of brackets.
    private static func split(_ text: Substring) -> [Substring] {
        var (parts, depth, start): ([Substring], Int, Substring.Index) = ([], 0, text.startIndex)
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                parts.append(text[start..<index])
                start = text.utf8.index(after: index)
            default: break
            }
        }
        return (parts + [text[start...]]).map { $0.drop { $0 == " " } }
    }

    /// Every `\x41` as the byte it stands for.
    private static func decoded(_ text: Substring) -> [UInt8] {
        var decoded: [UInt8] = []
        let bytes = Array(text.utf8)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\\"), place + 3 < bytes.count, bytes[place + 1] == UInt8(ascii: "x") {
                decoded.append(value(bytes[place + 2]) << 4 | value(bytes[place + 3]))
                place += 4
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return decoded
    }

    private static func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : (digit | 0x20) - 0x57 }
}
