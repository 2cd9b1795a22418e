import Documents
import FileCoordination
import PDFModel

/// The text output of `pdfco open`.
enum SummaryText {
    static func lines(_ summary: DocumentSummary, file: String, withRevisions: Bool) -> [String] {
        var lines = [
            "\(file): PDF \(summary.structure.pdfVersion), \(counted(summary.pages, "page")), \(counted(summary.bytes, "byte"))"
        ]
        var form = summary.structure.crossReference.map { "cross-reference \($0.rawValue)" } ?? "damaged"
        if summary.structure.isLinearized { form += ", linearized" }
        lines.append("  structure    \(form), \(counted(summary.revisions.count, "revision"))")
        if withRevisions {
            for revision in summary.revisions {
                lines.append("  revision \(revision.number)   \(counted(revision.bytes, "byte"))")
            }
        }
        lines += VersionText.lines(summary.versions, isComplete: withRevisions)
        lines.append("  annotations  \(summary.annotationCount)")
        if let checkpoint = summary.unsaved.checkpoint {
            lines.append(
                "  unsaved      \(counted(checkpoint.edits, "change")), last changed \(checkpoint.modifiedTimestamp)")
        }
        lines += [conflict(summary), loss(summary)].compactMap(\.self).map { "  warning      \($0)" }
        if let encryption = summary.structure.encryption {
            let permission = encryption.mayAnnotate ? "annotating allowed" : "annotating not allowed"
            let who = encryption.isOpenedAsOwner ? "owner" : "user"
            lines.append(
                "  encryption   \(encryption.method), revision \(encryption.revision), opened as \(who), \(permission)")
        }
        lines += summary.signatures.map { "  signature    " + SignatureText.line($0) }
        lines += summary.permissionSignatures.map { "  signature    " + SignatureText.line($0) }
        if summary.unfinishedBytes > 0 {
            lines.append(
                "  unfinished   \(counted(summary.unfinishedBytes, "byte")) of an interrupted save; "
                    + "the next save removes them"
            )
        }
        if let reason = summary.editingDisabled {
            lines.append("  editing      disabled: the document \(reason)")
        }
        lines += summary.warnings.map { "  warning      \($0)" }
        return lines
    }

    static func line(_ presenter: PresenterDescription) -> String {
        "  open in      process \(presenter.process), since \(presenter.sinceTimestamp)"
    }

    /// Returns the warning that the unsaved changes are not shown; `nil` if there is no conflict.
    static func conflict(_ summary: DocumentSummary) -> String? {
        summary.unsaved.conflict.map {
            "the unsaved changes are not shown: they no longer fit the document: \($0)"
        }
    }

    /// Returns the warning that the checkpoint cannot be read to its end; `nil` if it can.
    static func loss(_ summary: DocumentSummary) -> String? {
        guard summary.unsaved.lostBytes > 0 else { return nil }
        return "\(counted(summary.unsaved.lostBytes, "byte")) at the end of the checkpoint cannot be read"
    }

    /// `1 page`, `2 pages`.
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The pronoun for what was counted.
    static func them(_ count: Int) -> String { count == 1 ? "it" : "them" }
}

/// One signature field, or one signature without a field, on one line.
enum SignatureText {
    static func line(_ field: SignatureField) -> String {
        var parts = [field.isSigned ? coverage(field.coverage) : "not signed"]
        if let level = field.certification { parts.append("certification level \(level)") }
        // Most locks occur both in the field and in its signature.
        for part in field.locks.flatMap({ texts($0, isSigned: field.isSigned) }) where !parts.contains(part) {
            parts.append(part)
        }
        return "\(field.name): " + parts.joined(separator: ", ")
    }

    static func line(_ signature: PermissionSignature) -> String {
        let what = signature.purpose == .usageRights ? "usage rights" : "certification"
        let level = signature.certification.map { ", certification level \($0)" } ?? ""
        return "\(what) in /Perms: \(coverage(signature.coverage))\(level)"
    }

    private static func coverage(_ coverage: SignatureCoverage?) -> String {
        guard let coverage else { return "covers no revision" }
        if coverage.isWholeFile { return "covers the whole file" }
        let bytes = SummaryText.counted(coverage.bytes, "byte")
        return coverage.revision.map { "covers revision \($0) (\(bytes))" } ?? "covers the first \(bytes)"
    }

    private static func texts(_ lock: FieldLock, isSigned: Bool) -> [String] {
        let names = lock.fields.map { "'\($0)'" }.joined(separator: " ")
        let fields =
            switch lock.action {
            case .all: "all fields"
            case .include: names
            case .exclude: names.isEmpty ? "all fields" : "all fields but \(names)"
            }
        let document = lock.permissions.map { "the document at level \($0)" } ?? ""
        return [fields, document].filter { !$0.isEmpty }.map { (isSigned ? "locks " : "will lock ") + $0 }
    }
}
