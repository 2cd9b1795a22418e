import ArgumentParser
import PDFModel

/// The text that an annotation is about.
struct FindOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Annotate each occurrence of this text; without --page, on all pages.", valueName: "text"))
    var find: String?

    @Flag(help: .seldom("With --find: TEXT is a regular expression."))
    var regex = false

    @Flag(help: .seldom("With --find: match whole words, with no letter or digit next to them."))
    var wholeWord = false

    @Flag(help: "With --find: ignore case.")
    var ignoreCase = false

    @Option(
        parsing: .unconditional,
        help: .seldom("With --find: use only the match with this number; the default is all.", "number"))
    var occurrence: String?

    @Option(
        parsing: .unconditional, help: .seldom("With --find: search only the text in a rectangle.", "x0,y0,x1,y1"))
    var within: String?

    @Option(
        parsing: .unconditional,
        help: .seldom("With --find: fail if there are more matches; the default is 10000.", "number"))
    var maxMatches: String?

    @Option(
        parsing: .unconditional,
        help: .seldom("With --find: read the words of the pages from hOCR, ALTO or a table of words.", "file"),
        completion: .file())
    var words: String?

    func validate() throws {
        let flags = [("--regex", regex), ("--whole-word", wholeWord), ("--ignore-case", ignoreCase)]
        let values = [
            ("--occurrence", occurrence), ("--within", within), ("--max-matches", maxMatches), ("--words", words),
        ]
        let given = flags.filter(\.1).map(\.0) + values.filter { $0.1 != nil }.map(\.0)
        if find == nil, let option = given.first { throw ValidationError("\(option) needs --find.") }
    }

    /// Returns what to find; `nil` without `--find`.
    ///
    /// - Parameters:
    ///   - side: where beside the text an annotation is placed.
    ///   - size: the size of an annotation beside the text.
    func place(
        beside side: String? = nil, size: [Placement.Length]? = nil, _ inputFiles: InputFiles
    ) throws(CommandFailure) -> TextPlace? {
        guard let text = try OptionValue<String>.text(find, for: "--find") else { return nil }
        guard !text.allSatisfy(\.isWhitespace) else {
            throw CommandFailure.usage("--find needs a text")
        }
        var query = TextQuery(text)
        query.isRegularExpression = regex
        query.isWholeWord = wholeWord
        query.ignoresCase = ignoreCase
        if let occurrence, occurrence != "all" {
            query.occurrence = try OptionValue<Int>.occurrence(occurrence, for: "--occurrence") as Int
        }
        query.area = try OptionValue<Rectangle>.rectangle(within, for: "--within") as Rectangle?
        query.limit = try OptionValue<Int>.count(maxMatches, for: "--max-matches") ?? query.limit
        var place = TextPlace(query)
        place.side = try OptionValue<TextPlace.Side>.word(side, for: "--beside")
        place.size = size.map { ($0[0], $0[1]) }
        place.words = try inputFiles.words(words)
        return place
    }
}

extension OptionValue<Int> {
    static var occurrence: Self { Self("all or a number of at least 1", in: 1 ... .max) }
}
