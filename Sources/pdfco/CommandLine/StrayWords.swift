/// Words on a line that the command did not ask for: mostly a text whose quotation marks were forgotten.
struct StrayWords {
    let typed: TypedWords
    let arguments: CommandArguments
    /// The places of the words that are neither options nor their values, in order.
    let bare: [Int]

    /// Returns the words that end at a place, one after the other and without a document among them.
    private func run(to end: Int, notBefore first: Int? = nil) -> ClosedRange<Int> {
        var start = end
        while start > first ?? 0, bare.contains(start - 1), !TypedWords.isDocument(typed.words[start - 1]) {
            start -= 1
        }
        return start...end
    }

    /// Returns the command with words as one: those that name a file together, or an object, such as `85 0 R`, and
    /// those after the value of an option, which continue it; `nil` if there are none.
    func joined(last: Int?) -> String? {
        // Among thousands of documents, few are missing.
        for (index, start) in bare.enumerated() where !TypedWords.isFile(typed.words[start]) {
            for (end, next) in zip(bare[(index + 1)...], (start + 1)...(start + 7)) {
                guard end == next else { break }
                let text = typed.words[start...end].joined(separator: " ")
                let isObject = end - start == 2 && text.wholeMatch(of: /[0-9]+ [0-9]+ R/) != nil
                if isObject || TypedWords.isFile(text) { return replacing(start...end, with: [text]) }
            }
        }
        guard let last else { return nil }
        let run = run(to: last)
        let value = run.lowerBound - 1
        guard value > 1, !bare.contains(value), let option = arguments.option(typed.words[value - 1]),
            option.kind == "option", !typed.words[value...last].contains(where: { $0.contains(" ") })
        else { return nil }
        let words = typed.words[value...last]
        let isList = option.valueName == "range" || option.valueName?.contains(",") == true
        let areNumbers = isList && typed.words[run].allSatisfy { Double($0) != nil }
        let hyphened = words.joined(separator: "-")
        let isWord = option.completionKind?.list?.values.contains(hyphened) == true
        return replacing(value...last, with: [isWord ? hyphened : words.joined(separator: areNumbers ? "," : " ")])
    }

    /// Returns the command with the words that end at a place as the value of an option.
    func value(of option: String, endingAt last: Int, notBefore first: Int? = nil) -> String {
        let run = run(to: last, notBefore: first)
        return replacing(run, with: [option, typed.words[run].joined(separator: " ")])
    }

    private func replacing(_ places: ClosedRange<Int>, with words: [String]) -> String {
        typed.again { $0.replaceSubrange(places, with: words) }
    }
}
