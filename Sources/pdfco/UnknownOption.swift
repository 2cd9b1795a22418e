import ArgumentParser
import PDFModel

/// Words for an option that does not exist, such as one with a typing error.
enum UnknownOption {
    /// Returns what may be meant, in words to put before the rest of a hint; `nil` if the command has nothing like it.
    ///
    /// - Parameters:
    ///   - option: the option, without its hyphens.
    ///   - command: the words that name the command.
    static func suggestion(for option: String, of command: [String]) -> String? {
        let arguments = CommandArguments(of: PDFCo.command(namedBy: Array(command.dropFirst())).type)
        let names = arguments.shown.flatMap(\.words).map { String($0.dropFirst(2)) }
        let beginning = names.filter { $0.hasPrefix(option) }
        let meant =
            EditDistance.closest(to: option, in: names).map { names[$0] }
            ?? (beginning.count == 1 ? beginning[0] : synonyms[option].flatMap { names.contains($0) ? $0 : nil })
        if let meant { return "did you mean --\(meant)?" }
        guard option == "name", arguments.positional.contains(where: { $0.valueName == option }) else { return nil }
        return "a name is an argument, not an option;"
    }

    /// What people type for options that have another name here.
    private static let synonyms = [
        "text": "contents", "comment": "contents", "message": "contents", "note": "contents", "type": "subtype",
        "kind": "subtype", "box": "rect", "bbox": "rect", "rectangle": "rect", "position": "at", "search": "find",
        "phrase": "find", "user": "author", "out": "output", "overwrite": "force", "yes": "force", "in-place": "save",
        "fill": "interior-color", "fill-color": "interior-color", "width": "border-width", "line-width": "border-width",
        "threads": "jobs", "workers": "jobs", "parallel": "jobs", "preview": "dry-run", "silent": "quiet",
        "url": "uri", "lang": "language", "title": "subject",
    ]
}
