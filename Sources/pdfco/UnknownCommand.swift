import ArgumentParser
import LinuxFiles
import SystemPackage

/// Words for a command that does not exist, such as one with a typing error. Nothing here runs unless the command is unknown.
enum UnknownCommand {
    /// Returns why the arguments name no command; `nil` if they do, or if the argument parser words it.
    static func failure(for arguments: [String]) -> CommandFailure? {
        // `help WORDS` asks for the help of a command.
        if arguments.first == "help", arguments.count > 1 { return failure(for: Array(arguments.dropFirst())) }
        let (type, rest) = PDFCo.command(namedBy: arguments)
        let path = ["pdfco"] + arguments[..<rest.startIndex]
        guard let word = rest.first, !word.hasPrefix("-"), word != "help", !type.allSubcommands.isEmpty,
            type.configuration.defaultSubcommand == nil
        else { return nil }
        let isAnnotating = type == AnnotateCommand.self
        let help = "\(path.joined(separator: " ")) --help lists the commands"
        if isDocument(word) {
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
        let all = places.flatMap { path, type in
            type.allSubcommands.compactMap { $0.configuration.commandName }.map { (name: $0, path: path) }
        }
        let best = EditDistance.closest(to: word, in: all.map(\.name)).map { all[$0] }
        if let best { return (best.path + [best.name]).joined(separator: " ") }
        return synonyms[word].map { "pdfco \($0)" }
    }
}
