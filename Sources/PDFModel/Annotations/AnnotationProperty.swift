/// A property that an annotation can have, by the name it bears in the JSON form and in messages.
public enum AnnotationProperty: String, Sendable, CaseIterable, CodingKey {
    case subtype, page, rect, quadPoints, vertices, inkList, line, lineEndings
    case contents, author, subject, name, color, interiorColor, opacity, border, flags, icon
    case fontSize, textColor, alignment
    case inReplyTo, creationDate, modificationDate

    /// What every annotation can have (ISO 32000-2, 12.5.2).
    static let common: Set<AnnotationProperty> = [
        .subtype, .page, .rect, .contents, .name, .color, .flags, .modificationDate,
    ]

    /// What every markup annotation can have besides (12.5.6.2).
    static let markup: Set<AnnotationProperty> = common.union([
        .author, .subject, .opacity, .creationDate, .inReplyTo,
    ])

    /// What annotations that mark text have (12.5.6.10).
    static let textMarkup: Set<AnnotationProperty> = markup.union([.quadPoints])

    /// What the property looks like in JSON, to complete the sentence "… is not".
    var form: String {
        switch self {
        case .page, .flags: "a whole number"
        case .rect, .line: "an array of 4 numbers"
        case .quadPoints: "an array of arrays of 8 numbers"
        case .vertices: "an array of an even number of numbers"
        case .inkList: "an array of arrays of an even number of numbers"
        case .lineEndings: "an array of 2 line endings (\(LineEnding.list))"
        case .color, .interiorColor, .textColor: "a colour (#rrggbb or a CSS name)"
        case .opacity, .fontSize: "a number"
        case .border: "an object with width, style (\(Border.Style.list)) and dash"
        case .alignment: "an alignment (\(TextAlignment.list))"
        case .creationDate, .modificationDate: "a time as RFC 3339 writes it"
        case .subtype, .contents, .author, .subject, .name, .icon, .inReplyTo: "a string"
        }
    }
}

extension Annotation {
    /// The properties that apply to annotations of a subtype; others are refused when one is made.
    ///
    /// For subtypes that pdfco only lists, those that it reads.
    public static func properties(of subtype: String) -> Set<AnnotationProperty> {
        if let definition = definition(of: subtype) { return definition.properties }
        switch subtype {
        case "Polygon", "PolyLine":
            return .markup.union([.vertices, .border, .interiorColor, .lineEndings])
        case "Caret", "Projection", "3D": return .markup
        case "FileAttachment", "Sound": return .markup.union([.icon])
        case "Redact": return .markup.union([.quadPoints, .interiorColor])
        case "Link": return .common.union([.quadPoints, .border])
        default: return .common
        }
    }

    func has(_ property: AnnotationProperty) -> Bool { Self.properties(of: subtype).contains(property) }
}

extension Set<AnnotationProperty> {
    static var common: Self { AnnotationProperty.common }
    static var markup: Self { AnnotationProperty.markup }
    static var textMarkup: Self { AnnotationProperty.textMarkup }
}
