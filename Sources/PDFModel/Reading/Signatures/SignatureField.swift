/// One signature field of the document's form, and what its signature, if it has one, covers and forbids (ISO 32000-2,
/// 12.7.5.5 and 12.8).
public struct SignatureField: Sendable, Equatable {
    /// The fully qualified name of the field, its parts joined by periods (12.7.4.2).
    public var name: String
    /// Whether the field has a signature.
    public var isSigned: Bool
    /// The coverage; `nil` where there is no signature, or it does not cover a prefix of the file.
    public var coverage: SignatureCoverage?
    /// The certification level (`/DocMDP`, 12.8.2.2): 1 no changes, 2 filling in forms, 3 annotating too; `nil` for an
    /// approval signature.
    public var certification: Int?
    /// The locks of the signature; where the field is not signed yet, those that its signature will have.
    public var locks: [FieldLock]

    /// Creates the description of a field.
    public init(
        name: String, isSigned: Bool, coverage: SignatureCoverage? = nil, certification: Int? = nil,
        locks: [FieldLock] = []
    ) {
        self.name = name
        self.isSigned = isSigned
        self.coverage = coverage
        self.certification = certification
        self.locks = locks
    }
}
