import ArgumentParser
import PDFModel

/// On which pages and where on them annotations are added.
struct PlaceOptions<Kind: AnnotationKind>: ListedOptions {
    private var page: String?
    private var start: String?
    /// The properties that place the annotation.
    private(set) var stated = PropertyOptions<PlaceSection<Kind>>()
    private(set) var placement = PlacementOptions<Kind>()
    private(set) var find = FindOptions()

    init() {}

    init(_ values: OptionValues) throws {
        (page, start) = (try values.value(of: "page"), try values.value(of: "start"))
        stated = try PropertyOptions(values)
        placement = try PlacementOptions(values)
        if PlacementOptions<Kind>.apply { find = try FindOptions(values, standsBeside: true) }
    }

    static var options: [ListedOption] {
        let start = ListedOption.value(
            "start", "number", isSeldom: true,
            help: "The number that {n} in --contents starts with; the default is 1.")
        return (PlacementOptions<Kind>.apply ? FindOptions.options(standsBeside: true) : [])
            + [PageRange.option, start] + PlacementOptions<Kind>.options + PropertyOptions<PlaceSection<Kind>>.options
    }

    /// Returns the pages: the first one if none are stated, or all where text is searched.
    func range() throws(CommandFailure) -> PageRange {
        try OptionValue<PageRange>.pages(page, for: "--page") ?? (find.text == nil ? .first : .all)
    }

    /// Returns the number that `{n}` stands for in the first annotation.
    func startNumber() throws(CommandFailure) -> Int {
        try OptionValue<Int>.number(start, for: "--start") ?? 1
    }
}

extension PageRange {
    /// `--page` of a command that can search for text.
    static var option: ListedOption {
        .value(
            "page", "range", takesHyphens: true,
            help: """
                The page, or a range of pages such as 1-3,7,z; the default is 1, or all pages with --find.
                """)
    }
}

/// The properties that place the annotation; one of them is required.
enum PlaceSection<Kind: AnnotationKind>: PropertySection {
    static var options: [StatedProperty] {
        // A rectangle may be stated by --at as well.
        let isRequired = Kind.place.count == 1 && !PlacementOptions<Kind>.apply
        return Kind.place.compactMap { StatedProperty($0, isRequired: isRequired) }
    }
}
