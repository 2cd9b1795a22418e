/// Finds the signature fields of a form by walking all its fields, from parents to kids (ISO 32000-2, 12.7.4).
struct SignatureFieldReader {
    private let file: PDFFile
    /// The signature fields, in the form's order.
    private(set) var found: [SignatureField] = []
    /// The signatures of the signed fields.
    private(set) var signatures: [PDFDictionary] = []
    private var seen: Set<IndirectReference> = []

    /// The values that a field inherits.
    private struct Parent {
        var name = ""
        var type: Name?
        var isSigned = false
        var depth = 0
    }

    /// What shows whether a field is a signature, and what it signs.
    private static let keys: [Name] = ["FT", .value, .kids, .partialFieldName, "Lock", .parent]
    /// Deeper than any form that a writer creates.
    private static let maximumDepth = 32

    init(_ file: PDFFile) throws(PDFError) {
        self.file = file
        let form = try file.unedited(file.catalog()["AcroForm"] ?? .null, deciding: [.fields]).dictionaryValue
        guard let form else { return }
        try read(form[.fields] ?? .null, of: Parent())
    }

    private mutating func read(_ fields: PDFObject, of parent: Parent) throws(PDFError) {
        guard parent.depth < Self.maximumDepth else { return }
        if let array = fields.referenceValue, !seen.insert(array).inserted { return }
        let items = try file.resolve(fields).arrayValue ?? []
        for item in items {
            if let reference = item.referenceValue, !seen.insert(reference).inserted { continue }
            guard let field = try file.unedited(item, deciding: Self.keys).dictionaryValue else { continue }
            try read(field, of: parent)
        }
    }

    private mutating func read(_ field: PDFDictionary, of parent: Parent) throws(PDFError) {
        let part = try file.resolve(field[.partialFieldName] ?? .null).stringValue?.text
        let signature = try file.resolve(field[.value] ?? .null).dictionaryValue
        let name = [parent.name, part ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        let type = try file.resolve(field["FT"] ?? .null).nameValue ?? parent.type
        let isSigned = type == .signature && (signature != nil || parent.isSigned)
        let count = found.count
        try read(
            field[.kids] ?? .null,
            of: Parent(name: name, type: type, isSigned: isSigned, depth: parent.depth + 1))
        guard type == .signature else { return }
        let lock = try file.lock(of: field)
        if let signature {
            signatures.append(signature)
            let transforms = try file.transforms(of: signature)
            found.insert(
                SignatureField(
                    name: name, isSigned: true, coverage: try file.coverage(of: signature),
                    certification: transforms.compactMap(\.certification).min(),
                    locks: transforms.compactMap(\.lock) + lock), at: count)
        } else if part != nil || parent.depth == 0, !parent.isSigned, found.count == count {
            // A kid without a name is not a field but a widget of its parent.
            found.append(SignatureField(name: name, isSigned: false, locks: lock))
        }
    }
}

extension PDFFile {
    /// Returns the signature fields of the document's form, signed or not, in the form's order.
    public func signatureFields() throws(PDFError) -> [SignatureField] {
        try derived { file throws(PDFError) in try SignatureFieldReader(file).found }
    }
}
