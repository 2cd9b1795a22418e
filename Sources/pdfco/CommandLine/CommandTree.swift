import ArgumentParser
import PDFModel

/// The commands of the program, and what their words and the argument parser make of a command line.
struct CommandTree: Sendable {
    let root: any ParsableCommand.Type

    /// Returns the arguments, with options that all commands take moved after the command if they stand before it.
    func ordered(_ arguments: [String]) -> [String] {
        guard arguments.first?.hasPrefix("-") == true else { return arguments }
        let known = CommandArguments(of: AnyCommand.self)
        let places = known.places(in: arguments[...])
        guard let start = places.bare.first,
            places.options.prefix(while: { $0 < start }).allSatisfy({ known.option(arguments[$0]) != nil })
        else { return arguments }
        let behind = root.command(namedBy: Array(arguments[start...])).rest
        return arguments[start...].dropLast(behind.count) + arguments[..<start] + behind
    }

    /// Returns the command that `arguments` name, ready to run; `nil` if only the root can interpret them.
    ///
    /// It is a shortcut, which reads only the command's own arguments. Parsing from the root builds the argument sets of every
    /// command on the path several times, which costs more than annotating a small document. If the shortcut fails, the root parses
    /// again and words the error.
    func command(for arguments: [String]) throws -> (any ParsableCommand)? {
        let (type, rest) = type(namedBy: arguments)
        guard type.configuration.subcommands.isEmpty else { return nil }
        let words = rest.prefix { $0 != "--" }
        if words.count < rest.count, var command = try? parsed(type, words) as? any ProgramRunning {
            command.documents.stateProgram(rest[words.endIndex...].dropFirst())
            return command
        }
        return try parsed(type, rest)
    }

    private func parsed(_ type: any ParsableCommand.Type, _ words: ArraySlice<String>) throws -> (any ParsableCommand)?
    {
        if let command = PlainWords.command(type, words) { return command }
        // The root takes --version as a request for the program's version. Restore has an option of that name and
        // words its own errors.
        if type.configuration.commandName == "restore", words.contains("--version") {
            return try type.parseAsRoot(Array(words))
        }
        return try? type.parseAsRoot(Array(words))
    }

    /// Returns the warning that the last of two values of an option counts; `nil` if no option is given again with
    /// another value.
    func warningOfRepetition(in words: [String]) -> String? {
        let names = words.filter { $0.hasPrefix("-") }.map { PlainWords.letters[$0] ?? String($0.prefix { $0 != "=" }) }
        guard Set(names).count < names.count else { return nil }
        let (type, rest) = root.command(namedBy: words)
        let arguments = CommandArguments(of: type)
        var values: [String: Substring] = [:]
        var warning: String?
        for place in arguments.places(in: rest).options {
            guard let option = arguments.option(words[place]), option.kind == "option", option.isRepeating != true,
                let name = option.words.first
            else { continue }
            let behind = words[place].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
            guard let value = behind.first ?? words[(place + 1)...].first.map({ $0[...] }) else { continue }
            if let other = values.updateValue(value, forKey: name), other != value {
                warning = "warning: \(name) is given more than once: '\(value)' counts, '\(other)' does not"
            }
        }
        return warning
    }

    /// Returns the command that the first words name, and the words after them. The runtime creates the type of each command that
    /// adds an annotation on first use, and only the one that runs is needed.
    private func type(namedBy words: [String]) -> (type: any ParsableCommand.Type, rest: ArraySlice<String>) {
        let rest = words.first == "annotate" ? words.dropFirst() : words[...]
        guard let kind = Annotation.kinds.first(where: { ([$0.commandName] + $0.aliases).contains(rest.first) }) else {
            return root.command(namedBy: words)
        }
        return (kind.command, rest.dropFirst())
    }

    /// Returns what the root makes of arguments that name no command of their own.
    func parsedFromRoot(_ arguments: [String]) throws -> any ParsableCommand {
        if let failure = UsageHint(arguments, self).failureOfCommand() { throw failure }
        return try root.parseAsRoot(arguments.isEmpty ? ["-h"] : arguments)
    }

    /// Returns the text that the arguments ask for: help, or another answer of the argument parser.
    /// `--help` is answered with all options, `-h` with the everyday ones.
    func page(telling error: any Error, _ arguments: [String]) -> String {
        let text = root.fullMessage(for: error)
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

/// A command with the options that all commands take.
private struct AnyCommand: ParsableCommand {
    @OptionGroup var global: GlobalOptions
}

extension Surroundings {
    var commands: CommandTree { CommandTree(root: root) }
}

extension ParsableCommand {
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first {
            $0.configuration.commandName == name || $0.configuration.aliases.contains(name)
        }
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
