import ArgumentParser
import PDFModel

/// On which pages and where on them annotations are added, besides the properties that place them.
protocol PlaceOptions: ParsableArguments, Sendable {
    var pages: AddedPages { get }
    /// `nil` for subtypes that no rectangle places.
    var box: BoxPlace? { get }
}

/// The place of an annotation that its points place.
struct PathPlace: PlaceOptions {
    @OptionGroup var pages: AddedPages

    var box: BoxPlace? { nil }
}

/// The place of an annotation that a rectangle places, as the reader of the page sees it.
struct BoxPlace: PlaceOptions {
    @OptionGroup var find: FindOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            With --find: place the annotation beside the text: \
            \(TextPlace.Side.allCases.map(\.rawValue).joined(separator: ", ")).
            """, valueName: "side"),
        completion: .list(TextPlace.Side.allCases.map(\.rawValue)))
    private var beside: String?

    @OptionGroup var pages: AddedPages

    @Option(
        help: ArgumentHelp(
            """
            The position on the page as it is displayed: \
            \(Placement.Anchor.allCases.map(\.rawValue).joined(separator: ", ")).
            """, valueName: "place"),
        completion: .list(Placement.Anchor.allCases.map(\.rawValue)))
    var at: String?

    @Option(
        help: .seldom(
            "With --at: the distance from the edges, such as 36, 10mm or 5%; the default is 36.", "length"))
    private var margin: String?

    @Option(
        help: ArgumentHelp(
            "With --at or --beside: width and height, such as 150x50, 5cmx2cm or 30%x10%.",
            valueName: "widthxheight"))
    private var size: String?

    var box: BoxPlace? { self }

    func validate() throws {
        if beside != nil, find.find == nil { throw ValidationError("--beside needs --find.") }
        if at == nil, margin != nil { throw ValidationError("--margin needs --at.") }
        if at == nil, beside == nil, size != nil { throw ValidationError("--size needs --at or --beside.") }
    }
}

/// The pages to which annotations are added, and their numbers.
struct AddedPages: ParsableArguments {
    @OptionGroup var search: SearchedPages

    @Option(help: .seldom("The number that {n} in --contents starts with; the default is 1.", "number"))
    private var start: String?

    /// Returns the number that `{n}` stands for in the first annotation.
    func startNumber() throws(CommandFailure) -> Int { try OptionValue<Int>.startNumber(start, for: "--start") ?? 1 }
}

/// `--page` of a command that can search for text.
struct SearchedPages: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The page, or a range of pages such as 1-3,7,z; the default is 1, or all pages with --find.",
            valueName: "range"))
    private var page: [String] = []

    /// Returns the pages: the first one if none are stated, or all where text is searched.
    func range(withText: Bool) throws(CommandFailure) -> PageRange {
        try OptionValue<PageRange>.pages(page) ?? (withText ? .all : .first)
    }
}

extension BoxPlace {
    /// Returns the text that it is placed at; `nil` without `--find`.
    func text(_ inputFiles: InputFiles) throws(CommandFailure) -> TextPlace? {
        guard find.find != nil else { return nil }
        return try find.place(beside: beside, size: lengths(), inputFiles)
    }

    private func lengths() throws(CommandFailure) -> [Placement.Length]? {
        try OptionValue<[Placement.Length]>.size(size, for: "--size")
    }

    /// Returns the placement; `nil` without `--at` and without a usual one.
    ///
    /// - Parameters:
    ///   - hasImage: whether an image is placed, whose proportions give the side that `--size` leaves open.
    ///   - usual: where it is without `--at`.
    ///   - usualSize: how large it is without `--size`; `nil` where `--at` needs one.
    func placement(
        hasImage: Bool, at usual: Placement.Anchor?, size usualSize: (width: Double, height: Double)?
    ) throws(CommandFailure) -> Placement? {
        guard let anchor = try OptionValue<Placement.Anchor>.word(at, for: "--at") ?? usual else { return nil }
        let margin: Placement.Length? = try OptionValue<Placement.Length>.length(margin, for: "--margin")
        if hasImage, let size, let open = try OptionValue<Placement.Length>.openSize(size) {
            return Placement(anchor, margin: margin ?? .points(36), width: open.width, height: open.height)
        }
        guard let lengths = try lengths() ?? usualSize.map({ [.points($0.width), .points($0.height)] }) else {
            throw CommandFailure.usage("--at needs a size", hint: "add --size WIDTHxHEIGHT")
        }
        return Placement(anchor, margin: margin ?? .points(36), width: lengths[0], height: lengths[1])
    }
}

extension OptionValue<Placement.Length> {
    /// Reads a size of one side, such as `150x` or `x50`; `nil` where both are stated.
    static func openSize(
        _ size: String
    ) throws(CommandFailure) -> (width: Placement.Length?, height: Placement.Length?)? {
        guard size.count > 1, size.hasPrefix("x") || size.hasSuffix("x") else { return nil }
        let both = size.hasPrefix("x") ? "1\(size)" : "\(size)1"
        let lengths: [Placement.Length] = try OptionValue<[Placement.Length]>.size(both, for: "--size")
        return size.hasPrefix("x") ? (nil, lengths[1]) : (lengths[0], nil)
    }

    static var length: Self {
        OptionValue(expected: "a length such as 36, 36pt, 10mm, 1cm, 1in or 5%") { Placement.Length($0) }
    }
}

extension OptionValue<[Placement.Length]> {
    static var size: Self {
        OptionValue(expected: "a width and a height such as 150x50, 5cmx2cm or 30%x10%") { text in
            let parts = text.split(separator: "x", omittingEmptySubsequences: false).compactMap {
                Placement.Length(String($0))
            }
            return parts.count == 2 && parts.allSatisfy { $0 != .points(0) && $0 != .percent(0) } ? parts : nil
        }
    }
}
