import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// What the Tab key offers, where it is more than a few words.
enum Completions {
    /// Returns the completion of a property that takes other values than a few words; `nil` if there is none.
    ///
    /// The lists are made only for a completion script, because every start builds the options.
    static func values(of property: AnnotationProperty) -> CompletionKind? {
        let schema = Annotation.schema
        if property == schema.inReplyTo.untyped { return names }
        guard CompletionShell.requesting != nil else { return nil }
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
        let files = before.map(expanded).filter { $0.lowercased().hasSuffix(".pdf") }
        guard let all = files.lazy.compactMap({ try? names(in: $0) }).first else { return [] }
        let offered = withoutOptions(all, after: before)
        if CompletionShell.requesting == .fish { return offered.compactMap(CompletionScript.fishWord) }
        let word = String(line.dropFirst(start))
        // A shell may take a colon or a quotation mark for the beginning of what it completes.
        guard word.hasSuffix(end) else { return [] }
        let kept = SessionWords.last(of: String(word.dropLast(end.count))).word
        let mark = SessionWords.openQuote(in: word)
        return offered.filter { $0.hasPrefix(typed) }.map {
            ShellWord.continued(String($0.dropFirst(kept.count)), after: mark)
        }
    }

    /// Returns the words that stand for themselves: before `--`, a word with a leading hyphen would be an option.
    static func withoutOptions(_ words: [String], after line: [String]) -> [String] {
        line.contains("--") ? words : words.filter { !$0.hasPrefix("-") }
    }

    /// Returns the names without waiting for anyone.
    private static func names(in file: String) throws -> [String] {
        let options = try GlobalOptions.parse(["--no-coordination", "--quiet"])
        let context = CommandContext(options: options, session: nil)
        return try context.annotations(of: file, onPages: .all, withCheckpoint: true) { _, list in
            list.compactMap(\.identifier)
        }
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
        let (begin, end, function) =
            script.hasPrefix("#!/bin/bash")
            ? ("__pdfco_custom_complete() {", "\n}\n", bashFunction)
            : script.hasPrefix("#compdef")
                ? ("__pdfco_custom_complete() {", "\n}\n", zshFunction)
                : ("function __pdfco_custom_completion\n", "\nend\n", fishFunction)
        guard let first = script.firstRange(of: begin),
            let last = script[first.upperBound...].firstRange(of: end)
        else { return script }
        return (script[..<first.lowerBound] + function + script[last.upperBound...])
            .replacing(#"__pdfco_add_completions -W "$(__pdfco_custom_complete "#, with: "__pdfco_custom_complete ")
            .replacing(#" "${COMP_CWORD}" "$(__pdfco_cursor_index_in_current_word)")""#, with: "")
            .replacing(#" "${current_word_index}" "$(__pdfco_cursor_index_in_current_word)""#, with: "")
            .replacing(" (count (__pdfco_tokens -pc)) (__pdfco_tokens -tC))", with: " | string split0)")
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

    private static let fishFunction = """
        function __pdfco_custom_completion
            set -x SAP_SHELL fish
            set -x SAP_SHELL_VERSION $FISH_VERSION
            set -l tokens (__pdfco_tokens -p)
            for word in (command $tokens[1] $argv 0 0 (commandline -pc | string collect -N) '')
                printf '%s\\0' (string unescape -- $word | string collect)
            end
        end

        """

    /// Returns a name for the script of fish, which quotes it itself; `nil` where fish would insert another one: a
    /// description begins after a tab, `~` at the beginning stays the home directory, and quotation marks are removed.
    static func fishWord(_ name: String) -> String? {
        guard !name.hasPrefix("~"), !name.contains(where: { "\t\\'\"".contains($0) }) else { return nil }
        return name.unicodeScalars.map { ShownText.isControl($0) ? ShownText.json($0) : String($0) }.joined()
    }
}

/// The completion script of fish, which shows a description beside each value.
enum FishCompletions {
    /// Returns the script with a description of its own, or none, for each value in place of that of its option; any other
    /// text stays as it is.
    static func described(_ script: String) -> String {
        let colors = Dictionary(Color.names.map { ($0.name, $0.hexadecimal) }) { first, _ in first }
        var texts = descriptions
        texts["subtype"] = kinds
        for option in ["color", "interior-color", "text-color"] {
            texts[option] = colors.merging(["none": "no colour"]) { first, _ in first }
        }
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard let match = line.wholeMatch(of: #/(complete .* )-l '([a-z-]+)'(.*) -rfka '([^'()\\]+)'/#) else {
                return String(line)
            }
            let values = match.4.split(separator: " ").map(String.init).map { value in
                let text = texts[String(match.2)]?[value] ?? ""
                return #"\#(value)\t"\#(text)""#
            }
            return "\(match.1)-l '\(match.2)'\(match.3) -rfka '\(values.joined(separator: " "))'"
        }
        return lines.joined(separator: "\n")
    }

    /// The kinds of annotations, as `--subtype` names them.
    private static var kinds: [String: String] {
        Dictionary(Annotation.kinds.map { ($0.commandName, withoutQuotes($0.summary)) }) { first, _ in first }
    }

    /// The text is in single quotes in the script, and in double quotes within them.
    private static func withoutQuotes(_ text: String) -> String {
        text.filter { $0 != "'" && $0 != "\"" && $0 != "\\" && $0 != "$" }
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
