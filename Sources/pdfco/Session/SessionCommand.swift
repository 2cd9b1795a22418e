import ArgumentParser
import Documents

/// The command in one line of a session.
enum SessionCommand {
    /// A pdfco command as words, without FILE.
    case command([String])
    case revert
    case resolve(FileConflictResolution)
    /// Save and end the session.
    case close
    /// End the session; unsaved changes stay in the checkpoint.
    case quit
    case help
    /// An empty line or a comment.
    case nothing

    /// Short names and the words that they stand for.
    private static let short: [String: [String]] = [
        "undo": ["annotate", "undo"], "redo": ["annotate", "redo"], "list": ["annotate", "list"], "status": ["open"],
    ]

    static let names = [
        "annotate", "checkpoint", "close", "help", "list", "open", "quit", "redo", "resolve", "restore", "revert",
        "save",
        "status", "undo",
    ]

    init(_ line: String) throws {
        guard !line.unicodeScalars.contains("\0") else { throw Self.usage("the line contains a null byte") }
        let words: [String]
        do {
            words = try SessionWords.words(of: line)
        } catch {
            let what =
                switch error {
                case .openQuote(let mark): "unclosed quotation mark \(mark)"
                case .openEscape: "the line ends with a backslash"
                }
            throw CommandFailure(kind: "usage", problem: what, exitStatus: .usage)
        }
        guard let name = words.first else {
            self = .nothing
            return
        }
        let rest = Array(words.dropFirst())
        switch name {
        case "help" where rest.isEmpty: self = .help
        case "help": self = try Self.help(rest)
        case "revert", "close", "quit", "exit":
            guard rest.isEmpty else { throw Self.usage("\(name) takes no arguments") }
            self = name == "revert" ? .revert : name == "close" ? .close : .quit
        case "resolve":
            guard rest.count == 1, let choice = FileConflictResolution(rawValue: rest[0]) else {
                throw Self.usage("resolve takes save, reload, copy or close")
            }
            self = .resolve(choice)
        case "annotate" where rest.isEmpty: self = .command(words + ["--help"])
        default:
            let long = Self.long(words)
            guard Self.commands.contains(long[0]) else {
                throw Self.usage("unknown session command \(name)", hint: "help lists the commands")
            }
            self = .command(long)
        }
    }

    private static let commands = ["annotate", "checkpoint", "open", "restore", "save"]

    /// Returns the words with those that a short name stands for.
    static func long(_ words: [String]) -> [String] {
        guard let first = words.first, let long = short[first] else { return words }
        return long + words.dropFirst()
    }

    /// The help of a command.
    private static func help(_ words: [String]) throws(CommandFailure) -> Self {
        let long = long(words)
        if commands.contains(long[0]) { return .command(long + ["--help"]) }
        guard names.contains(long[0]) else {
            throw usage("unknown session command \(words[0])", hint: "help lists the commands")
        }
        return .help
    }

    private static func usage(_ problem: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(kind: "usage", problem: problem, hint: hint, exitStatus: .usage)
    }

    /// Returns the arguments of a command with those that the session adds: the document, after the command's name, and
    /// the session's options.
    static func arguments(_ words: [String], file: String, options: [String]) throws(CommandFailure) -> [String] {
        guard !words.contains("--") else {
            throw usage("a session cannot run other programs", hint: "run pdfco open FILE -- COMMAND in another shell")
        }
        var count = 1
        let name = words[0]
        if name == "annotate" || name == "checkpoint", words.count > 1, !words[1].hasPrefix("-") { count = 2 }
        let isAboutAll =
            words.contains("--all") || name == "checkpoint" && count == 2 && ["list", "prune"].contains(words[1])
        let isHelp = words.contains("--help") || words.contains("-h")
        return words[..<count] + (isAboutAll || isHelp ? [] : [file]) + (isHelp ? [] : options) + words[count...]
    }

    static let helpText = """
        The commands of pdfco, without FILE:
          status            the document, with its unsaved changes (open)
          list              the annotations of the document (annotate list)
          annotate …        annotate square --rect 72,72,300,120; update NAME …;
                            remove NAME …; import SOURCE; export
          undo, redo        undo or redo changes, also after a save
          save              save unsaved changes; -o OUT: write a new file
          revert            discard unsaved changes
          checkpoint …      report, show or discard unsaved changes
          restore …         --revision N goes back to an earlier revision
        and
          resolve CHOICE    if another program changed the document: save (ours
                            over theirs), reload (theirs), copy (ours to a new
                            file) or close
          close             save and end (Control-D)
          quit              end and keep unsaved changes in the checkpoint
        help COMMAND shows the help of a command. Words are quoted as in a shell. At a
        terminal, Tab completes commands, options, annotations and files, and Control-R
        searches earlier lines.
        """
}
