import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel

/// A command that adds an annotation of one subtype to each page of a range; its options are the subtype's properties.
struct AddCommand<Kind: AnnotationKind, Place: PlaceOptions>: EditingCommand {
    static var configuration: CommandConfiguration {
        let name = Kind.commandName
        return CommandConfiguration(
            name, abstract: Kind.summary, examples: "  pdfco \(name) report.pdf \(Kind.example)", aliases: Kind.aliases)
    }

    @OptionGroup var documents: DocumentFiles
    @OptionGroup(title: "Place") var place: Place
    @OptionGroup(title: "Place") var stated: PropertyOptions<PlaceSection<Kind>>
    @OptionGroup(title: "Appearance") var appearance: PropertyOptions<AppearanceSection<Kind>>
    @OptionGroup(title: "Properties") var properties: PropertyOptions<CommonSection<Kind>>
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try documents.check()
        let box = place.box
        let places =
            (box?.at == nil ? [] : ["--at"]) + (box?.find.find == nil ? [] : ["--find"])
            + stated.properties.compactMap(\.option).map { "--\($0.name)" }
        guard places.count < 2 else {
            throw ValidationError("\(places.joined(separator: " and ")) cannot be combined.")
        }
        let essential = (appearance.properties + properties.properties).filter(Kind.essential.contains)
        guard Kind.essential.count < 2 || essential.count == 1 else {
            let names = Kind.essential.compactMap(\.option).map { "--\($0.name)" }
            throw ValidationError("Specify exactly one of \(names.joined(separator: ", ")).")
        }
    }

    var caution: String? {
        Kind.subtype == "Redact" ? "marked only: the text stays until another program removes it" : nil
    }

    func paths(in surroundings: Surroundings) throws -> [String] { try documents.paths(in: surroundings) }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        let box = place.box
        let text = try box?.text(context.surroundings.inputFiles)
        guard !stated.properties.isEmpty || box?.at != nil || text != nil || Self.hasUsualPlace else {
            throw missingPlace(in: context)
        }
        if let failure = missingOption(in: context) { throw failure }
        var change = AnnotationChange()
        try stated.state(in: &change, context.surroundings)
        try appearance.state(in: &change, context.surroundings)
        try properties.state(in: &change, context.surroundings)
        var annotation = Annotation(
            Kind.subtype, page: 1, properties.stateUsualAuthor(in: &change, context.surroundings))
        annotation.setCreationDate(context.surroundings.now())
        let pages = try place.pages.search.range(withText: text != nil)
        let words = WordValues(
            start: try place.pages.startNumber(), user: context.surroundings.environment("USER"))
        if let text { return [.addAtMatches(annotation, stated: change, onPages: pages, at: text, words: words)] }
        let usual: Placement.Anchor? = stated.properties.isEmpty && Self.hasUsualPlace ? .topRight : nil
        let placement = try box?.placement(hasImage: annotation.image != nil, at: usual, size: Kind.usualSize)
        return [.add(annotation, onPages: pages, at: placement, words: words)]
    }
}

// MARK: Where it goes

extension AddCommand {
    /// Whether it has a place without an option: a note goes to the upper right corner.
    private static var hasUsualPlace: Bool { Kind.subtype == "Text" }

    /// Whether it shows an image, or words of its own.
    private static var hasImage: Bool { Kind.subtype == "Stamp" }

    /// The options for a place, with their values.
    private static var places: [String] {
        (Kind.isPlacedByBox ? ["--find TEXT", "--at PLACE"] : [])
            + PlaceSection<Kind>.options.map { "--\($0.option.name) \($0.option.valueName)" }
    }

    /// Returns the failure of a command with a word that is no document, but the text of the annotation.
    private func missingOption(in context: CommandContext) -> CommandFailure? {
        let word = documents.files.last { !StandardInput.isMeant(by: $0) && !TypedWords.isDocument($0) }
        guard documents.files.count > 1, let word else { return nil }
        let isGiven = properties.properties.contains(Annotation.schema.contents.untyped)
        let hint = strayWords(in: context).flatMap { strays -> String? in
            guard let place = strays.typed.words.lastIndex(of: word) else { return nil }
            let option = !isGiven ? "--contents" : Int(word) != nil ? "--page" : nil
            return strays.joined(last: place) ?? option.map { strays.value(of: $0, endingAt: place) }
        }
        return CommandFailure(
            kind: "noSuchFile", file: word, problem: "no such file",
            hint: hint ?? "check the names; no document was processed", exitStatus: .noInput)
    }

    /// Returns the words that were typed, outside of a session.
    private func strayWords(in context: CommandContext) -> StrayWords? {
        context.typedWords.map { typed in
            let arguments = CommandArguments(of: Self.self)
            let words = context.surroundings.root.command(namedBy: typed.words).rest
            return StrayWords(typed: typed, arguments: arguments, bare: arguments.places(in: words).bare)
        }
    }

