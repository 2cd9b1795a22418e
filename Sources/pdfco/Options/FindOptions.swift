import ArgumentParser
import PDFModel

/// The text that an annotation is about.
struct FindOptions {
    private(set) var text: String?
    private var others: [String: String] = [:]
    private var flags: Set<String> = []

    init() {}

    /// - Parameter standsBeside: whether there is `--beside`.
    init(_ values: OptionValues, standsBeside: Bool) throws {
        text = try values.value(of: "find")
        for name in Self.details.map(\.name) where standsBeside || name != "beside" {
            others[name] = try values.value(of: name)
        }
        for (name, _) in Self.flags where try values.flag(name) { flags.insert(name) }
    }

    private static var flags: [(name: String, help: String)] {
        [
            ("regex", "With --find: TEXT is a regular expression."),
            ("whole-word", "With --find: match whole words, with no letter or digit next to them."),
            ("ignore-case", "With --find: ignore case."),
        ]
    }

    private static var details: [(name: String, help: String, valueName: String, completion: CompletionKind?)] {
        let sides = TextPlace.Side.allCases.map(\.rawValue)
        return [
            ("occurrence", "With --find: use only the match with this number; the default is all.", "number", nil),
            ("within", "With --find: search only the text in a rectangle.", "x0,y0,x1,y1", nil),
            ("max-matches", "With --find: fail if there are more matches; the default is 10000.", "number", nil),
            ("words", "With --find: read the words of the pages from hOCR, ALTO or a table of words.", "file", .file()),
            (
                "beside", "With --find: place the annotation beside the text: \(sides.joined(separator: ", ")).",
                "side",
                .list(sides)
            ),
        ]
    }

    static func options(standsBeside: Bool) -> [ListedOption] {
        let find = ListedOption.value(
            "find", "text", takesHyphens: true,
            help: "Annotate each occurrence of this text; without --page, on all pages.")
        let switches = flags.map { ListedOption.flag($0.name, isSeldom: $0.name != "ignore-case", help: $0.help) }
        let values = details.filter { standsBeside || $0.name != "beside" }.map { name, help, valueName, completion in
            ListedOption.value(
                name, valueName, takesHyphens: true, isSeldom: name != "beside", help: help, completion: completion)
        }
        return [find] + switches + values
    }

    /// The first option given that applies only with `--find`.
    var firstAboutText: String? {
        let names =
            Self.flags.map(\.name).filter(flags.contains) + Self.details.map(\.name).filter { others[$0] != nil }
        return names.first.map { "--\($0)" }
    }

    var isBeside: Bool { others["beside"] != nil }

    /// Returns what to find; `nil` without `--find`.
    ///
    /// - Parameter size: the size of an annotation beside the text.
    func place(size: [Placement.Length]?, _ inputFiles: InputFiles) throws(CommandFailure) -> TextPlace? {
        guard let text = try OptionValue<String>.text(text, for: "--find") else { return nil }
        guard !text.allSatisfy(\.isWhitespace) else {
            throw CommandFailure(kind: "usage", problem: "--find needs a text", exitStatus: .usage)
        }
        var query = TextQuery(text)
        query.isRegularExpression = flags.contains("regex")
        query.isWholeWord = flags.contains("whole-word")
        query.ignoresCase = flags.contains("ignore-case")
        if let occurrence = others["occurrence"], occurrence != "all" {
            query.occurrence = try OptionValue<Int>.occurrence(occurrence, for: "--occurrence") as Int
        }
        query.area = try OptionValue<Rectangle>.rectangle(others["within"], for: "--within") as Rectangle?
        query.limit = try OptionValue<Int>.count(others["max-matches"], for: "--max-matches") ?? query.limit
        var place = TextPlace(query)
        place.side = try OptionValue<TextPlace.Side>.word(others["beside"], for: "--beside")
        place.size = size.map { ($0[0], $0[1]) }
        place.words = try inputFiles.words(others["words"])
        return place
    }
}

extension OptionValue<Int> {
    static var occurrence: Self {
        OptionValue(expected: "all or a number of at least 1") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }
}
