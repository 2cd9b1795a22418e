import ArgumentParser
import PDFModel

/// `pdfco annotate`: every operation on annotations.
struct AnnotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "annotate",
        abstract: "Add, change, remove, list, import or export annotations.",
        discussion: """
            An edit is recorded as an unsaved change: it is durable when the command ends, and the document is not \
            modified. open, list and export show the document with its unsaved changes, undo undoes them, pdfco save \
            writes them, and pdfco restore recovers them after a crash. --save saves at once, -o OUT writes a new file. \
            The document's existing bytes stay unchanged: a save appends an incremental update.

            EXAMPLES
              pdfco annotate highlight report.pdf --page 3 --rect 72,700,300,712
              pdfco annotate highlight report.pdf --page 3 --rect 72,700,300,712 --save
              pdfco annotate text report.pdf --rect 525,698,545,718 --contents "Why?" -o noted.pdf
              pdfco annotate list report.pdf
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Adding",
                subcommands: Annotation.kinds.map { $0.command } + [ReplaceTextCommand.self, ReplyCommand.self]),
            CommandGroup(
                name: "Changing and exchanging",
                subcommands: [
                    UpdateCommand.self, RemoveCommand.self, ListCommand.self, ExtractCommand.self, ImportCommand.self,
                    ExportCommand.self, BatchCommand.self, SchemaCommand.self, UndoCommand.self, RedoCommand.self,
                ]),
        ])
}
