import ArgumentParser
import LinuxFiles
import PDFModel

/// The completion scripts of shells, all of which ask the program what the Tab key offers.
///
/// The argument parser's scripts know no aliases, and let bash expand what the program offers. Names of annotations come from
/// files: here the program quotes them, and the shell inserts them as they are.
enum ShellCompletions {
    /// The word by which a script asks. The name of the shell comes after it, the line as far as it is typed, and, but in fish,
    /// what the shell replaces at its end.
    static let question = "---complete"

    /// Returns the script that the words ask for; `nil` if they ask for none of a shell that is known.
    static func script(askedForBy words: [String]) -> String? {
        let option = "--generate-completion-script"
        guard let place = words.firstIndex(where: { $0.prefix { $0 != "=" } == option }) else { return nil }
        let asked = words[place...].joined(separator: "=").split(separator: "=").dropFirst().first.map(String.init)
        let shell = asked ?? CompletionShell.autodetected()?.rawValue
        return shell.flatMap { scripts[$0] }
    }

    private static let scripts = [
        "bash": """
        _pdfco() {
            local answer
            COMPREPLY=()
            while IFS= read -r answer; do
                case $answer in
                    $'\\tFILES') compopt -o default ;;
                    $'\\tPDF')
                        compopt -o filenames -o plusdirs
                        mapfile -t COMPREPLY < <(compgen -f -X '!*.[pP][dD][fF]' -- "$2")
                        ;;
                    $'\\tDIRECTORIES') compopt -o dirnames ;;
                    *) COMPREPLY+=("${answer%%$'\\t'*}") ;;
                esac
            done < <("${COMP_WORDS[0]}" \(question) bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
        }
        complete -F _pdfco pdfco
        """,
        "zsh": """
        #compdef pdfco
        _pdfco() {
            local word answer typed="${(j: :)words[1,CURRENT-1]} ${QIPREFIX}${IPREFIX}${PREFIX}"
            local -a answers offered shown
            local -i width
            answers=("${(@f)"$("${words[1]}" \(question) zsh "${typed}" "${PREFIX}" 2>/dev/null)"}")
            case ${answers[1]} in
                '') return 1 ;;
                $'\\tFILES') _files; return ;;
                $'\\tPDF') _files -g '*.(#i)pdf'; return ;;
                $'\\tDIRECTORIES') _files -/; return ;;
            esac
            offered=("${(@)answers%%$'\\t'*}")
            width=${#${(O)offered//?/x}[1]}
            for word answer in "${(@)offered:^answers}"; do
                answer="${(r:width + 2:)word}${answer[${#word}+2,-1]}"
                shown+=("${answer[1,COLUMNS-1]}")
            done
            compadd -Q -U -V pdfco -l -d shown -- "${offered[@]}"
        }
        if [[ $funcstack[1] == _pdfco ]]; then _pdfco "$@"; else compdef _pdfco pdfco; fi
        """,
        "fish": """
        function __pdfco_complete
            set -l tokens (commandline -opc)
            set -l answers (command $tokens[1] \(question) fish (commandline -pc | string collect) | string split0)
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
        """,
    ]

    /// Returns the words, each followed by a tab and its description, with a line feed at its end, or in fish a null
    /// byte; or, after a tab, with which no word begins, the kind of files.
    static func answer(
        in shell: String, to line: String, replacing end: String, _ commands: CommandTree
    ) -> [UInt8] {
        let (before, start, typed) = SessionWords.last(of: line)
        let offer = commands.offer(after: before.dropFirst().filter { $0 != "help" }, typed) {
            AnnotationNames.inDocument(among: before)
        }
        let ending = shell == "fish" ? "\0" : "\n"
        let words: TabOffer.Words
        switch offer {
        case .words(let some): words = some
        case .files(let kind): return Array("\t\(kind.rawValue)\(ending)".utf8)
        }
        let word = String(line.dropFirst(start))
        // bash and zsh may take a colon or a quotation mark for the beginning of what they complete.
        guard word.hasSuffix(end) else { return [] }
        let kept = SessionWords.last(of: String(word.dropLast(end.count))).word
        let mark = SessionWords.openQuote(in: word)
        return words.filter { $0.word.hasPrefix(typed) }.compactMap { word, description in
            let quoted =
                shell == "fish"
                ? quotedByFish(word) : ShellWord.continued(String(word.dropFirst(kept.count)), after: mark)
            return quoted.map { $0 + (description.isEmpty ? "" : "\t" + ShownText.line(description)) + ending }
        }.flatMap(\.utf8)
    }

    /// Returns a word that fish quotes itself; `nil` where fish would insert another one: a description begins after a tab, `~` at
    /// the beginning stays the home directory, and quotation marks are removed.
    private static func quotedByFish(_ name: String) -> String? {
        name.hasPrefix("~") || name.contains { "\t\\'\"".contains($0) } ? nil : name
    }
}
