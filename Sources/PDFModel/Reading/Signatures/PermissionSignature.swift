/// A signature that grants permissions, is in the permissions dictionary of the catalog (`/Perms`) and in no field of the
/// form (ISO 32000-2, 12.8.6). A rewrite invalidates it as it does those of fields.
public struct PermissionSignature: Sendable, Equatable {
    /// What a signature in the permissions dictionary is for.
    public enum Purpose: String, Sendable {
        /// It certifies the document.
        case certification = "DocMDP"
        /// It gives the document usage rights, with which some readers allow more.
        case usageRights = "UR3"
    }

    /// What it is for.
    public var purpose: Purpose
    /// The coverage; `nil` where it does not cover a prefix of the file.
    public var coverage: SignatureCoverage?
    /// The certification level (12.8.2.2), from 1 to 3; `nil` for usage rights.
    public var certification: Int?

    /// Creates the description of a signature.
    public init(_ purpose: Purpose, coverage: SignatureCoverage? = nil, certification: Int? = nil) {
        (self.purpose, self.coverage, self.certification) = (purpose, coverage, certification)
    }
}

extension PDFFile {
    /// Returns the signatures in the permissions dictionary that no field has: the certification, then the usage rights.
    public func permissionSignatures() throws(PDFError) -> [PermissionSignature] {
        var found: [PermissionSignature] = []
        if let signature = try certificationInCatalog(),
            try !SignatureFieldReader(self).signatures.contains(signature)
        {
            let coverage = try coverage(of: signature)
            found.append(.init(.certification, coverage: coverage, certification: try certification(of: signature)))
        }
        // /UR is the entry of PDF 1.5.
        for key: Name in ["UR3", "UR"] where !found.contains(where: { $0.purpose == .usageRights }) {
            guard let signature = try permissionHandler(key), signature["ByteRange"] != nil else { continue }
            found.append(.init(.usageRights, coverage: try coverage(of: signature)))
        }
        return found
    }

    /// Returns the signature that certifies the document according to the permissions dictionary.
    func certificationInCatalog() throws(PDFError) -> PDFDictionary? { try permissionHandler(.docMDP) }

    /// Returns the certification level that a signature in the permissions dictionary states, 2 where it states none.
    func certification(of signature: PDFDictionary) throws(PDFError) -> Int {
        try transforms(of: signature).compactMap(\.certification).min() ?? 2
    }

    private func permissionHandler(_ key: Name) throws(PDFError) -> PDFDictionary? {
        let permissions = try resolve(catalog()["Perms"] ?? .null).dictionaryValue
        return try resolve(permissions?[key] ?? .null).dictionaryValue
    }
}
