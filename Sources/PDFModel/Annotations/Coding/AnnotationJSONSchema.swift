internal import FoundationEssentials

extension Annotation {
    /// The JSON Schema (draft 2020-12) of an annotation, as it is imported, exported and recorded.
    public static func jsonSchema() -> [UInt8] {
        let kinds = AnnotationSubtype.supported.map(object)
        let root: [String: JSONText] = [
            "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
            "title": .text("An annotation of a PDF document, as pdfco reads and writes it"),
            "oneOf": .array(kinds), "$defs": .object(["find": TextPlace.jsonSchema]),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(JSONText.object(root)) else {
            preconditionFailure("Plain values can always be encoded.")
        }
        return Array(bytes)
    }

    private static func object(_ kind: AnnotationSubtype) -> JSONText {
        var properties: [String: JSONText] = [
            "subtype": .object([
                "const": .text(kind.name),
                "description": .text("The name of the subtype in the standard, such as `Highlight`. Required."),
            ]),
            "page": .object([
                "type": .text("integer"), "minimum": .number(1),
                "description": .text("The page, from 1. Required; with `find`, absent means all pages."),
            ]),
        ]
        for property in kind.properties where property.member == nil {
            properties[property.key] = .object(keywords(property, kind))
        }
        for (key, parts) in Dictionary(grouping: kind.properties.filter { $0.member != nil }, by: \.key) {
            let members = parts.map { ($0.member ?? "", JSONText.object(keywords($0, kind))) }
            properties[key] = .object([
                "description": .text(summaries[key] ?? ""), "type": .text("object"),
                "additionalProperties": .boolean(false),
                "properties": .object(Dictionary(members, uniquingKeysWith: { $1 })),
            ])
        }
        let places = Set((kind.definition?.place ?? []).map(\.key) + ["rect"]).sorted()
        let place: [String: JSONText] = ["required": .array([.text("page")]), "anyOf": .array(places.map(requiring))]
        var whole: [String: JSONText] = [
            "title": .text(kind.name), "type": .text("object"), "additionalProperties": .boolean(false),
            "required": .array([.text("subtype")]),
        ]
        if kind.canBePlacedAtText {
            properties["find"] = .object(["$ref": .text("#/$defs/find")])
            whole["oneOf"] = .array([.object(place), requiring("find")])
        } else {
            whole["allOf"] = .array([.object(place)])
        }
        whole["properties"] = .object(properties)
        return .object(whole)
    }

    /// What the objects are that hold several properties.
    private static let summaries = [
        "border": "The border or line (`/BS` or `/Border`): an object with `width` in points, `style` and `dash`.",
        "destination": """
        Where a link leads: an object with `uri`, `page` or `name`, a named destination (`/A`, `/Dest`). What `list` \
        prints may also have the `page` of a named destination; `file` and `page`, for a link to another file; or \
        `action`, the type of any other action.
        """,
        "attachment": """
        The attached file: an object with `fileName`, `type`, a MIME type, `creationDate`, `modificationDate` and \
        `data`, its contents in base64, of up to 64 MiB (`/FS`). `list` prints `size` in bytes in place of `data`.
        """,
    ]

    private static func requiring(_ key: String) -> JSONText { .object(["required": .array([.text(key)])]) }

    private static func keywords(_ property: AnnotationProperty, _ kind: AnnotationSubtype) -> [String: JSONText] {
        var keywords = property.json.keywords(orNull: property.isRemovable)
        let words = kind.values(of: property)
        if !words.isEmpty, property.words.isEmpty {
            keywords = ["enum": .array(words.map(JSONText.text))]
        }
        keywords["description"] = .text(property.summary)
        return keywords
    }
}
