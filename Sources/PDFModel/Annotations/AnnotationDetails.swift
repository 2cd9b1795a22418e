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

    init(_ file: PDFFile) { self.file = file }

    func details(of dictionary: PDFDictionary) throws(PDFError) -> AnnotationDetails {
        var details = AnnotationDetails()
        let entries = AnnotationReader(entries: dictionary, resolving: file.resolve)
        switch entries.name(.subtype)?.text {
        case "Widget": details.field = field(entries)
        case "Popup":
            details.parent = entries.annotation(.parent)
            details.isOpen = entries.value("Open") == .boolean(true)
        default: break
        }
        details.target = dictionary[.inReplyTo]?.referenceValue
        details.scale = entries.dictionary("Measure")?.text("R")
        return details
    }

    /// A chain of fields longer than this is a circle.
    private static let depthOfFields = 32

    private func field(_ widget: AnnotationReader) -> FormField {
        var (names, type, value): ([String], String?, PDFObject?) = ([], nil, nil)
        var field: AnnotationReader? = widget
        for _ in 0..<Self.depthOfFields {
            guard let current = field else { break }
            if let name = current.text(.partialFieldName) { names.insert(name, at: 0) }
            type = type ?? current.name("FT")?.text
            value = value ?? current.value(.value)
            field = current.dictionary(.parent)
        }
        return FormField(name: names.joined(separator: "."), type: type, value: value.flatMap { text($0, widget) })
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
