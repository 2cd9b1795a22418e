import Documents
import LinuxFiles
import SystemPackage

extension JobReport {
    /// The keys of its JSON object, and of its answer in a batch.
    enum Key: CodingKey {
        case applied, alreadyApplied, savedBefore, original, restored, cutBack, revision, dropped, unsavedChanges
        case saved, repaired, method, bytesAppended, bytes, baseBytes, baseSHA256, kept, ignoredRestrictions, warnings
        case annotations, line, id, status, dryRun, exitStatus, error, message, hint, ms
    }

    /// Encodes what became of its edits.
    func encodeEdits(in values: inout KeyedEncodingContainer<Key>) throws {
        try values.encodeIfPresent(edits?.applied, forKey: .applied)
        try values.encodeIfPresent(edits?.alreadyApplied, forKey: .alreadyApplied)
        if savedBefore > 0 { try values.encode(savedBefore, forKey: .savedBefore) }
        if isOriginalKept == false { try values.encode("notKept", forKey: .original) }
        try values.encode(save?.bytesAppended ?? 0, forKey: .bytesAppended)
        if !ignoredRestrictions.isEmpty { try values.encode(ignoredRestrictions, forKey: .ignoredRestrictions) }
    }
}

/// The JSON object of a ``JobReport``.
struct JobJSON: Encodable {
    private let report: JobReport

    /// Returns the object with the names of the files.
    static func named(_ report: JobReport) -> some Encodable {
        NamedReport(
            ["file": report.file, "output": report.saving.output?.argument ?? report.save?.copy?.argument],
            JobJSON(report: report))
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: JobReport.Key.self)
        let save = report.save
        try report.encodeEdits(in: &values)
        switch report.outcome {
        case .restored(let edits, let bytes, _):
            try values.encode(edits, forKey: .restored)
            try values.encodeIfPresent(bytes, forKey: .cutBack)
        case .restoredRevision(let number, _): try values.encode(number, forKey: .revision)
        case .recorded, .saved: break
        }
        if report.identity.droppedCount > 0 { try values.encode(report.identity.droppedCount, forKey: .dropped) }
        try values.encode(report.unsaved, forKey: .unsavedChanges)
        try values.encode(save != nil && !report.saving.dryRun, forKey: .saved)
        if report.saving.options.repairs { try values.encode(save?.repaired != nil, forKey: .repaired) }
        try values.encodeIfPresent(save?.method?.rawValue, forKey: .method)
        try values.encodeIfPresent(save?.bytes, forKey: .bytes)
        try values.encodeIfPresent(report.baseBytes, forKey: .baseBytes)
        try values.encodeIfPresent(save?.baseSHA256, forKey: .baseSHA256)
        try values.encodeIfPresent(report.kept?.persistentIdentifier, forKey: .kept)
        if !report.warnings.isEmpty { try values.encode(report.warnings, forKey: .warnings) }
        let selected = report.selectedInDryRun
        if !selected.isEmpty { try values.encode(AnnotationReport.reports(of: selected), forKey: .annotations) }
    }
}
