import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// The annotations that a command changes: those of some names on some pages.
struct NamedOptions: ParsableArguments {
    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @Argument(
        help: ArgumentHelp(
            "Names (/NM) as pdfco annotate list shows them; one without a name by its object: '12 0 R'.",
            valueName: "name"))
    var names: [String]

    @OptionGroup(title: "Selection") var selection: PageSelection

    func pages() throws(CommandFailure) -> PageRange { try selection.pages() }
}

struct UpdateCommand: WorkspaceCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", _superCommandName: "pdfco annotate",
        abstract: "Change annotations by name.",
        discussion: """
            What no option names stays as it is. The annotation may come from any program; its appearance is drawn anew \
            where it changes.

            EXAMPLE
              pdfco annotate update report.pdf note-1 --contents "Done" --color green --save
            """)

    @OptionGroup var named: NamedOptions
    @OptionGroup(title: "Place") var place: ChangedPlaceOptions
    @OptionGroup(title: "Form") var icon: IconOption
    @OptionGroup(title: "Form") var endings: LineEndingsOption
    @OptionGroup(title: "Form") var style: TextStyleOptions
    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Form") var interior: InteriorColorOption
    @OptionGroup(title: "Properties") var properties: PropertyOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in workspace: Workspace) throws {
        let change = try change()
        let pages = try named.pages()
        guard !change.isEmpty else {
            throw CommandFailure(
                kind: "usage", problem: "no option says what to change",
                hint: "pdfco annotate update --help lists the options", exitStatus: .usage)
        }
        try edit.run(named.file, workspace) { _ in
            named.names.map { .update(name: $0, pages: pages, change: change) }
        }
    }

    private func change() throws(CommandFailure) -> AnnotationChange {
        var change = try properties.change()
        change.rect = try OptionValue<Rectangle>.rectangle(place.rect, for: "--rect")
        change.geometry = try place.geometry()
        change.lineEndings = try OptionValue<LineEndings>.lineEndings(endings.lineEndings, for: "--line-endings")
        change.icon = icon.icon
        try style.apply(to: &change)
        change.border = try border.change()
        if let color = try OptionValue<Color>.color(interior.interiorColor, for: "--interior-color") {
            change.interiorColor = color
        }
        return change
    }
}

struct RemoveCommand: WorkspaceCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", _superCommandName: "pdfco annotate",
        abstract: "Remove annotations by name.",
        discussion: """
            The annotation disappears from its page; the earlier revision of the document still has it, as with every \
            incremental update. pdfco save --rewrite leaves it out for good.

            EXAMPLE
              pdfco annotate remove report.pdf note-1 note-2 --save
            """)

    @OptionGroup var named: NamedOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in workspace: Workspace) throws {
        let pages = try named.pages()
        try edit.run(named.file, workspace) { _ in
            named.names.map { .remove(name: $0, pages: pages) }
        } check: { report in
            guard report.applied > 0 else {
                throw DocumentError(
                    .pdf(.noSuchAnnotation(named.names.joined(separator: "', '"))), FilePath(argument: named.file))
            }
        }
    }
}

/// `--page`, for commands that choose among the annotations that are there.
struct PageSelection: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Only those on these pages, such as 1-3,7,z.", valueName: "range"))
    var page = PageRange.all.description

    func pages() throws(CommandFailure) -> PageRange { try OptionValue<PageRange>.pages(page, for: "--page") }
}

/// Where an annotation is moved to.
struct ChangedPlaceOptions: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "Two opposite corners, in points; marked text has --quad-points instead.", valueName: "x0,y0,x1,y1"))
    var rect: String?

    @Option(
        name: .customLong("quad-points"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The corners of a piece of text, in points; repeatable.", valueName: "x1,y1,…,x4,y4"))
    var quadPoints: [String] = []

    @Option(
        name: .customLong("ink-list"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Where one stroke leads, in points; repeatable.", valueName: "x1,y1,x2,y2,…"))
    var inkList: [String] = []

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Where the line begins and ends, in points.", valueName: "x0,y0,x1,y1"))
    var line: String?

    func geometry() throws(CommandFailure) -> Annotation.Geometry? {
        let quads = try OptionValue<Quadrilateral>.quadrilateral(quadPoints, for: "--quad-points")
        let strokes = try OptionValue<[Point]>.points(inkList, for: "--ink-list")
        if !quads.isEmpty { return .quadPoints(quads) }
        return strokes.isEmpty ? try OptionValue<Annotation.Geometry>.line(line, for: "--line") : .inkList(strokes)
    }
}

struct IconOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The icon of a note, or the word of a stamp.", valueName: "name"))
    var icon: String?
}
