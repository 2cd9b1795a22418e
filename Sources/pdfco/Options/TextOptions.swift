import ArgumentParser

/// The options of `open` for the text of a document.
struct TextOptions: ParsableArguments {
    @Flag(help: "Show the text instead; with --json, each word with its quadrilateral.")
    var text = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "With --text: the page, or a range of pages such as 1-3,7,z; the default is all.", valueName: "range"))
    var page: [String] = []

    @Option(
        help: .seldom("With --text: read the words of the pages from hOCR, ALTO or a table of words.", "file"),
        completion: .file())
    var words: String?

    func validate() throws {
        guard !text, let option = !page.isEmpty ? "--page" : words != nil ? "--words" : nil else { return }
        throw ValidationError("\(option) needs --text.")
    }
}
