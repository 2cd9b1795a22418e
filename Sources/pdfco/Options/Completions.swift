import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// What the Tab key offers, where it is more than a few words.
enum Completions {
    /// Whether this process answers what the Tab key offers.
    static let isAsked = ThisProcess.arguments.first == Array(FishCompletions.question.utf8)

    /// Returns the completion of a property that takes other values than a few words; `nil` if there is none.
    ///
    /// The lists are made only for a completion script, because every start builds the options.
    static func values(of property: AnnotationProperty) -> CompletionKind? {
        let schema = Annotation.schema
        if property == schema.inReplyTo.untyped { return names }
        guard CompletionShell.requesting != nil || isAsked else { return nil }
        switch property {
        case schema.color.untyped, schema.interiorColor.untyped: return .list(Color.names.map(\.name) + ["none"])
        case schema.textColor.untyped: return .list(Color.names.map(\.name))
        case schema.lineEndings.untyped:
            let endings = LineEnding.allCases.map(\.rawValue)
            return .list(endings.flatMap { start in endings.map { "\(start),\($0)" } })
        case schema.icon.untyped:
            let icons = Annotation.kinds.flatMap { AnnotationSubtype.named($0.subtype).values(of: property) }
            return .list(Array(Set(icons)).sorted())
        default: return nil
        }
    }

    /// Completes the names of the annotations of the document that stands in the command line, unsaved ones included.
    ///
    /// ``CompletionScript`` passes the line as far as it is typed, and what is replaced at its end.
    static var names: CompletionKind {
        .custom { words, _, _ in words.count == 2 ? names(completing: words[0], replacing: words[1]) : [] }
    }

    /// Returns what takes the place of the end of a line, quoted for the shell.
    private static func names(completing line: String, replacing end: String) -> [String] {
        let (before, start, typed) = SessionWords.last(of: line)
        let offered = withoutOptions(names(after: before), after: before)
        let word = String(line.dropFirst(start))
        // A shell may take a colon or a quotation mark for the beginning of what it completes.
        guard word.hasSuffix(end) else { return [] }
        let kept = SessionWords.last(of: String(word.dropLast(end.count))).word
        let mark = SessionWords.openQuote(in: word)
        return offered.filter { $0.hasPrefix(typed) }.map {
            ShellWord.continued(String($0.dropFirst(kept.count)), after: mark)
        }
    }

    /// Returns the names of the annotations in the first document among the words.
    static func names(after words: [String]) -> [String] {
        let files = words.map(expanded).filter { $0.lowercased().hasSuffix(".pdf") }
        return files.lazy.compactMap { try? names(in: $0) }.first ?? []
    }

    /// Returns the words that stand for themselves: before `--`, a word with a leading hyphen would be an option.
    static func withoutOptions(_ words: [String], after line: [String]) -> [String] {
        line.contains("--") ? words : words.filter { !$0.hasPrefix("-") }
    }

    /// Returns the names without waiting for anyone.
    private static func names(in file: String) throws -> [String] {
        let options = try GlobalOptions.parse(["--no-coordination", "--quiet"])
        let context = CommandContext(options: options, session: nil)
        return try context.annotations(of: file, onPages: .all, withCheckpoint: true) { _, list in typed(list) }
    }

    /// Returns the names of annotations as they are typed: as `list` shows them, where one annotation alone begins so.
    static func typed(_ list: [ListedAnnotation]) -> [String] {
        let names = list.compactMap(\.identifier)
        let counts = Dictionary(names.map { (Annotation.short($0), 1) }, uniquingKeysWith: +)
        return names.map { counts[Annotation.short($0)] == 1 ? Annotation.short($0) : $0 }
    }

    /// Returns a path with the home directory in place of `~/`, as the shell does before it runs the command.
    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = ThisProcess.environment("HOME") else { return path }
        return home + path.dropFirst()
    }
}

/// The completion script of a shell.
///
/// The argument parser's script lets bash expand what the program offers, and takes a colon or a line feed in it for the
/// end. Names of annotations come from files: here the program quotes them, and the shell inserts them as they are.
enum CompletionScript {
    /// Returns the argument parser's script with functions that take names as data; any other text stays as it is.
    static func finished(_ script: String) -> String {
        let function = script.hasPrefix("#!/bin/bash") ? bashFunction : zshFunction
        guard let first = script.firstRange(of: "__pdfco_custom_complete() {"),
            let last = script[first.upperBound...].firstRange(of: "\n}\n")
        else { return script }
        return (script[..<first.lowerBound] + function + script[last.upperBound...])
            .replacing(#"__pdfco_add_completions -W "$(__pdfco_custom_complete "#, with: "__pdfco_custom_complete ")
            .replacing(#" "${COMP_CWORD}" "$(__pdfco_cursor_index_in_current_word)")""#, with: "")
            .replacing(#" "${current_word_index}" "$(__pdfco_cursor_index_in_current_word)""#, with: "")
    }

    private static let bashFunction = """
        __pdfco_custom_complete() {
            local completion
            compopt +o filenames
            while IFS='' read -r completion; do
                COMPREPLY+=("${completion}")
            done < <("${COMP_WORDS[0]}" "${@}" 0 0 "${COMP_LINE:0:COMP_POINT}" "${cur}")
        }

        """

    private static let zshFunction = """
        __pdfco_custom_complete() {
            local typed="${(j: :)command_line[1,current_word_index]} ${QIPREFIX}${IPREFIX}${PREFIX}"
            local -a completions
            completions=("${(@f)"$("${command_name}" "${@}" 0 0 "${typed}" "${PREFIX}")"}")
            compadd -Q -U -V names -- "${(@)completions[1,-2]}"
        }

        """
}

/// What the Tab key offers in fish, which shows a description beside each word. The program answers for each line: the argument
/// parser's script, a megabyte, takes seconds.
enum FishCompletions {
    /// The word by which the script asks, before the line as far as it is typed.
    static let question = "---complete"

    static let script = """
        function __pdfco_complete
            set -l tokens (commandline -opc)
            set -l answers (command $tokens[1] \(question) (commandline -pc | string collect) | string split0)
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
    static func answer(to line: String) -> [UInt8] {
        let (before, _, typed) = SessionWords.last(of: line)
        let (type, rest) = PDFCo.command(namedBy: Array(before.dropFirst()).filter { $0 != "help" })
        let words: [(word: String, description: String)]
        if rest.isEmpty, !type.allSubcommands.isEmpty, !typed.hasPrefix("-") {
            words = type.allSubcommands.map { ($0.configuration.commandName ?? "", $0.configuration.abstract) }
        } else {
            let arguments = CommandArguments(of: type)
            let isAnswered = rest.contains("--")
            if let option = rest.last.flatMap(arguments.option), option.kind == "option" {
                if let kind = option.completionKind?.files { return Array("\t\(kind)".utf8) }
                words = values(of: option, after: before)
            } else if typed.hasPrefix("-"), !isAnswered {
                words = arguments.described
            } else {
                let place = arguments.places(in: rest).bare.count
                let positional = arguments.positional
                guard let argument = positional.indices.contains(place) ? positional[place] : positional.last else {
                    return []
                }
                if let kind = argument.completionKind?.files { return Array("\t\(kind)".utf8) }
                words = values(of: argument, after: before)
            }
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
