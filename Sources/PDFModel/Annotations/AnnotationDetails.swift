/// What an annotation in a file says beyond the properties that pdfco can set.
public struct AnnotationDetails: Sendable, Equatable {
    /// The form field that a widget shows.
    public var field: FormField?
    /// The annotation that a pop-up window belongs to: its name, or its object where it has no name.
    public var parent: String?
    /// The object of the annotation that it replies to, which `inReplyTo` names (`/IRT`); `nil` if it is no reply.
    public var target: IndirectReference?
    /// Whether a pop-up window is open at first.
    public var isOpen: Bool?
    /// The scale of a measurement, as its author words it, such as `1 cm = 2 m` (`/R` of `/Measure`, 12.9).
    public var scale: String?

    init() {}
}

/// A form field (ISO 32000-2, 12.7.4).
public struct FormField: Sendable, Equatable, Encodable {
    /// The fully qualified name, such as `address.city`.
    public var name: String
    /// `Tx`, `Btn`, `Ch` or `Sig`; `nil` where the file does not say.
    public var type: String?
    /// The text or the chosen names; `nil` where the field is empty, or signed.
    public var value: String?
}

/// Reads the details of annotations.
struct DetailReader {
    let file: PDFFile
    /// The fields that were read as the parents of others: thousands may have one parent, which lists them all.
    private var parents: [IndirectReference: Field] = [:]

    init(_ file: PDFFile) { self.file = file }

    mutating func details(of dictionary: PDFDictionary) throws(PDFError) -> AnnotationDetails {
        var details = AnnotationDetails()
        let entries = AnnotationReader(entries: dictionary, resolving: file.resolve)
        switch entries.name(.subtype)?.text {
        case "Widget":
            let field = field(entries)
            details.field = FormField(name: field.name ?? "", type: field.type, value: field.value)
            // Each holds its whole name, and shows its value.
            try file.listed?.add(
                (field.name?.utf8.count ?? 0) + (field.value?.utf8.count ?? 0), "the list of its annotations")
        case "Popup":
            details.parent = entries.annotation(.parent)
            details.isOpen = entries.value("Open") == .boolean(true)
        default: break
        }
        details.target = dictionary[.inReplyTo]?.referenceValue
        details.scale = entries.dictionary("Measure")?.text("R")
        return details
    }

    /// What a field has, of itself or of its parents.
    private struct Field {
        var name: String?
        var type: String?
        var value: String?
    }

    /// A chain of fields longer than this is a circle.
    private static let depthOfFields = 32

    private mutating func field(_ entries: AnnotationReader, depth: Int = 0) -> Field {
        var field = parent(of: entries, depth: depth)
        if let name = entries.text(.partialFieldName) { field.name = field.name.map { "\($0).\(name)" } ?? name }
        if let type = entries.name("FT")?.text { field.type = type }
        if let value = entries.value(.value) { field.value = text(value, entries) }
        return field
    }

    private mutating func parent(of entries: AnnotationReader, depth: Int) -> Field {
        guard depth < Self.depthOfFields else { return Field() }
        let reference = entries.entries[.parent]?.referenceValue
        if let reference, let known = parents[reference] { return known }
        guard let parent = entries.dictionary(.parent) else { return Field() }
        // A circle of fields ends here.
        if let reference { parents[reference] = Field() }
        let field = field(parent, depth: depth + 1)
        if let reference { parents[reference] = field }
        return field
    }

    /// A text or a name, or a list of them (12.7.5.4); lists within it are none.
    private func text(_ value: PDFObject, _ reader: AnnotationReader) -> String? {
        guard case .array(let items) = value else { return word(value) }
        return items.compactMap { reader.resolved($0).flatMap(word) }.joined(separator: ", ")
    }

    private func word(_ value: PDFObject) -> String? {
        switch value {
        case .string(let string): string.text
        case .name(let name): name.text
        default: nil
        }
    }
}
