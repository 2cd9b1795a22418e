import ArgumentParser
import Documents

/// The command in one line of a session.
enum SessionCommand {
    /// A pdfco command as words, without FILE.
    case command([String])
    case revert
    /// Settle a conflict with another program's changes.
    case conflict(FileConflictResolution)
    /// Save and end the session.
    case close
    /// End the session; unsaved changes stay in the checkpoint.
    case quit
    case help
    /// An empty line or a comment.
    case nothing

    /// The words for ways to settle a conflict.
    private static let choices =
        FileConflictResolution.allCases.map(\.rawValue) + ConflictResolution.allCases.map(\.rawValue)

    /// What a line can begin with.
    struct Names {
        /// The commands of pdfco that are about one document, with their aliases.
        let ofProgram: Set<String>
        let all: [String]

        init(_ commands: CommandTree) {
            let configurations = commands.root.configuration.subcommands.map { $0.configuration }.filter {
                !["batch", "schema", "watch"].contains($0.commandName)
            }
            let names = configurations.compactMap(\.commandName)
            ofProgram = Set(names + configurations.flatMap(\.aliases))
            all = (names + ["close", "conflict", "help", "quit", "revert"]).sorted()
        }
    }

    init(_ line: String, _ names: Names) throws {
        guard !line.unicodeScalars.contains("\0") else { throw CommandFailure.usage("the line contains a null byte") }
        var words: [String]
        do {
            words = try SessionWords.words(of: line)
            // As hints and pages of the manual have it.
            if words.first == "pdfco" { words.removeFirst() }
        } catch {
            let what =
                switch error {
                case .openQuote(let mark): "unclosed quotation mark \(mark)"
                case .openEscape: "the line ends with a backslash"
                }
            throw CommandFailure.usage(what)
        }
        guard let name = words.first else {
            self = .nothing
            return
        }
        let rest = Array(words.dropFirst())
        switch name {
        case "help" where rest.isEmpty: self = .help
        case "help": self = try Self.help(rest, names)
        case "revert", "close", "quit", "exit":
            guard rest.isEmpty else { throw CommandFailure.usage("\(name) takes no arguments") }
            self = name == "revert" ? .revert : name == "close" ? .close : .quit
        case "conflict":
            guard rest.count == 1, let choice = FileConflictResolution(rawValue: rest[0]) else {
                throw CommandFailure.usage("conflict takes save, reload, copy or close")
            }
            self = .conflict(choice)
        case "resolve" where rest.count == 1 && Self.choices.contains(rest[0]):
            throw CommandFailure.usage(
                "resolve marks comments as completed; conflict resolves conflicting changes of another program",
                hint: "conflict \(FileConflictResolution(rawValue: rest[0])?.rawValue ?? "save")")
        case "annotate" where rest.isEmpty: self = .command(words + ["--help"])
        default:
            guard names.ofProgram.contains(name) else {
                let known = names.all.filter { !UsageHint.destructive.contains($0) }
                let meant = EditDistance.closest(to: name, in: known).map { known[$0] }
                throw CommandFailure.usage(
                    "there is no command '\(name)' in a session", hint: meant ?? "help lists the commands")
            }
            self = .command(words)
        }
    }

    /// The help of a command.
    private static func help(_ words: [String], _ names: Names) throws(CommandFailure) -> Self {
        if names.ofProgram.contains(words[0]) { return .command(words + ["--help"]) }
        guard names.all.contains(words[0]) else {
            throw CommandFailure.usage(
                "there is no command '\(words[0])' in a session", hint: "help lists the commands")
        }
        return .help
    }

    /// Returns the arguments of a command with those that the session adds: the document, after the command's name, if it does
    /// not stand there, and the session's options.
    static func arguments(_ words: [String], file: String, options: [String]) throws(CommandFailure) -> [String] {
        guard !["open", "save"].contains(words[0]) || !words.contains("--") else {
            throw CommandFailure.usage(
                "a session cannot run other programs", hint: "run pdfco open FILE -- COMMAND in another shell")
        }
        var count = 1
        let name = words[0]
        if name == "annotate" || name == "checkpoint", words.count > 1, !words[1].hasPrefix("-"), words[1] != file {
            count = 2
        }
        let isAboutAll =
            ["save", "restore"].contains(name) && words.contains("--all")
            || name == "checkpoint" && count == 2 && ["list", "prune"].contains(words[1])
        let isHelp = words.prefix { $0 != "--" }.contains { ["--help", "-h"].contains($0) }
        // A command about all documents says itself that it takes none.
        let isNamed = !isAboutAll && words[count...].first == file
        let rest = words[count...].dropFirst(isNamed ? 1 : 0)
        return words[..<count] + (isAboutAll || isHelp ? [] : [file]) + (isHelp ? [] : options) + rest
    }

    static let helpText = """
        The commands of pdfco, without FILE:
          open, list        the document, and its annotations
          status, log       what is unsaved; the revisions
          highlight …       highlight --find TEXT; note --contents TEXT; and so on;
                            update NAME …; remove NAME …; import SOURCE; export
          undo, redo        undo or redo changes, also after a save
          save              save unsaved changes; -o OUT: write a new file
          checkpoint …      report, show or discard unsaved changes
          restore …         --revision N goes back to an earlier revision
        and
          revert            discard unsaved changes
          conflict CHOICE   if another program changed the document: save (ours
                            over theirs), reload (theirs), copy (ours to a new
                            file) or close
          close             save and end (Control-D)
          quit              end and keep unsaved changes in the checkpoint
        help COMMAND shows the help of a command. Words are quoted as in a shell. At a
        terminal, Tab completes commands, options, annotations and files, and Control-R
        searches earlier lines.
        """
}
