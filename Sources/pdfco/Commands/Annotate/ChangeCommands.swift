import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// The documents of a command, and the annotations in them that it is about.
struct NamedOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The PDF document; omit it with --files-from.", valueName: "file"), completion: .pdf)
    var first: String?

    @Argument(
        help: ArgumentHelp(
            "Names (/NM) as shown by pdfco list; for an annotation without a name, its object: '12 0 R'.",
            valueName: "name"),
        completion: .annotationNames)
    var others: [String] = []

    @OptionGroup var list: FileList

    @Flag(help: "Select all annotations, or all that meet the conditions.")
    var all = false

    var names: [String] { list.isGiven ? (first.map { [$0] } ?? []) + others : others }

    func validate() throws {
        if first == nil, !list.isGiven { throw ValidationError("Missing expected argument '<file>'") }
        if let file = names.first(where: { $0.lowercased().hasSuffix(".pdf") && TypedWords.isFile($0) }) {
            throw ValidationError("'\(file)' is a document, not a name: several go in a list, with --files-from.")
        }
    }

    func documents(in surroundings: Surroundings) throws(CommandFailure) -> [String] {
        try list.paths(or: first, in: surroundings)
    }

    /// Returns the selection; throws where no annotations are selected.
    func selection(_ conditions: AnnotationSelection) throws(CommandFailure) -> AnnotationSelection {
        var selection = conditions
        if names.isEmpty, !all, selection.isEveryAnnotation, selection.pages == .all {
            throw CommandFailure.usage(
                "no annotations are selected", hint: "give their names, or conditions such as --where author=NAME")
        }
        if !names.isEmpty, all {
            throw CommandFailure.usage("names and --all cannot be combined")
        }
        selection.names = names
        return selection
    }

    /// Returns an edit for each name if names alone say which annotations are meant, so that each must exist and be the
    /// only one; otherwise the edit of those that are selected.
    func edits(
        _ conditions: AnnotationSelection, forName edit: (String) -> EditTemplate,
        forSelected template: (AnnotationSelection) -> EditTemplate
    ) throws(CommandFailure) -> [EditTemplate] {
        guard names.isEmpty || !conditions.isEveryAnnotation else { return names.map(edit) }
        return [template(try selection(conditions))]
    }
}

struct UpdateCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        "update", abstract: "Change annotations, by name or by conditions.",
        behindDocument: "[<name> ...]",
        examples: """
              pdfco update report.pdf note-1 --contents "Done" --color green --save
              pdfco update report.pdf --where author=Jane --color gold --save
              pdfco update --files-from list.txt --where author=J --author "Jane" --save
            """)

    @OptionGroup var named: NamedOptions
    @OptionGroup(title: "Selection") var page: PageSelection
    @OptionGroup(title: "Selection") var conditions: WhereOption
    @OptionGroup(title: "Place") var place: PropertyOptions<ChangedPlace>
    @OptionGroup(title: "Appearance") var appearance: PropertyOptions<ChangedAppearance>
    @OptionGroup(title: "Properties") var properties: PropertyOptions<ChangedProperties>

    @Flag(help: "Redraw the annotation, even if another program drew it in a way that pdfco cannot.")
    var redraw = false

    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    func paths(in surroundings: Surroundings) throws -> [String] { try named.documents(in: surroundings) }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        var change = AnnotationChange()
        try place.state(in: &change, context.surroundings)
        try appearance.state(in: &change, context.surroundings)
        try properties.state(in: &change, context.surroundings)
        change.redraws = redraw
        var selection = AnnotationSelection()
        selection.pages = try page.pages()
        try conditions.add(to: &selection)
        guard !change.isEmpty else {
            throw CommandFailure.usage("no option says what to change", hint: "pdfco update --help lists the options")
        }
        let pages = selection.pages
        return try named.edits(selection) { name in
            .named(.update(name: name, pages: pages, change: change))
        } forSelected: {
            .update($0, change)
        }
    }
}

/// The properties that place an annotation.
enum ChangedPlace: PropertySection {
    static let areSeldom = true
    static var options: [StatedProperty] { Annotation.schema.place.compactMap { StatedProperty($0) } }
}

/// The properties that can be changed in some subtypes only.
enum ChangedAppearance: PropertySection {
    static let areSeldom = true
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
        return (schema.markup + schema.switches).filter(isChangeable.contains).compactMap {
            StatedProperty($0)
        }
    }
}

struct RemoveCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        "remove", abstract: "Remove annotations, by name or by conditions.",
        behindDocument: "[<name> ...]",
        examples: """
              pdfco remove report.pdf note-1 note-2 --save
              pdfco remove report.pdf --author Jane --subtype highlight --save
            """, aliases: ["delete", "rm"])

    @OptionGroup var named: NamedOptions

    @OptionGroup(title: "Selection") var conditions: SelectionOptions
    @OptionGroup(title: "Selection") var others: WhereOption

    @Flag(help: "Keep the replies, as independent annotations.")
    var keepReplies = false

    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    func paths(in surroundings: Surroundings) throws -> [String] { try named.documents(in: surroundings) }

    /// Removing what is not there is an error.
    var mustApply: Bool { true }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        let selection = try conditions.selection(others)
        let pages = selection.pages
        return try named.edits(selection) { name in
            .named(.remove(name: name, pages: pages, keepsReplies: keepReplies))
        } forSelected: {
            .remove($0, keepsReplies: keepReplies)
        }
    }
}
