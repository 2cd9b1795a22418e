import Checkpointing
import Documents
import FileCoordination
import FoundationEssentials
import PDFModel

/// The JSON object of `pdfco open`.
struct SummaryReport: Encodable {
    struct JSONRevision: Encodable {
        var number: Int
        var bytes: Int
    }

    struct JSONEncryption: Encodable {
        var method: String
        var revision: Int
        var opened: String
        var mayAnnotate: Bool
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

    struct JSONSignature: Encodable {
        var field: String
        var signed: Bool
        var coversWholeFile: Bool
        @NullWhenAbsent var revision: Int?
        @NullWhenAbsent var coveredBytes: Int?
        @NullWhenAbsent var certification: Int?
        var locks: [JSONLock]

        init(_ field: SignatureField) {
            self.field = field.name
            signed = field.isSigned
            coversWholeFile = field.coverage?.isWholeFile ?? false
            revision = field.coverage?.revision
            coveredBytes = field.coverage?.bytes
            certification = field.certification
            locks = field.locks.map(JSONLock.init)
        }
    }

    struct JSONPermission: Encodable {
        var by: String
        var coversWholeFile: Bool
        @NullWhenAbsent var revision: Int?
        @NullWhenAbsent var coveredBytes: Int?
        @NullWhenAbsent var certification: Int?

        init(_ signature: PermissionSignature) {
            by = signature.purpose.rawValue
            coversWholeFile = signature.coverage?.isWholeFile ?? false
            revision = signature.coverage?.revision
            coveredBytes = signature.coverage?.bytes
            certification = signature.certification
        }
    }

    struct JSONLock: Encodable {
        var by: String
        var action: String
        var fields: [String]
        @NullWhenAbsent var permissions: Int?

        init(_ lock: FieldLock) {
            by = lock.origin.rawValue
            action = lock.action.rawValue
            fields = lock.fields
            permissions = lock.permissions
        }
    }

    var bytes: Int
    var unfinishedBytes: Int?
    var pdfVersion: String
    var pages: Int
    var pageList: [PageReport]
    var revisions: [JSONRevision]
    @NullWhenAbsent var crossReference: String?
    var linearized: Bool
    @NullWhenAbsent var encryption: JSONEncryption?
    var signatures: [JSONSignature]
    var permissions: [JSONPermission]
    var annotationCount: Int
    var annotations: [AnnotationReport]?
    var unsavedChanges: Int
    @NullWhenAbsent var checkpoint: JSONCheckpoint?
    var state: [String]
    var versions: [VersionItem]
    var presenters: [JSONPresenter]
    var warnings: [String]

    /// - Parameter hasSavingError: whether the session's last automatic save failed.
    init(
        _ summary: DocumentSummary, pages list: [PageDetails], annotations: [ListedAnnotation]?,
        presenters: [PresenterDescription],
        hasSavingError: Bool
    ) {
        bytes = summary.bytes
        unfinishedBytes = summary.unfinishedBytes > 0 ? summary.unfinishedBytes : nil
        pdfVersion = summary.structure.pdfVersion
        pages = summary.pages
        pageList = list.map(PageReport.init)
        revisions = summary.revisions.map { JSONRevision(number: $0.number, bytes: $0.bytes) }
        crossReference = summary.structure.crossReference?.rawValue
        linearized = summary.structure.isLinearized
        encryption = summary.structure.encryption.map {
            JSONEncryption(
                method: $0.method, revision: $0.revision, opened: $0.isOpenedAsOwner ? "owner" : "user",
                mayAnnotate: $0.mayAnnotate)
        }
        signatures = summary.signatures.map(JSONSignature.init)
        permissions = summary.permissionSignatures.map(JSONPermission.init)
        annotationCount = summary.annotationCount
        self.annotations = annotations.map { AnnotationReport.reports(of: $0) }
        self.presenters = presenters.map { JSONPresenter(pid: $0.process, since: $0.sinceTimestamp) }
        unsavedChanges = summary.unsaved.checkpoint?.edits ?? 0
        checkpoint = summary.unsaved.checkpoint.map(JSONCheckpoint.init)
        var state: [String] = []
        versions = summary.versions.map { VersionItem($0) }
        let hasVersionsInConflict = summary.versions.contains { !$0.isResolved }
        if summary.unsaved.conflict != nil || hasVersionsInConflict { state.append("inConflict") }
        if summary.editingDisabled != nil { state.append("editingDisabled") }
        if hasSavingError { state.append("savingError") }
        self.state = state.isEmpty ? ["normal"] : state
        let reason = summary.editingDisabled.map {
            "editing is disabled: the document \($0)"
        }
        warnings =
            [reason, SummaryText.conflict(summary), SummaryText.loss(summary)].compactMap(\.self) + summary.warnings
    }
}

/// A value that is encoded as `null` if it is absent.
@propertyWrapper
struct NullWhenAbsent<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
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
