import ArgumentParser

/// A command on documents, which runs on the command line or in a session.
protocol DocumentCommand: ParsableCommand {
    var global: GlobalOptions { get }

    func run(in context: CommandContext) throws
}

extension DocumentCommand {
    func run() throws { try run(in: CommandContext(options: global, session: nil)) }
}

/// A command that edits documents.
protocol EditingCommand: DocumentCommand {
    var edit: EditOptions { get }
}
