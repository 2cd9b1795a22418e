public import PDFModel

/// FDF (ISO 32000-2, 12.7.8): annotation dictionaries in a file of their own.
///
/// Values of form fields, and scripts of the file as a whole, are never imported.
public enum FDFFormat: ReadableFormat {
    public static let name = "fdf"
    public static let title = "FDF"
    public static let summary = "ISO 32000-2, 12.7.8; Acrobat writes it."
    public static let fileExtensions = ["fdf"]

    static let sizeLimit = 512 << 20

    public static func recognizes(_ beginning: ArraySlice<UInt8>) -> Bool {
        beginning.prefix(1024).split(separator: UInt8(ascii: "%")).contains { $0.starts(with: Array("FDF-".utf8)) }
    }

    public static func read(
        _ bytes: [UInt8], for document: DocumentContext
    ) throws(FormatError) -> ImportedAnnotations {
        guard bytes.count <= sizeLimit else { throw FormatError("it is larger than \(sizeLimit) bytes") }
        let file = FDFObjects(bytes)
        guard let root = file.root, let description = file.resolved(root["FDF"] ?? .null).dictionaryValue else {
            throw FormatError("it has no catalog with the entry /FDF")
        }
        var imported = ImportedAnnotations()
        if description["Fields"] != nil { imported.losses.add("the values of form fields are not imported") }
        if description["JavaScript"] != nil { imported.losses.add("the scripts of the FDF are not imported") }
        for identifier in file.resolved(description["ID"] ?? .null).arrayValue ?? [] {
            if let string = file.resolved(identifier).stringValue { imported.identifiers.append(string.bytes) }
        }
        let annotations = file.resolved(description["Annots"] ?? .null).arrayValue ?? []
        for (index, item) in annotations.enumerated() {
            let object = item.referenceValue.map { "object \($0.number)" } ?? "item \(index + 1)"
            let subtype = file.resolved(item).dictionaryValue?["Subtype"].map(file.resolved)?.nameValue?.text
            imported.add(subtype.map { "\(object), \($0)" } ?? object) { losses throws(FormatError) in
                try addition(of: item, in: file, &losses)
            }
        }
        return imported
    }

    private static func addition(
        of item: PDFObject, in file: FDFObjects, _ losses: inout Losses
    ) throws(FormatError) -> ImportedAnnotations.Change? {
        let object = file.resolved(item)
        guard var entries = object.dictionaryValue else {
            throw FormatError(object == .null ? "it is missing, or cannot be read" : "it is not a dictionary")
        }
        // A window belongs to its annotation.
        if file.resolved(entries["Subtype"] ?? .null).nameValue == "Popup" { return nil }
        guard let page = Page.number(ofIndex: file.resolved(entries["Page"] ?? .null).integerValue) else {
            throw FormatError("/Page is missing, or not a whole number from 0")
        }
        guard let rect = file.numbers(entries["Rect"]), rect.count == 4 else {
            throw FormatError("/Rect is not an array of 4 numbers")
        }
        if let quads = entries["QuadPoints"], file.numbers(quads).map({ !$0.count.isMultiple(of: 8) }) ?? true {
            throw FormatError("/QuadPoints is not an array of 8 numbers for each quadrilateral")
        }
        if let text = file.resolved(entries["CreationDate"] ?? .null).stringValue?.text, PDFDate.date(text) == nil {
            throw FormatError("/CreationDate is not a date")
        }
        if let parent = file.resolved(entries["IRT"] ?? .null).stringValue {
            entries["IRT"] = .dictionary(["NM": .string(parent)])
        } else if let parent = entries["IRT"], file.resolved(parent).dictionaryValue?["NM"] == nil {
            throw FormatError("/IRT refers to an annotation without a name")
        }
        var found = AnnotationDictionary(entries: entries, page: page)
        found.appearance = try appearance(of: entries, in: file)
        found.targetPage = file.targetPage(of: entries)
        if let attached = file.attachedFile(of: entries) {
            guard let data = attached.decoded(limit: AttachedFile.sizeLimit) else {
                throw FormatError("the attached file cannot be decoded")
            }
            found.attached = data
        }
        return try found.addition(&losses) { file.resolved($0) }
    }

    private static func appearance(
        of entries: PDFDictionary, in file: FDFObjects
    ) throws(FormatError) -> FormAppearance? {
        let all = file.resolved(entries["AP"] ?? .null).dictionaryValue
        guard let normal = all?["N"]?.referenceValue, case .stream = file.resolved(.reference(normal)) else {
            return nil
        }
        let found = try FormAppearance(of: normal) { reference throws(FormatError) in
            file.resolved(.reference(reference))
        }
        guard let found else { throw FormatError("/AP is not a form XObject with a BBox") }
        return found
    }

    public static func write(_ annotations: [Annotation], of document: DocumentContext) -> ExportedAnnotations {
        var writer = FDFWriter()
        return ExportedAnnotations(writer.bytes(of: annotations, document), writer.losses)
    }
}
