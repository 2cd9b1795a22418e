import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// `pdfco status`: what is unsaved, of some documents or of all.
struct StatusCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "status", abstract: "Show what is unsaved, of a document or of all.",
        examples: """
              pdfco status
              pdfco status report.pdf
            """)

    @OptionGroup var documents: DocumentFiles
    @OptionGroup var global: GlobalOptions

    private struct Report: Encodable {
        private enum Key: CodingKey { case checkpoint, edits }

        let found: RecoverableDocument?
        let edits: [Edit]

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(found.map(\.named), forKey: .checkpoint)
            try values.encode(edits, forKey: .edits)
        }
    }

    func run(in context: CommandContext) throws {
        guard documents.isEmpty else {
            return try context.forEach(of: documents.paths(in: context.surroundings), mayBeMissing: true) {
                try show($0, $1)
            }
        }
        try context.printUnsaved()
    }

    private func show(_ file: String, _ context: CommandContext) throws {
        let path = FilePath(argument: file)
        let found = try context.recoverable(file, context.identifier(of: file), in: context.store())
        var edits: [Edit] = []
        if let found, found.edits > 0, found.condition != .gone {
            edits = try context.reading(file, savingChanges: false) { document throws(DocumentError) in
                try document.unsavedEdits()
            }
        }
        try context.console.answer(["file": file], Report(found: found, edits: edits)) {
            guard let found, found.edits > 0 else { return try context.console.print("\(file): no unsaved changes") }
            try context.console.print(RecoverableText.line(found, file: file))
            for edit in edits { try context.console.print("  " + EditText.line(edit)) }
            let (word, they) = (ShellWord.quoted(file), SummaryText.them(found.edits))
            let isLost = [.changed, .gone].contains(found.condition)
            let isPutBack = try isLost ? context.documents(for: file).original(at: path)?.isPutBack == true : false
            let advice =
                switch found.condition {
                case _ where isPutBack: "run `pdfco restore \(word)` to put the document back with \(they)"
                case .gone: "run `pdfco restore \(word) --to PATH` to write \(they) into the document at PATH"
                case .changed:
                    "run `pdfco save \(word)` to write \(they), or `pdfco save \(word) --on-conflict copy` for a new file"
                default: "run `pdfco save \(word)` to write \(they)"
                }
            context.console.say(advice)
        }
    }
}
