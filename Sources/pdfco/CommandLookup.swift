import ArgumentParser

/// The short way to a command: its words are looked up first and its own arguments alone are parsed.
///
/// Parsing from the root builds the argument sets of every command on the way several times over, which costs more than
/// annotating a small document. Where the short way fails, the root parses again and words the error.
enum CommandLookup {
    static func command(for arguments: [String]) -> (any ParsableCommand)? {
        var type: any ParsableCommand.Type = PDFCo.self
        var rest = arguments[...]
        while let word = rest.first, let next = type.subcommand(named: word) {
            type = next
            rest.removeFirst()
        }
        guard type.allSubcommands.isEmpty else { return nil }
        return try? type.parseAsRoot(Array(rest))
    }
}

extension ParsableCommand {
    fileprivate static var allSubcommands: [any ParsableCommand.Type] {
        configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    fileprivate static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        allSubcommands.first { $0.configuration.commandName == name }
    }
}
