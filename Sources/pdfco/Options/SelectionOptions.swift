import ArgumentParser
import FoundationEssentials
import LinuxFiles
import PDFModel

/// Conditions on annotations, as options of their own.
struct SelectionOptions: ParsableArguments {
    @OptionGroup var pages: PageSelection

    @Option(help: ArgumentHelp("Only annotations by this author; repeatable.", valueName: "name"))
    var author: [String] = []

    @Option(
        help: ArgumentHelp("Only annotations of this subtype, such as highlight; repeatable.", valueName: "subtype"),
        completion: .list(Annotation.kinds.map { $0.commandName } + ["link", "widget"]))
    var subtype: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only annotations changed at this time or later, such as 2026-11-21 or 2026-11-21T09:30:00Z.",
            valueName: "date"))
    var since: String?

    @Option(
        help: ArgumentHelp(
            """
            Only annotations with this review state; repeatable. open: comments without a state that closes them; \
            others: accepted, rejected, cancelled, completed, none, marked, unmarked.
            """, valueName: "state"),
        completion: .list(ReviewCondition.allCases.map(\.rawValue)))
    var state: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only annotations within this rectangle, in points.", valueName: "x0,y0,x1,y1"))
    var rect: String?

    @Option(help: ArgumentHelp("Only annotations whose text matches this regular expression.", valueName: "pattern"))
    var contents: String?

    /// Returns the selection that the options describe, with `others` in the form KEY=VALUE.
    func selection(_ others: WhereOption) throws(CommandFailure) -> AnnotationSelection {
        var selection = AnnotationSelection()
        selection.pages = try pages.pages()
        let single = [("since", since), ("rect", rect), ("contents", contents)].map { ($0, $1.map { [$0] } ?? []) }
        for (key, values) in [("author", author), ("subtype", subtype), ("state", state)] + single {
            for value in values { try selection.add(key, value, "--\(key)") }
        }
        try others.add(to: &selection)
        return selection
    }
}

/// Conditions on annotations in commands whose other options set the same properties.
struct WhereOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Only annotations that meet a condition; repeatable. The keys are author, subtype, since, state, rect and \
            contents, like the options of list.
            """, valueName: "key=value"))
    private var `where`: [String] = []

    func add(to selection: inout AnnotationSelection) throws(CommandFailure) {
        for condition in `where` {
            let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, try selection.add(parts[0], parts[1], "--where \(parts[0])") else {
                throw CommandFailure.usage(
                    "--where takes a condition such as author=NAME, not '\(condition)'",
                    hint: "its keys are author, subtype, since, state, rect and contents")
            }
        }
    }
}

extension AnnotationSelection {
    /// Adds a condition; returns false where there is no such key.
    @discardableResult
    fileprivate mutating func add(_ key: String, _ value: String, _ option: String) throws(CommandFailure) -> Bool {
        switch key {
        case "author": authors.append(try OptionValue<String>.text(value, for: option))
        case "subtype": subtypes.append(try OptionValue<String>.subtype(value, for: option))
        case "since": since = try OptionValue<Date>.day(value, for: option) as Date
        case "state":
            let word = ["resolved", "done"].contains(value) ? ReviewState.completed.rawValue : value
            states.append(try OptionValue<ReviewCondition>.word(word, for: option))
        case "rect": area = try OptionValue<Rectangle>.rectangle(value, for: option) as Rectangle
        case "contents":
            contents = try OptionValue<String>.pattern(value, for: option) as String
        default: return false
        }
        return true
    }
}

extension OptionValue<Date> {
    /// A time, or the start of a day in UTC.
    static var day: Self {
        OptionValue(expected: "a date such as 2026-11-21 or 2026-11-21T09:30:00Z") {
            Date(timestamp: $0) ?? Date(timestamp: $0 + "T00:00:00Z")
        }
    }
}

extension OptionValue<Rectangle> {
    /// What `--rect` takes where it sets the property.
    static var rectangle: Self {
        let property = Annotation.schema.rect.untyped
        return OptionValue(expected: property.expectedArgument) { text in
            var stated = AnnotationChange()
            return stated.set(property, to: [text]) ? stated.rect : nil
        }
    }
}

extension OptionValue<String> {
    /// A subtype of ISO 32000-2, table 171, in any letter case, with or without hyphens.
    static var subtype: Self {
        OptionValue(expected: "a subtype such as highlight, text or link") { word in
            if ["note", "comment"].contains(word.lowercased()) { return "text" }
            return AnnotationSubtype.isStandard(word.filter { $0 != "-" }) ? word : nil
        }
    }

    static var pattern: Self {
        OptionValue(expected: "a regular expression") {
            ByteText.hasEscapes($0) || (try? Regex($0)) == nil ? nil : $0
        }
    }
}

/// `--page`, for commands that select among existing annotations.
struct PageSelection: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Only annotations on these pages, such as 1-3,7,z. (default: 1-z)", valueName: "range"))
    private var page: [String] = []

    func pages() throws(CommandFailure) -> PageRange {
        try OptionValue<PageRange>.pages(page) ?? .all
    }
}
