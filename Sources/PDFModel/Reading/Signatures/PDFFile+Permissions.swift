extension PDFFile {
    /// Returns the document's certification level, from its catalog or from any of its signatures; `nil` where there is
    /// none.
    ///
    /// Where several are stated, the strictest applies.
    public func certificationLevel() throws(PDFError) -> Int? { try certificationLevel(among: signatureFields()) }

    /// Throws where an increment may not add, change or remove an annotation.
    ///
    /// - Parameter ignoringSignatures: continue although a certification or a signature's lock forbids it: the
    ///   signatures stay intact, and readers will report that the document was changed against their terms.
    /// - Returns: what forbids it and is ignored, and each signature that covers more bytes than the file ever had, which
    ///   protects nothing.
    @discardableResult
    public func checkMayAnnotate(ignoringSignatures: Bool = false) throws(PDFError) -> [PDFError] {
        if let encryption = try encryption(), !encryption.mayAnnotate { throw .annotatingNotPermitted }
        let fields = try signatureFields()
        var restrictions: [PDFError] = []
        if let level = try certificationLevel(among: fields), level < 3 {
            restrictions.append(.certified(level: level, byField: fields.first { $0.certification == level }?.name))
        }
        for field in fields where field.isSigned {
            guard let level = field.locks.compactMap(\.permissions).min(), level < 3 else { continue }
            restrictions.append(.locked(byField: field.name, level: level))
        }
        var beyond: [(covered: Int, PDFError)] = []
        for field in fields {
            guard let covered = field.coverage?.bytes, covered > count else { continue }
            beyond.append((covered, .signatureBeyondEnd(inField: field.name)))
        }
        // Where the file ends whole, such a signature was never valid. But what is appended may be the end of line that a
        // signature still lacks.
        let isWhole = revision(endingAt: count) != nil
        let broken = beyond.filter { !isWhole || $0.covered - count <= 2 }.map(\.1)
        if !ignoringSignatures, let first = (restrictions + broken).first { throw first }
        return restrictions + beyond.map(\.1)
    }

    /// Returns what protects the field that an annotation represents from changes; `nil` if nothing does.
    func lock(on annotation: PDFDictionary) throws(PDFError) -> PDFError? {
        guard try resolve(annotation[.subtype] ?? .null).nameValue == "Widget" else { return nil }
        let name = try fieldName(of: annotation)
        for field in try signatureFields() where field.isSigned {
            if field.name.isSame(as: name) || field.locks.contains(where: { $0.locks(name) }) {
                return .fieldLocked(name, byField: field.name)
            }
        }
        return nil
    }

    private func certificationLevel(among fields: [SignatureField]) throws(PDFError) -> Int? {
        var levels = fields.compactMap(\.certification)
        if let signature = try certificationInCatalog() { levels.append(try certification(of: signature)) }
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
