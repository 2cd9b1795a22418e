import ArgumentParser

/// A command on documents, which runs on the command line or in a session.
protocol WorkspaceCommand: ParsableCommand {
    var global: GlobalOptions { get }

    func run(in workspace: Workspace) throws
}

extension WorkspaceCommand {
    func run() throws { try run(in: Workspace(options: global, session: nil)) }
}