    private func missingPlace(in context: CommandContext) -> CommandFailure {
        CommandFailure.usage("Where? Use \(Self.places.alternatives)", hint: strayWords(in: context).map(placed))
    }

    /// Returns the command with a place that will do: the last word where it is no document, otherwise a corner.
    private func placed(_ strays: StrayWords) -> String {
        let typed = strays.typed
        guard Kind.isPlacedByBox else {
            let stated = PlaceSection<Kind>.options.first.map { ["--\($0.option.name)", $0.option.valueName] } ?? []
            return typed.again { $0 += stated }
        }
        let isImage = { (word: String) in
            Self.hasImage && [".png", ".jpg", ".jpeg"].contains { word.lowercased().hasSuffix($0) }
        }
        let others = documents.files.count > 1 ? documents.files : []
        guard let text = others.last(where: { isImage($0) || !TypedWords.isDocument($0) }),
            let place = typed.words.lastIndex(of: text)
        else { return typed.again { $0 += Kind.usualSize == nil ? ["--find", "TEXT"] : ["--at", "top-right"] } }
        guard Self.hasImage else { return strays.joined(last: nil) ?? strays.value(of: "--find", endingAt: place) }
        return typed.again { words in
            words.insert(isImage(text) ? "--image" : "--contents", at: place)
            words += ["--at", isImage(text) ? "bottom-right" : "center"]
        }
    }
}

// MARK: The sections of a subtype's options

/// The properties that place the annotation; one of them is required.
enum PlaceSection<Kind: AnnotationKind>: PropertySection {
    static var options: [StatedProperty] {
        // A rectangle may be stated by --at as well.
        let isRequired = Kind.place.count == 1 && !Kind.isPlacedByBox
        return Kind.place.compactMap { StatedProperty($0, isRequired: isRequired) }
    }
}

/// The properties that only some subtypes have.
enum AppearanceSection<Kind: AnnotationKind>: PropertySection {
    static var options: [StatedProperty] {
        let subtype = AnnotationSubtype.named(Kind.subtype)
        let others = Annotation.schema.markup + Annotation.schema.place
        return subtype.properties.filter { !others.contains($0) }.compactMap {
            let isRequired = Kind.required.contains($0) || Kind.essential == [$0]
            return StatedProperty($0, isRequired: isRequired, values: subtype.values(of: $0))
        }
    }
}

/// The properties that most subtypes have.
enum CommonSection<Kind: AnnotationKind>: PropertySection {
    static var options: [StatedProperty] {
        let schema = Annotation.schema
        let common = AnnotationSubtype.named(Kind.subtype).properties.filter(schema.markup.contains)
        return (common + schema.switches).filter { !schema.place.contains($0) }.compactMap {
            StatedProperty($0, isRequired: Kind.required.contains($0))
        }
    }
}

extension AnnotationKind {
    /// The subtype as a command name: `strike-out` for `StrikeOut`.
    static var commandName: String { subtype.hyphenated }

    /// What else people type for the command.
    static var aliases: [String] { subtype == "Text" ? ["note", "comment"] : [] }

    /// The command that adds an annotation of this kind.
    static var command: any ParsableCommand.Type {
        isPlacedByBox ? AddCommand<Self, BoxPlace>.self : AddCommand<Self, PathPlace>.self
    }

    /// Whether a rectangle places it.
    fileprivate static var isPlacedByBox: Bool { place.contains(Annotation.schema.rect.untyped) }
}

extension AnnotationKind {
    /// The options of the example in the help of its command.
    static var example: String { AddedExamples.options[subtype] ?? "" }
}

/// The options of examples, by subtypes.
private enum AddedExamples {
    static let options = [
        "Caret": "--rect 300,696,308,706 --contents \"not\" --save",
        "Circle": "--rect 72,600,200,680 --interior-color ivory --save",
        "FileAttachment": "--at top-right --file data.csv --save",
        "FreeText": "--page all --at bottom --contents \"{page}\" --save",
        "Highlight": "--find \"nest boxes\" --save",
        "Ink": "--ink-list 72,600,80,620,95,610 --color blue --save",
        "Line": "--line 72,600,200,680 --color red --save",
        "Link": "--rect 72,700,300,712 --uri https://example.org/ --save",
        "PolyLine": "--vertices 72,600,120,640,200,600 --save",
        "Polygon": "--vertices 72,600,200,600,140,680 --save",
        "Redact": "--page 2 --rect 72,700,300,712 --save",
        "Square": "--rect 72,600,200,680 --color red --save",
        "Squiggly": "--find scaffold --save",
        "Stamp": "--at top-right --contents \"RECEIVED {date}\" --save",
        "StrikeOut": "--find scaffold --save",
        "Text": "--contents \"Which year?\" --save",
        "Underline": "--find \"nest boxes\" --color red --save",
    ]
}
