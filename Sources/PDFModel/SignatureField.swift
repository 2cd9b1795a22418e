/// One signed signature field and what it says of the document (ISO 32000-2, 12.7.5.5 and 12.8).
public struct SignatureField: Sendable, Equatable {
    /// The fully qualified name of the field, its parts joined by periods (12.7.4.2).
    public var name: String
    /// The signed bytes reach to the end of the file: nothing was added since.
    public var coversWholeFile: Bool
    /// The certification level (`/DocMDP`, 12.8.2.2): 1 no changes, 2 filling in forms, 3 annotating too; `nil` for an
    /// approval signature.
    public var certification: Int?
}

extension PDFFile {
    /// Deeper than any form a writer makes; a form beyond it is a circle.
    private static let maximumFieldDepth = 32

    /// The signature fields that hold a signature, in the form's order.
    public func signatures() throws(PDFError) -> [SignatureField] {
        guard let form = try resolve(catalog()[.acroForm] ?? .null).dictionaryValue,
            let fields = try resolve(form[.fields] ?? .null).arrayValue
        else { return [] }
        var signatures: [SignatureField] = []
        var seen: Set<IndirectReference> = []
        try collect(fields, name: "", type: nil, depth: 0, into: &signatures, &seen)
        return signatures
    }

    /// The certification level of the document, by its catalog or by any of its signatures; `nil` where there is none.
    public func certificationLevel() throws(PDFError) -> Int? {
        if let permissions = try resolve(catalog()[.permissionHandlers] ?? .null).dictionaryValue,
            let signature = try resolve(permissions[.docMDP] ?? .null).dictionaryValue
        {
            return try certificationLevel(of: signature) ?? 2
        }
        return try signatures().compactMap(\.certification).min()
    }

    /// Throws where an annotation may not be added by an increment.
    ///
    /// - Parameter overridingCertification: go on although the certification forbids it: the signature stays intact, and
    ///   readers will call the certified document changed.
    public func checkMayAnnotate(overridingCertification: Bool = false) throws(PDFError) {
        if let encryption = try encryption(), !encryption.mayAnnotate { throw .annotatingNotPermitted }
        if !overridingCertification, let level = try certificationLevel(), level < 3 { throw .certified(level: level) }
    }

    private func collect(
        _ fields: [PDFObject], name: String, type: Name?, depth: Int, into signatures: inout [SignatureField],
        _ seen: inout Set<IndirectReference>
    ) throws(PDFError) {
        guard depth < Self.maximumFieldDepth else { return }
        for item in fields {
            if let reference = item.referenceValue, !seen.insert(reference).inserted { continue }
            guard let field = try resolve(item).dictionaryValue else { continue }
            let part = try resolve(field[.partialFieldName] ?? .null).stringValue?.text
            let full = [name, part ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
            let type = try resolve(field[.fieldType] ?? .null).nameValue ?? type
            if type == .signature, let value = try resolve(field[.value] ?? .null).dictionaryValue {
                signatures.append(
                    SignatureField(
                        name: full, coversWholeFile: try coversWholeFile(value),
                        certification: try certificationLevel(of: value)))
            }
            let entry = field[.kids] ?? .null
            if case .reference(let array) = entry, !seen.insert(array).inserted { continue }
            if let kids = try resolve(entry).arrayValue {
                try collect(kids, name: full, type: type, depth: depth + 1, into: &signatures, &seen)
            }
        }
    }

    private func coversWholeFile(_ signature: PDFDictionary) throws(PDFError) -> Bool {
        let range = try resolve(signature[.byteRange] ?? .null).arrayValue?.compactMap(\.integerValue) ?? []
        return range.count == 4 && range[0] == 0 && range[2] &+ range[3] == count
    }

    private func certificationLevel(of signature: PDFDictionary) throws(PDFError) -> Int? {
        for item in try resolve(signature[.signatureReference] ?? .null).arrayValue ?? [] {
            guard let reference = try resolve(item).dictionaryValue,
                try resolve(reference[.transformMethod] ?? .null).nameValue == .docMDP
            else { continue }
            let parameters = try resolve(reference[.transformParameters] ?? .null).dictionaryValue ?? [:]
            return try resolve(parameters[.permissions] ?? .null).integerValue ?? 2
        }
        return nil
    }
}
