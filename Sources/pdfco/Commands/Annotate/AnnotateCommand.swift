import ArgumentParser
import PDFModel

/// `pdfco annotate`: every operation on annotations.
struct AnnotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "annotate",
        abstract: "Add, change, list, import or export annotations.",
        discussion: """
            EXAMPLES
              pdfco highlight report.pdf --page 3 --rect 72,700,300,712
              pdfco highlight report.pdf --page 3 --rect 72,700,300,712 --save
              pdfco text report.pdf --rect 525,698,545,718 --contents "Why?" -o noted.pdf
              pdfco list report.pdf
            """,
        subcommands: Annotation.kinds.map { $0.command } + [
            ReplaceTextCommand.self, ReplyCommand.self, UpdateCommand.self, RemoveCommand.self, ListCommand.self,
            ExtractCommand.self, ImportCommand.self, ExportCommand.self, BatchCommand.self, SchemaCommand.self,
            UndoCommand.self, RedoCommand.self,
        ])
}
