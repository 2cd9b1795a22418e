internal import Synchronization

/// A subtype of annotations (ISO 32000-2, Table 171): the properties that apply, and their defaults.
public final class AnnotationSubtype: Sendable {
    /// The standard's name, such as `StrikeOut`.
    public let name: String
    /// The definition with which pdfco creates it; `nil` where pdfco only lists it.
    let definition: (any AnnotationDefinition.Type)?
    /// What follows from its properties, derived when it is first asked for: a command needs one or two subtypes.
    private let derived = AtomicLazyReference<Derived>()
    private let applying: @Sendable () -> [AnnotationProperty]

    /// The properties that apply to it, in the order of the schema; for a subtype that pdfco only lists, those that it reads.
    public var properties: [AnnotationProperty] { details.properties }
    /// Their entries in a dictionary, each once.
    var entries: [AnnotationEntry] { details.entries }
    /// The keys of these entries.
    package var writtenKeys: Set<Name> { details.writtenKeys }
    /// The properties that do not apply to it.
    var otherProperties: [AnnotationProperty] { details.otherProperties }

    private var details: Derived { derived.load() ?? derived.storeIfNil(Derived(applying())) }

    /// The subtypes that can be created and redrawn, in the order in which users see them listed; others can be listed
    /// and removed.
    public static let supported: [AnnotationSubtype] = Annotation.definitions.map(AnnotationSubtype.init)

    /// Returns the subtype of that name, whether pdfco can create it or not.
    public static func named(_ name: String) -> AnnotationSubtype {
        // Short strings are compared in less time than one is hashed, and the most frequent subtypes come first.
        names.firstIndex(of: name).map { known[$0] } ?? AnnotationSubtype(name) { Annotation.schema.common }
    }

    /// Returns the subtype that pdfco writes and that is meant by a name in other letter case or with hyphens; `nil` if there is none.
    static func respelled(_ name: String) -> String? {
        guard !names.contains(name) else { return nil }
        let letters = name.lowercased().filter { $0 != "-" }
        return names.first { $0.lowercased() == letters }
    }

    /// Whether the standard has a subtype of this name, in any letter case (ISO 32000-2, table 171).
    package static func isStandard(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains { $0.lowercased() == name } || unlisted.contains(name)
    }

    private static let unlisted: Set = [
        "movie", "popup", "printermark", "richmedia", "screen", "trapnet", "watermark", "widget",
    ]

    private static let known = supported + listed
    private static let names = known.map(\.name)
    /// Those that pdfco only lists and that have more than the common properties.
    private static let listed = [
        AnnotationSubtype("Projection") { Annotation.schema.markup },
        AnnotationSubtype("3D") { Annotation.schema.markup },
        AnnotationSubtype("Sound") { Annotation.schema.markup + [Annotation.schema.icon.untyped] },
    ]

    private init(_ definition: any AnnotationDefinition.Type) {
        (name, self.definition) = (definition.subtype, definition)
        applying = { definition.properties }
    }

    private init(_ name: String, applying: @escaping @Sendable () -> [AnnotationProperty]) {
        (self.name, self.applying, definition) = (name, applying, nil)
    }

    private final class Derived: Sendable {
        let properties: [AnnotationProperty]
        let entries: [AnnotationEntry]
        let writtenKeys: Set<Name>
        let otherProperties: [AnnotationProperty]

        init(_ applying: [AnnotationProperty]) {
            let schema = Annotation.schema
            properties = schema.all.filter(applying.contains)
            // The flags, which all subtypes have, hold the switches.
            otherProperties = schema.all.filter { !applying.contains($0) && !schema.switches.contains($0) }
            // Properties of one entry follow each other.
            var entries: [AnnotationEntry] = []
            for property in properties where property.entry.keys.isEmpty || property.entry.keys != entries.last?.keys {
                entries.append(property.entry)
            }
            self.entries = entries
            writtenKeys = Set(entries.flatMap(\.keys))
        }
    }

    /// The values that a property can have in annotations of this subtype, where there are only a few, such as the
    /// icons of a note.
    public func values(of property: AnnotationProperty) -> [String] {
        property == Annotation.schema.icon.untyped ? definition?.icons ?? [] : property.words
    }

    /// Whether an annotation looks different with another value of that property.
    func isDrawn(_ property: AnnotationProperty, in annotation: Annotation) -> Bool {
        if property == Annotation.schema.contents.untyped { return definition?.drawsContents(annotation) ?? false }
        return !Annotation.schema.undrawn.contains(property)
    }

    /// The names of the properties that an annotation of this subtype has.
    package func properties(setIn annotation: Annotation) -> Set<String> {
        Set(properties.filter { $0.isSet(annotation) && !Annotation.schema.switches.contains($0) }.map { $0.name })
    }

    func setDefaults(_ annotation: inout Annotation) {
        guard let definition else { return }
        annotation.color = definition.defaultColor
        annotation.interiorColor = definition.defaultInteriorColor
        annotation.icon = definition.defaultIcon
        let schema = Annotation.schema
        if properties.contains(schema.borderWidth.untyped) { annotation.border = definition.defaultBorder }
        if properties.contains(schema.lineEndings.untyped) { annotation.lineEndings = LineEndings() }
        if properties.contains(schema.fontSize.untyped) { annotation.textStyle = definition.defaultTextStyle }
    }
}

extension Annotation {
    /// All properties that annotations can have.
    public static let schema = AnnotationSchema()

    /// The names of the subtypes that can be created and redrawn.
    public static let supportedSubtypes: [String] = AnnotationSubtype.supported.map(\.name)
}
