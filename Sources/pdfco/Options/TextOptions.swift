import ArgumentParser

/// The options of `open` for the text of a document.
struct TextOptions: ListedOptions {
    private(set) var isAskedFor = false
    private(set) var page: String?
    private(set) var words: String?

    init() {}

    init(_ values: OptionValues) throws {
        isAskedFor = try values.flag("text")
        (page, words) = (try values.value(of: "page"), try values.value(of: "words"))
    }

    static var options: [ListedOption] {
        [
            .flag("text", help: "Show the text instead; with --json, each word with its quadrilateral."),
            .value(
                "page", "range", takesHyphens: true,
                help: "With --text: the page, or a range of pages such as 1-3,7,z; the default is all."),
            .value(
                "words", "file", isSeldom: true,
                help: "With --text: read the words of the pages from hOCR, ALTO or a table of words.",
                completion: .file()),
        ]
    }

    /// The first option given that applies only with `--text`.
    var firstAboutText: String? { page != nil ? "--page" : words != nil ? "--words" : nil }
}
