import ArgumentParser

/// What the word can be that comes next on a command line.
enum NextWord {
    case command([any ParsableCommand.Type])
    case option(CommandArguments)
    /// The value of an option, or what stands without one.
    case value(CommandArguments.Argument)
    case nothing
}

extension CommandTree {
    /// - Parameters:
    ///   - words: the words before it.
    ///   - typed: what is typed of it.
    ///   - given: how many arguments without an option stand for themselves, as the document in a session.
    func next(after words: [String], _ typed: String, given: Int = 0) -> NextWord {
        let (type, rest) = root.command(namedBy: words)
        if rest.isEmpty, !type.allSubcommands.isEmpty, !typed.hasPrefix("-") { return .command(type.allSubcommands) }
        let arguments = CommandArguments(of: type)
        if let option = rest.last.flatMap(arguments.option), option.kind == "option" { return .value(option) }
        if typed.hasPrefix("-"), !rest.contains("--") { return .option(arguments) }
        let positional = arguments.positional.dropFirst(given)
        let place = positional.startIndex + arguments.places(in: rest).bare.count
        return (place < positional.endIndex ? positional[place] : positional.last).map { .value($0) } ?? .nothing
    }
}
