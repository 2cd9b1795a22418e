import ArgumentParser
import PDFModel

/// The short way to a command: its words are looked up first and its own arguments alone are parsed.
///
/// Parsing from the root builds the argument sets of every command on the way several times over, which costs more than
/// annotating a small document. Where the short way fails, the root parses again and words the error.
enum CommandLookup {
    /// The command that `arguments` name, ready to run; `nil` where only the root can tell what they mean.
    static func command(for arguments: [String]) throws -> (any ParsableCommand)? {
        var type: any ParsableCommand.Type = PDFCo.self
        var rest = arguments[...]
        while let word = rest.first, let next = type.subcommand(named: word) {
            type = next
            rest.removeFirst()
        }
        guard type.allSubcommands.isEmpty else { return nil }
        // To the root, --version asks for the program's. Restore has an option of that name and words its own errors.
        if type == RestoreCommand.self, rest.contains("--version") { return try type.parseAsRoot(Array(rest)) }
        return try? type.parseAsRoot(Array(rest))
    }
}

extension ParsableCommand {
    fileprivate static var allSubcommands: [any ParsableCommand.Type] {
        configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    fileprivate static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        // The type of each such command is made when it is first asked for, which takes as long as all else that a lookup does.
        if self == AnnotateCommand.self, let kind = Annotation.kinds.first(where: { $0.commandName == name }) {
            return kind.command
        }
        return allSubcommands.first { $0.configuration.commandName == name }
    }
}
