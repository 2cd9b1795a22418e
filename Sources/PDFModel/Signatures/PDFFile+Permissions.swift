extension PDFFile {
    /// Returns the document's certification level, from its catalog or from any of its signatures; `nil` where there is
    /// none.
    ///
    /// Where several are stated, the strictest applies.
    public func certificationLevel() throws(PDFError) -> Int? { try certificationLevel(among: signatureFields()) }

    /// Throws where an increment may not add, change or remove an annotation.
    ///
    /// - Parameter overridingCertification: continue although a certification or a signature's lock forbids it: the
    ///   signatures stay intact, and readers will report that the document was changed against their terms.
    public func checkMayAnnotate(overridingCertification: Bool = false) throws(PDFError) {
        if let encryption = try encryption(), !encryption.mayAnnotate { throw .annotatingNotPermitted }
        guard !overridingCertification else { return }
        let fields = try signatureFields()
        if let level = try certificationLevel(among: fields), level < 3 {
            throw .certified(level: level, byField: fields.first { $0.certification == level }?.name)
        }
        for field in fields where field.isSigned {
            guard let level = field.locks.compactMap(\.permissions).min(), level < 3 else { continue }
            throw .locked(byField: field.name, level: level)
        }
        for field in fields {
            if let covered = field.coverage?.bytes, covered > count { throw .signatureBeyondEnd(inField: field.name) }
        }
    }

    /// Throws where an annotation represents a field that a signature protects from changes.
    func checkIsNotLocked(_ annotation: PDFDictionary) throws(PDFError) {
        guard try resolve(annotation[.subtype] ?? .null).nameValue == .widget else { return }
        let name = try fieldName(of: annotation)
        for field in try signatureFields() where field.isSigned {
            if field.name.isSame(as: name) || field.locks.contains(where: { $0.locks(name) }) {
                throw .fieldLocked(name, byField: field.name)
            }
        }
    }

    private func certificationLevel(among fields: [SignatureField]) throws(PDFError) -> Int? {
        var levels = fields.compactMap(\.certification)
        if let permissions = try resolve(catalog()[.permissionHandlers] ?? .null).dictionaryValue,
            let signature = try resolve(permissions[.docMDP] ?? .null).dictionaryValue
        {
            levels.append(try transforms(of: signature).compactMap(\.certification).min() ?? 2)
        }
        return levels.min()
    }

    /// Returns the fully qualified name of the field that a widget belongs to or is (12.7.4.2).
    private func fieldName(of widget: PDFDictionary) throws(PDFError) -> String {
        var parts: [String] = []
        var field: PDFDictionary? = widget
        for _ in 0..<32 {
            guard let current = field else { break }
            if let part = try resolve(current[.partialFieldName] ?? .null).stringValue?.text { parts.append(part) }
            field = try resolve(current[.parent] ?? .null).dictionaryValue
        }
        return parts.reversed().filter { !$0.isEmpty }.joined(separator: ".")
    }
}
