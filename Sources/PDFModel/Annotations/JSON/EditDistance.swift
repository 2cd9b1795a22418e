/// How many letters differ between two words.
package enum EditDistance {
    /// Returns the index of the first of the words that are most like a mistyped one; `nil` if none is like it.
    package static func closest(to typed: String, in words: [String]) -> Int? {
        var best: (distance: Int, index: Int)?
        for (index, word) in words.enumerated() {
            let distance = between(typed, word)
            guard distance <= max(1, min(2, word.count / 3)), distance < best?.distance ?? .max else { continue }
            best = (distance, index)
        }
        return best?.index
    }

    /// Returns the number of letters to insert, remove, replace, or exchange with their neighbours.
    package static func between(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        var rows = [Array(0...second.count)]
        for (row, letter) in first.enumerated() {
            var next = [row + 1]
            for (column, other) in second.enumerated() {
                var cost = min(
                    rows[row][column + 1] + 1, next[column] + 1, rows[row][column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    cost = min(cost, rows[row - 1][column - 1] + 1)
                }
                next.append(cost)
            }
            rows.append(next)
        }
        return rows[first.count][second.count]
    }

    /// Returns the end of an error about a word that is not known, which asks for the closest known one; `nil` if none is close.
    package static func question(for word: String, in known: [String]) -> String? {
        closest(to: word, in: known).map { "; did you mean \(known[$0])?" }
    }

    /// Returns the sentence about a key that an object does not have: with the one that is meant, else with all.
    package static func unknownKey(_ key: String, of what: String, known: [String]) -> String {
        "\(what) has no key \(key)" + (question(for: key, in: known) ?? ", only \(known.joined(separator: ", "))")
    }
}

extension StringProtocol {
    /// Without white space around it.
    package var trimmed: String {
        let front = drop(while: \.isWhitespace)
        guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(front[...last])
    }
}
