import ArgumentParser
import PDFModel

/// The commands of the program, and what their words and the argument parser make of a command line.
struct CommandTree: Sendable {
    let root: any ParsableCommand.Type

    /// Returns the arguments with options that all commands take behind the command, where they stand before it.
    func ordered(_ arguments: [String]) -> [String] {
        guard arguments.first?.hasPrefix("-") == true else { return arguments }
        let switches = GlobalOptions.options.filter { !$0.takesValue }.flatMap(\.words)
        let options = GlobalOptions.options.filter(\.takesValue).flatMap(\.words)
        var rest = arguments[...]
        while let word = rest.first, word.hasPrefix("-") {
            if switches.contains(word) || options.contains(where: { word.hasPrefix($0 + "=") }) {
                rest.removeFirst()
            } else if options.contains(word), rest.count > 1 {
                rest.removeFirst(2)
            } else {
                return arguments
            }
        }
        let behind = root.command(namedBy: Array(rest)).rest
        let command = rest.dropLast(behind.count)
        return Array(command.isEmpty ? rest : command + arguments[..<rest.startIndex] + behind)
    }

    /// Returns the command that `arguments` name, ready to run; `nil` if only the root can interpret them.
    ///
    /// It is a shortcut, which parses only the command's own arguments. Parsing from the root builds the argument sets of every
    /// command on the path several times, which costs more than annotating a small document. If the shortcut fails, the root parses
    /// again and words the error.
    func command(for arguments: [String]) throws -> (any ParsableCommand)? {
        // The runtime creates the type of each of these commands on first use; only the one that runs is needed.
        let words = arguments.first == "annotate" ? arguments.dropFirst() : arguments[...]
        if let kind = Annotation.kinds.first(where: { ([$0.commandName] + $0.aliases).contains(words.first) }) {
            let rest = Array(words.dropFirst())
            if let command = kind.plainCommand(rest) { return command }
            return try? GivenOptions.parsing(rest) { try kind.command.parseAsRoot(rest) }
        }
        let (type, rest) = root.command(namedBy: arguments)
        guard type.allSubcommands.isEmpty else { return nil }
        // The root takes --version as a request for the program's version. Restore has an option of that name and
        // words its own errors.
        if type.configuration.commandName == "restore", rest.contains("--version") {
            return try type.parseAsRoot(Array(rest))
        }
        return try? GivenOptions.parsing(rest) { try type.parseAsRoot(Array(rest)) }
    }

    /// Returns what the root makes of arguments that name no command of their own.
    func parsedFromRoot(_ arguments: [String]) throws -> any ParsableCommand {
        if let failure = UsageHint(arguments, self).failureOfCommand() { throw failure }
        return try GivenOptions.parsingAll(arguments) {
            try root.parseAsRoot(arguments.isEmpty ? ["-h"] : arguments)
        }
    }

    /// Returns the text that the arguments ask for: help, a completion script, or another answer of the argument parser.
    /// `--help` is answered with all options, `-h` with the everyday ones.
    func page(telling error: any Error, _ arguments: [String]) -> String {
        let isScript = arguments.contains("--generate-completion-script")
        if isScript, arguments.contains("fish") { return FishCompletions.script }
        let text = root.fullMessage(for: error)
        if isScript { return CompletionScript.finished(text) }
        guard let place = arguments.firstIndex(of: "--help") else { return text }
        var all = arguments
        all[place] = "--help-hidden"
        do {
            var asked = try command(for: all) ?? root.parseAsRoot(all)
            try asked.run()
            return text
        } catch { return root.fullMessage(for: error) }
    }
}

extension Surroundings {
    var commands: CommandTree { CommandTree(root: root) }
}

extension ParsableCommand {
    static var allSubcommands: [any ParsableCommand.Type] {
        configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        allSubcommands.first { $0.configuration.commandName == name || $0.configuration.aliases.contains(name) }
    }

    /// Returns the command that the first words name, and the words after them.
    static func command(namedBy words: [String]) -> (type: any ParsableCommand.Type, rest: ArraySlice<String>) {
        var (type, rest): (any ParsableCommand.Type, ArraySlice<String>) = (Self.self, words[...])
        while let word = rest.first, let next = type.subcommand(named: word) {
            (type, rest) = (next, rest.dropFirst())
        }
        return (type, rest)
    }
}
