/// Values of an annotation dictionary with references resolved; a value that is missing, unreadable or of another type
/// is `nil`.
struct AnnotationReader {
    var entries: PDFDictionary
    /// The file, for what lies beyond the annotation; `nil` where it is not known.
    var file: PDFFile? = nil
    var resolving: (PDFObject) throws(PDFError) -> PDFObject

    func value(_ key: Name) -> PDFObject? { entries[key].flatMap(resolved) }

    func resolved(_ object: PDFObject) -> PDFObject? { try? resolving(object) }

    func name(_ key: Name) -> Name? { value(key)?.nameValue }
    func integer(_ key: Name) -> Int? { value(key)?.integerValue }
    func number(_ key: Name) -> Double? { value(key)?.numberValue }
    func string(_ key: Name) -> PDFString? { value(key)?.stringValue }
    func text(_ key: Name) -> String? { string(key)?.text }

    func dictionary(_ key: Name) -> AnnotationReader? {
        value(key)?.dictionaryValue.map { AnnotationReader(entries: $0, file: file, resolving: resolving) }
    }

    /// The name of the annotation that an entry refers to, or its object where it has no name.
    func annotation(_ key: Name) -> String? {
        dictionary(key).flatMap { $0.text(.name) ?? entries[key]?.referenceValue?.description }
    }

    /// The items of an array, each resolved.
    func items(_ key: Name) -> [PDFObject]? { value(key)?.arrayValue?.map { resolved($0) ?? .null } }

    func numbers(_ key: Name) -> [Double]? { value(key).flatMap(numbers(in:)) }

    /// The numbers of an array that holds only numbers.
    func numbers(in object: PDFObject) -> [Double]? {
        guard let items = resolved(object)?.arrayValue else { return nil }
        return PDFObject.array(items.map { resolved($0) ?? .null }).numbersValue
    }

    func color(_ key: Name) -> Color? { numbers(key).flatMap { Color(components: $0) } }

    func points(_ key: Name) -> [Point]? { numbers(key).flatMap { Point.list($0) } }
}
