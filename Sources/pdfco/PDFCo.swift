import ArgumentParser
import PDFModel

/// `pdfco`, the root of all commands.
struct PDFCo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdfco",
        abstract: "Comment on PDF documents; every byte that was there stays.",
        discussion: """
            EXAMPLES
              pdfco highlight report.pdf --find "nest boxes" --save
              pdfco list report.pdf
            pdfco COMMAND -h shows the everyday options, --help all of them.
            """,
        version: Version.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Marking",
                subcommands: Annotation.kinds.map { $0.command } + [
                    ReplaceTextCommand.self, ReplyCommand.self, ResolveCommand.self, AnnotateCommand.self,
                ]),
            CommandGroup(
                name: "Reading",
                subcommands: [
                    OpenCommand.self, ListCommand.self, StatusCommand.self, LogCommand.self, DiffCommand.self,
                    ExportCommand.self, ExtractCommand.self, SchemaCommand.self,
                ]),
            CommandGroup(
                name: "Changing and keeping",
                subcommands: [
                    UpdateCommand.self, RemoveCommand.self, UndoCommand.self, RedoCommand.self, ImportCommand.self,
                    BatchCommand.self, SaveCommand.self, DiscardCommand.self, RestoreCommand.self,
                    CheckpointCommand.self,
                    WatchCommand.self,
                ]),
        ])
}
