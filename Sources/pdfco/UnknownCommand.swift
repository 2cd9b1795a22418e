import ArgumentParser
import LinuxFiles
import SystemPackage

/// Words for a command that does not exist, such as one with a typing error. Nothing here runs unless the command is unknown.
enum UnknownCommand {
    /// Returns why the arguments name no command; `nil` if they do, or if the argument parser words it.
    static func failure(for arguments: [String]) -> CommandFailure? {
        var type: any ParsableCommand.Type = PDFCo.self
        var path = ["pdfco"]
        let isHelp = arguments.first == "help"
        var rest = isHelp ? arguments.dropFirst() : arguments[...]
        while let word = rest.first, let next = type.subcommand(named: word) {
            (type, rest) = (next, rest.dropFirst())
            path.append(word)
        }
        guard let word = rest.first, !word.hasPrefix("-"), word != "help", isHelp || !type.allSubcommands.isEmpty,
            type.configuration.defaultSubcommand == nil
        else { return nil }
        let isAnnotating = type == AnnotateCommand.self
        let help =
            "\(path.joined(separator: " ")) --help " + (type.allSubcommands.isEmpty ? "shows it" : "lists the commands")
        if !isHelp, isDocument(word) {
            return isAnnotating
                ? usage(
                    "annotate needs a subtype before the document, such as highlight, text, free-text or stamp; or list, "
                        + "update, remove", help)
                : usage(
                    "there is no command before '\(word)'", "pdfco open \(IdentityText.quoted(word)) shows the document"
                )
        }
        let suggestion = suggestion(for: word.lowercased(), below: type, path)
        return usage(
            isAnnotating ? "annotate has no command '\(word)'" : "there is no command '\(word)'",
            suggestion.map { "did you mean \($0)? \(help)" } ?? help)
    }

    private static func usage(_ problem: String, _ hint: String) -> CommandFailure {
        CommandFailure(kind: "usage", problem: problem, hint: hint, exitStatus: .usage)
    }

    private static func isDocument(_ word: String) -> Bool {
        word.lowercased().hasSuffix(".pdf") || word.contains("/")
            || (try? FileStatus(of: FilePath(argument: word))) != nil
    }

    /// What people type for commands that have another name here.
    private static let synonyms = [
        "note": "annotate text", "comment": "annotate text", "add": "annotate", "show": "open", "info": "open",
        "view": "open", "delete": "annotate remove", "rm": "annotate remove", "edit": "annotate update",
        "recover": "restore", "commit": "save", "freetext": "annotate free-text", "rectangle": "annotate square",
        "ellipse": "annotate circle", "attach": "annotate file-attachment", "arrow": "annotate line",
    ]

    /// Returns the command that is most like the word: below `type` first, then elsewhere.
    private static func suggestion(
        for word: String, below type: any ParsableCommand.Type, _ path: [String]
    ) -> String? {
        let places: [([String], any ParsableCommand.Type)] = [
            (path, type), (["pdfco"], PDFCo.self), (["pdfco", "annotate"], AnnotateCommand.self),
        ]
        var best: (distance: Int, command: String)?
        for (path, type) in places {
            for name in type.allSubcommands.compactMap({ $0.configuration.commandName }) {
                let distance = EditDistance.between(word, name)
                guard distance <= max(1, min(2, name.count / 3)), distance < best?.distance ?? .max else { continue }
                best = (distance, (path + [name]).joined(separator: " "))
            }
        }
        return best?.command ?? synonyms[word].map { "pdfco \($0)" }
    }
}

/// How many letters differ between two words.
enum EditDistance {
    /// Returns the number of letters to insert, remove, replace, or exchange with their neighbours.
    static func between(_ first: String, _ second: String) -> Int {
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
}
