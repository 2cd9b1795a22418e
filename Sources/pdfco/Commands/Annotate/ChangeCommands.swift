import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// The annotations that a command changes, selected by name and page.
struct NamedOptions: ParsableArguments {
    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @Argument(
        help: ArgumentHelp(
            "Names (/NM) as shown by pdfco annotate list; for an annotation without a name, its object: '12 0 R'.",
            valueName: "name"))
    var names: [String]

    @OptionGroup(title: "Selection") var selection: PageSelection

    func pages() throws(CommandFailure) -> PageRange { try selection.pages() }
}

struct UpdateCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", _superCommandName: "pdfco annotate",
        abstract: "Change annotations by name.",
        discussion: """
            Properties that no option names stay unchanged. The annotation may come from any program; its appearance \
            stream is redrawn only if a property that it shows changes.

            EXAMPLE
              pdfco annotate update report.pdf note-1 --contents "Done" --color green --save
            """)

    @OptionGroup var named: NamedOptions
    @OptionGroup(title: "Place") var place: PropertyOptions<ChangedPlace>
    @OptionGroup(title: "Appearance") var appearance: PropertyOptions<ChangedAppearance>
    @OptionGroup(title: "Properties") var properties: PropertyOptions<ChangedProperties>
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in context: CommandContext) throws {
        var change = AnnotationChange()
        try place.state(in: &change)
        try appearance.state(in: &change)
        try properties.state(in: &change)
        let pages = try named.pages()
        guard !change.isEmpty else {
            throw CommandFailure(
                kind: "usage", problem: "no option says what to change",
                hint: "pdfco annotate update --help lists the options", exitStatus: .usage)
        }
        let edits = named.names.map { EditTemplate.edit(.update(name: $0, pages: pages, change: change)) }
        try context.perform(try edit.job(named.file, edits, context.console))
    }
}

/// The properties that place an annotation.
enum ChangedPlace: PropertySection {
    static var options: [StatedProperty] { Annotation.schema.place.compactMap { StatedProperty($0) } }
}

/// The properties that can be changed in some subtypes only.
enum ChangedAppearance: PropertySection {
    static var options: [StatedProperty] {
        let others = Set(ChangedPlace.options.map(\.property) + ChangedProperties.options.map(\.property))
        return Annotation.schema.changeable.filter { !others.contains($0) }.compactMap { StatedProperty($0) }
    }
}

/// The properties that can be changed in all subtypes.
enum ChangedProperties: PropertySection {
    static var options: [StatedProperty] {
        let schema = Annotation.schema
        let isChangeable = Set(schema.changeable).subtracting(schema.place)
        return (schema.markup + [schema.isPrinted.untyped]).filter(isChangeable.contains).compactMap {
            StatedProperty($0)
        }
    }
}

struct RemoveCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", _superCommandName: "pdfco annotate",
        abstract: "Remove annotations by name.",
        discussion: """
            The annotation is removed from its page; earlier revisions of the document still contain it, as with every \
            incremental update. pdfco save --rewrite removes it permanently.

            EXAMPLE
              pdfco annotate remove report.pdf note-1 note-2 --save
            """)

    @OptionGroup var named: NamedOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in context: CommandContext) throws {
        let pages = try named.pages()
        let edits = named.names.map { EditTemplate.edit(.remove(name: $0, pages: pages)) }
        var job = try edit.job(named.file, edits, context.console)
        job.mustApply = true
        try context.perform(job)
    }
}

/// `--page`, for commands that select among existing annotations.
struct PageSelection: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Only those on these pages, such as 1-3,7,z.", valueName: "range"))
    var page = PageRange.all.description

    func pages() throws(CommandFailure) -> PageRange { try OptionValue<PageRange>.pages(page, for: "--page") }
}
