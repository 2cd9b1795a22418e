import Documents
import LinuxFiles
import PDFModel
import SystemPackage

extension OpenCommand {
    /// The JSON object that a dry run of `--new` prints.
    private struct Plan: Encodable {
        var bytes: Int
        var pages: Int
        var created = false
    }

    /// Makes the document.
    ///
    /// - Returns: `false` after a dry run, when there is nothing to show.
    func makeDocument(_ file: String, in context: CommandContext) throws -> Bool {
        let size: PageSize = try OptionValue<PageSize>.pageSize(details.size ?? "a4", for: "--size")
        try OutputFormat.pdf.check(file)
        let count: Int = try OptionValue<Int>.pageCount(details.pages ?? "1", for: "--pages")
        let document = BlankDocument(size, pageCount: count, creationDate: context.surroundings.now())
        let (bytes, setApart) = try context.creating(file) { _ in
            try OpenDocument<PDFContents>.create(
                document, at: FilePath(argument: file), replacingExisting: details.force, dryRun: details.dryRun,
                in: context.existingStore())
        }
        if let setApart {
            context.console.warn(
                RecoverableText.ofPrevious(file, setApart.identifier, edits: setApart.edits), file: file)
        }
        guard details.dryRun else { return true }
        try context.console.answer(["file": file], Plan(bytes: bytes, pages: count)) {
            context.console.say("\(file): \(SummaryText.counted(count, "page")) would be written (\(bytes) bytes)")
        }
        return false
    }
}

extension OptionValue<PageSize> {
    fileprivate static var pageSize: Self {
        OptionValue(
            expected: "a size such as a4, a4-landscape, letter, 612x792, 210x297mm or 8.5x11in, of 3 to 14400 points"
        ) { PageSize($0) }
    }
}

extension OptionValue<Int> {
    fileprivate static var pageCount: Self { Self("a number from 1 to 10000", in: BlankDocument.pageCounts) }
}
