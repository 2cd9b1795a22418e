import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel

/// A command that adds an annotation of one subtype to each page of a range; its options are the subtype's properties.
///
/// Groups of options are for the help. Where none is printed, the listed options are the command's own: the argument parser
/// asks the runtime several questions for each type of a group, which together take as long as a tenth of an edit.
struct AddCommand<Kind: AnnotationKind>: EditingCommand, CustomReflectable {
    static var configuration: CommandConfiguration {
        let name = Kind.commandName
        return CommandConfiguration(
            commandName: name, _superCommandName: "pdfco", abstract: Kind.summary,
            discussion: """
                EXAMPLE
                  pdfco \(name) report.pdf \(Kind.example)
                """, aliases: Kind.aliases)
    }

    @OptionGroup var documents: DocumentFiles
    @OptionGroup(title: "Place") var place: PlaceOptions<Kind>
    @OptionGroup(title: "Appearance") var appearance: PropertyOptions<AppearanceSection<Kind>>
    @OptionGroup(title: "Properties") var properties: PropertyOptions<CommonSection<Kind>>
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: OptionKey.self)
        if GivenOptions.areKnown {
            try self.init(.parsed(values))
            return
        }
        self.init()
        (_documents, _place) = (try values.group("documents"), try values.group("place"))
        (_appearance, _properties) = (try values.group("appearance"), try values.group("properties"))
        (_edit, _global) = (try values.group("edit"), try values.group("global"))
    }

    private init(_ values: OptionValues) throws {
        (documents, place, appearance) = (try values.list(), try values.list(), try values.list())
        (properties, edit, global) = (try values.list(), try values.list(), try values.list())
    }

    /// Returns the command for its words if they are plain and right.
    static func plain(_ words: [String]) -> Self? {
        guard let words = PlainWords(words, .ofCommand(Self.self, lists)),
            let command = try? Self(.plain(words)), (try? command.validate()) != nil
        else { return nil }
        return command
    }

    private static var lists: [any ListedOptions.Type] {
        [
            DocumentFiles.self, PlaceOptions<Kind>.self, PropertyOptions<AppearanceSection<Kind>>.self,
            PropertyOptions<CommonSection<Kind>>.self, EditOptions.self, GlobalOptions.self,
        ]
    }

    var customMirror: Mirror {
        let groups: [(label: String?, value: Any)] = [
            ("documents", _documents), ("place", _place), ("appearance", _appearance), ("properties", _properties),
            ("edit", _edit), ("global", _global),
        ]
        return Mirror(self, children: GivenOptions.areKnown ? Self.lists.flatMap { $0.given } : groups)
    }

    func validate() throws {
        try documents.check()
        let (placement, find) = (place.placement, place.find)
        let places =
            (placement.at == nil ? [] : ["--at"]) + (find.text == nil ? [] : ["--find"])
            + place.stated.properties.compactMap(\.option).map { "--\($0.name)" }
        guard places.count < 2 else {
            throw ValidationError("\(places.joined(separator: " and ")) cannot be combined.")
        }
        let essential = (appearance.properties + properties.properties).filter(Kind.essential.contains)
        guard Kind.essential.count < 2 || essential.count == 1 else {
            let names = Kind.essential.compactMap(\.option).map { "--\($0.name)" }
            throw ValidationError("Specify exactly one of \(names.joined(separator: ", ")).")
        }
        if let (option, needs) = placement.firstWithoutPlace(isBeside: find.isBeside) {
            throw ValidationError("\(option) needs \(needs).")
        }
        if let option = find.firstAboutText, find.text == nil { throw ValidationError("\(option) needs --find.") }
    }

    var caution: String? {
        Kind.subtype == "Redact" ? "marked only: the text stays until another program removes it" : nil
    }

    func paths(in surroundings: Surroundings) throws -> [String] { try documents.paths(in: surroundings) }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        let range = try place.range()
        let find = try place.find.place(
            size: place.find.text == nil ? nil : place.placement.lengths(), context.surroundings.inputFiles)
        guard !place.stated.properties.isEmpty || place.placement.at != nil || find != nil || Self.hasUsualPlace else {
            throw missingPlace(in: context)
        }
        var stated = AnnotationChange()
        try place.stated.state(in: &stated, context.surroundings)
        try appearance.state(in: &stated, context.surroundings)
        try properties.state(in: &stated, context.surroundings)
        var annotation = Annotation(
            Kind.subtype, page: 1, properties.stateUsualAuthor(in: &stated, context.surroundings))
        annotation.setCreationDate(context.surroundings.now())
        let words = WordValues(start: try place.startNumber(), user: context.surroundings.environment("USER"))
        let isPlaced = find != nil || !place.stated.properties.isEmpty
        let placement = try place.placement.placement(
            hasImage: annotation.image != nil, at: isPlaced || !Self.hasUsualPlace ? nil : .topRight)
        return [
            find.map { .addAtMatches(annotation, stated: stated, onPages: range, at: $0, words: words) }
                ?? .add(annotation, onPages: range, at: placement, words: words)
        ]
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
        (PlacementOptions<Kind>.apply ? ["--find TEXT", "--at PLACE"] : [])
            + PlaceSection<Kind>.options.map { "--\($0.option.name) \($0.option.valueName)" }
    }

    /// Returns the failure of a command that does not say where, with a place that will do as the hint: the last word where
    /// it is no document, otherwise a corner.
    private func missingPlace(in context: CommandContext) -> CommandFailure {
        let stated = PlaceSection<Kind>.options.first.map { ["--\($0.option.name)", $0.option.valueName] } ?? []
        let hint = context.typedWords.map { typed in
            typed.again { words in
                guard PlacementOptions<Kind>.apply else {
                    words += stated
                    return
                }
                let isImage = { (word: String) in
                    Self.hasImage && [".png", ".jpg", ".jpeg"].contains { word.lowercased().hasSuffix($0) }
                }
                let others = documents.files.count > 1 ? documents.files : []
                let text = others.last { isImage($0) || !TypedWords.isDocument($0) }
                if let text, let place = words.lastIndex(of: text) {
                    words.insert(isImage(text) ? "--image" : Self.hasImage ? "--contents" : "--find", at: place)
                    if Self.hasImage { words += ["--at", isImage(text) ? "bottom-right" : "center"] }
                } else {
                    words += Kind.usualSize == nil ? ["--find", "TEXT"] : ["--at", "top-right"]
                }
            }
        }
        return CommandFailure(
            kind: "usage", problem: "Where? Use \(Self.places.alternatives)", hint: hint, exitStatus: .usage)
    }
}

// MARK: The sections of a subtype's options

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
    static var commandName: String {
        subtype.reduce(into: "") { name, letter in
            if letter.isUppercase, !name.isEmpty { name += "-" }
            name += letter.lowercased()
        }
    }

    /// What else people type for the command.
    static var aliases: [String] { subtype == "Text" ? ["note", "comment"] : [] }

    /// Returns the command that adds an annotation of this kind if its words are plain and right.
    static func plainCommand(_ words: [String]) -> (any ParsableCommand)? { AddCommand<Self>.plain(words) }

    /// The command that adds an annotation of this kind.
    static var command: any ParsableCommand.Type { AddCommand<Self>.self }
}

extension CompletionKind {
    /// Completes the names of PDF files.
    static var pdf: CompletionKind { .file(extensions: ["pdf"]) }
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
        "FreeText": "--at top --contents \"Checked\" --save",
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
