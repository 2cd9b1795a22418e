import Documents
import LinuxFiles
import SystemPackage

/// The JSON object of a ``JobReport``.
struct JobJSON: Encodable {
    private var applied: Int?
    private var alreadyApplied: Int?
    private var restored: Int?
    private var cutBack: Int?
    private var revision: Int?
    private var dropped: Int?
    private var unsavedChanges: Int
    private var saved: Bool
    private var repaired: Bool?
    private var method: String?
    private var bytesAppended: Int
    private var bytes: Int?
    private var baseBytes: Int?
    private var baseSHA256: String?
    private var kept: String?
    private var ignoredRestrictions: [String]?
    private var warnings: [String]?
    private var annotations: [AnnotationReport]?

    /// Returns the object with the names of the files.
    static func named(_ report: JobReport) -> some Encodable {
        NamedReport(
            ["file": report.file, "output": report.saving.output?.argument ?? report.save?.copy?.argument],
            JobJSON(report))
    }

    private init(_ report: JobReport) {
        let save = report.save
        (applied, alreadyApplied) = (report.edits?.applied, report.edits?.alreadyApplied)
        switch report.outcome {
        case .restored(let edits, let bytes, _): (restored, cutBack) = (edits, bytes)
        case .restoredRevision(let number, _): revision = number
        case .recorded, .saved: break
        }
        dropped = report.identity.droppedCount > 0 ? report.identity.droppedCount : nil
        unsavedChanges = report.unsaved
        saved = save != nil && !report.saving.dryRun
        repaired = report.saving.repairs ? save?.repaired != nil : nil
        method = save?.method?.rawValue
        bytesAppended = save?.bytesAppended ?? 0
        bytes = save?.bytes
        (baseBytes, baseSHA256) = (report.baseBytes, save?.baseSHA256)
        kept = save?.kept?.persistentIdentifier
        ignoredRestrictions = report.ignoredRestrictions.isEmpty ? nil : report.ignoredRestrictions
        warnings = report.warnings.isEmpty ? nil : report.warnings
        annotations = report.selectedInDryRun.isEmpty ? nil : AnnotationReport.reports(of: report.selectedInDryRun)
    }
}
