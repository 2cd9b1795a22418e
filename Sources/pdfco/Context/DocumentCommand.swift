import ArgumentParser
import LinuxFiles
import Synchronization

/// A command on documents, which runs on the command line or in a session.
protocol DocumentCommand: ParsableCommand {
    var global: GlobalOptions { get }

    func run(in context: CommandContext) throws
}

extension DocumentCommand {
    func run() throws {
        let context = CommandContext(options: global, session: nil)
        try Clock.check()
        let timeout = Duration.seconds(try context.timeoutSeconds())
        StreamedFile.patience.withLock { $0 = timeout }
        try run(in: context)
    }
}

/// A command that edits documents.
protocol EditingCommand: DocumentCommand {
    var edit: EditOptions { get }
}
