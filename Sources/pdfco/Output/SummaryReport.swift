import Checkpointing
import Documents
import FileCoordination
import FoundationEssentials
import PDFModel

/// The JSON object of `pdfco open`.
struct SummaryReport: Encodable {
    struct JSONEncryption: Encodable {
        var method: String
        var revision: Int
        var opened: String
        var mayAnnotate: Bool

        init(_ encryption: Encryption) {
            (method, revision, mayAnnotate) = (encryption.method, encryption.revision, encryption.mayAnnotate)
            opened = encryption.isOpenedAsOwner ? "owner" : "user"
        }
    }

    struct JSONPresenter: Encodable {
        var pid: Int32
        var since: String
    }

    struct JSONCheckpoint: Encodable {
        var id: String
        var edits: Int
        var modified: String

        init(_ summary: CheckpointSummary) {
            id = summary.identifier.description
            edits = summary.edits
            modified = summary.modifiedTimestamp
        }
    }

    private enum Key: CodingKey {
        case bytes, unfinishedBytes, pdfVersion, pages, pageList, revisions, crossReference, linearized, encryption
        case signatures, permissions, annotationCount, annotations, unsavedChanges, checkpoint, state, versions
        case presenters, warnings
    }

    let summary: DocumentSummary
    let pages: [PageDetails]
    let annotations: [ListedAnnotation]?
    let presenters: [PresenterDescription]
    /// Whether the session's last automatic save failed.
    let hasSavingError: Bool

    /// A value that is `nil` is `null`, except where it is encoded if present.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        let (structure, checkpoint) = (summary.structure, summary.unsaved.checkpoint)
        try values.encode(summary.bytes, forKey: .bytes)
        if summary.unfinishedBytes > 0 { try values.encode(summary.unfinishedBytes, forKey: .unfinishedBytes) }
        try values.encode(structure.pdfVersion, forKey: .pdfVersion)
        try values.encode(summary.pages, forKey: .pages)
        try values.encode(pages.map(PageReport.init), forKey: .pageList)
        try values.encode(summary.revisions, forKey: .revisions)
        try values.encode(structure.crossReference?.rawValue, forKey: .crossReference)
        try values.encode(structure.isLinearized, forKey: .linearized)
        try values.encode(structure.encryption.map(JSONEncryption.init), forKey: .encryption)
        try values.encode(summary.signatures, forKey: .signatures)
        try values.encode(summary.permissionSignatures, forKey: .permissions)
        try values.encode(summary.annotationCount, forKey: .annotationCount)
        try values.encodeIfPresent(annotations.map { AnnotationReport.reports(of: $0) }, forKey: .annotations)
        try values.encode(checkpoint?.edits ?? 0, forKey: .unsavedChanges)
        try values.encode(checkpoint.map(JSONCheckpoint.init), forKey: .checkpoint)
        try values.encode(state, forKey: .state)
        try values.encode(summary.versions, forKey: .versions)
        try values.encode(
            presenters.map { JSONPresenter(pid: $0.process, since: $0.sinceTimestamp) }, forKey: .presenters)
        try values.encode(warnings, forKey: .warnings)
    }

    private var state: [String] {
        let isInConflict = summary.unsaved.conflict != nil || summary.versions.contains { !$0.isResolved }
        let state = [
            isInConflict ? "inConflict" : nil, summary.editingDisabled == nil ? nil : "editingDisabled",
            hasSavingError ? "savingError" : nil,
        ].compactMap(\.self)
        return state.isEmpty ? ["normal"] : state
    }

    private var warnings: [String] {
        let reason = summary.editingDisabled.map { "editing is disabled: the document \($0)" }
        return [reason, SummaryText.conflict(summary), SummaryText.loss(summary)].compactMap(\.self) + summary.warnings
    }
}

extension PresenterDescription {
    /// The time at which the presenter was registered, in RFC 3339 format.
    var sinceTimestamp: String { Date(timeIntervalSince1970: Double(since)).timestamp }
}

extension CheckpointSummary {
    /// The time at which the last change was recorded, in RFC 3339 format.
    var modifiedTimestamp: String { Date(timeIntervalSince1970: Double(modified)).timestamp }
}

private enum SignatureKey: String, CodingKey {
    case origin = "by"
    case field, signed, coversWholeFile, revision, coveredBytes, certification, locks, action, fields, permissions
}

extension KeyedEncodingContainer<SignatureKey> {
    /// A value that is `nil` is `null`.
    fileprivate mutating func encode(_ coverage: SignatureCoverage?, _ certification: Int?) throws {
        try encode(coverage?.isWholeFile ?? false, forKey: .coversWholeFile)
        try encode(coverage?.revision, forKey: .revision)
        try encode(coverage?.bytes, forKey: .coveredBytes)
        try encode(certification, forKey: .certification)
    }
}

extension SignatureField: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: SignatureKey.self)
        try values.encode(name, forKey: .field)
        try values.encode(isSigned, forKey: .signed)
        try values.encode(coverage, certification)
        try values.encode(locks, forKey: .locks)
    }
}

extension PermissionSignature: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: SignatureKey.self)
        try values.encode(purpose.rawValue, forKey: .origin)
        try values.encode(coverage, certification)
    }
}

extension FieldLock: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: SignatureKey.self)
        try values.encode(origin.rawValue, forKey: .origin)
        try values.encode(action.rawValue, forKey: .action)
        try values.encode(fields, forKey: .fields)
        try values.encode(permissions, forKey: .permissions)
    }
}
