import Documents
import PDFModel
import PageText

extension OpenCommand {
    /// Shows the text of the document.
    func showText(_ file: String, in context: CommandContext) throws {
        let range = try OptionValue<PageRange>.pages(details.text.page) ?? .all
        let words = try context.surroundings.inputFiles.words(details.text.words)
        let pages = try context.reading(
            file, savingChanges: !details.withoutChanges, withCheckpoint: !details.checkpoint.noCheckpoint
        ) { document throws(DocumentError) in
            try document.text(onPages: range, words: words)
        }
        try context.console.answer(["file": file], ["pages": pages]) {
            for (index, page) in pages.enumerated() {
                if index > 0 { try context.console.print("") }
                for line in page.lines { try context.console.print(line.text) }
            }
        }
    }
}
