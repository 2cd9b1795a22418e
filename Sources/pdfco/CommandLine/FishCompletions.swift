import ArgumentParser
import PDFModel

/// What the Tab key offers in fish, which shows a description beside each word. The program answers for each line: the argument
/// parser's script, a megabyte, takes seconds.
enum FishCompletions {
    static let script = """
        function __pdfco_complete
            set -l tokens (commandline -opc)
            set -l answers (command $tokens[1] \(Completions.question) (commandline -pc | string collect) | string split0)
            switch "$answers[1]"
                case \\tFILES
                    __fish_complete_path (commandline -ct) | string join0
                case \\tPDF
                    __fish_complete_suffix .pdf | string join0
                case \\tDIRECTORIES
                    __fish_complete_directories (commandline -ct) '' | string join0
                case '*'
                    string join0 -- $answers
            end
        end
        complete -c pdfco -e
        complete -c pdfco -f -k -a '(__pdfco_complete | string split0)'
        """

    /// Returns the words, each with its description behind a tab and a null byte at its end; or, behind a tab, with which no word
    /// begins, the kind of files.
    static func answer(to line: String, _ commands: CommandTree) -> [UInt8] {
        let (before, _, typed) = SessionWords.last(of: line)
        let words: [(word: String, description: String)]
        switch commands.next(after: before.dropFirst().filter { $0 != "help" }, typed) {
        case .command(let types):
            words = types.map { ($0.configuration.commandName ?? "", $0.configuration.abstract) }
        case .option(let arguments): words = arguments.described
        case .value(let argument):
            if let kind = argument.completionKind?.files { return Array("\t\(kind)".utf8) }
            words = values(of: argument, after: before)
        case .nothing: return []
        }
        return words.filter { $0.word.hasPrefix(typed) }.compactMap { word, description in
            self.word(word).map { $0 + (description.isEmpty ? "" : "\t" + ShownText.line(description)) + "\0" }
        }.flatMap(\.utf8)
    }

    private static func values(
        of argument: CommandArguments.Argument, after words: [String]
    ) -> [(word: String, description: String)] {
        if argument.completionKind?.custom != nil {
            return Completions.withoutOptions(Completions.names(after: words), after: words).map { ($0, "") }
        }
        let name = argument.words.first.map { String($0.dropFirst(2)) } ?? ""
        let texts =
            switch name {
            case "subtype":
                Dictionary(Annotation.kinds.map { ($0.commandName, $0.summary) }) { first, _ in first }
            case "color", "interior-color", "text-color":
                Dictionary(Color.names.map { ($0.name, $0.hexadecimal) }) { first, _ in first }
            default: descriptions[name] ?? [:]
            }
        return (argument.completionKind?.list?.values ?? []).map { ($0, texts[$0] ?? "") }
    }

    /// Returns a word that fish quotes itself; `nil` where fish would insert another one: a description begins after a tab, `~` at
    /// the beginning stays the home directory, and quotation marks are removed.
    private static func word(_ name: String) -> String? {
        name.hasPrefix("~") || name.contains { "\t\\'\"".contains($0) } ? nil : name
    }

    private static let descriptions = [
        "on-conflict": [
            "merge": "apply the unsaved changes if they still fit", "fail": "write nothing",
            "overwrite": "keep ours, and theirs as a version", "reload": "keep theirs and discard ours",
            "copy": "write ours to a new file", "ask": "let the user choose",
        ],
        "method": [
            "auto": "replace, unless hard links or the size favour append", "replace": "a new file, atomically",
            "append": "in place",
        ],
        "object-streams": [
            "preserve": "as in the document", "disable": "none", "generate": "as many as possible",
        ],
        "checkpoint": [
            "immediate": "before the command ends", "timed:": "within that many seconds", "manual": "only on request",
        ],
        "on-duplicate": [
            "fail": "add nothing", "skip": "keep the annotation on the page",
            "update": "change the annotation on the page",
        ],
        "unanswered": ["wait": "until --timeout", "fail": "with status 75", "read": "with a warning"],
        "state": ["open": "no state closes it"],
        "format": [
            "json": "used by pdfco", "xfdf": "used by Acrobat and others, in XML", "fdf": "used by Acrobat and others",
            "instant-json": "used by Nutrient",
        ],
    ]
}
