import Documents
import LinuxFiles
import SystemPackage

/// A ``JobReport`` as one line of text.
enum JobText {
    /// - Parameter command: how the command that saves is typed.
    static func line(_ report: JobReport, savedBy command: String) -> String {
        let parts = edits(report) + changes(report) + repair(report, command)
        return "\(report.shownFile): " + parts.joined(separator: ", ")
    }

    static func pending(_ unsaved: Int, savedBy command: String) -> String {
        guard unsaved > 0 else { return "nothing pending" }
        let changes = SummaryText.counted(unsaved, "change")
        return "\(changes) pending; run `\(command)` to write \(SummaryText.them(unsaved))"
    }

    private static func edits(_ report: JobReport) -> [String] {
        guard let edits = report.edits else { return [] }
        var parts: [String] = []
        let would = report.saving.dryRun ? "would be " : ""
        if edits.applied > 0 { parts.append("\(SummaryText.counted(edits.applied, "edit")) \(would)applied") }
        let already = [(edits.alreadyRemoved, "removed"), (edits.alreadyApplied - edits.alreadyRemoved, "applied")]
        parts += already.filter { $0.0 > 0 }.map { "\($0) already \($1)" }
        if report.savedBefore > 0 { parts.append("with \(SummaryText.counted(report.savedBefore, "earlier change"))") }
        return parts
    }

    /// Describes what was done with the unsaved changes and with an interrupted save at the document's end.
    private static func changes(_ report: JobReport) -> [String] {
        let (would, dropped) = (report.saving.dryRun ? "would be " : "", report.identity.droppedCount)
        let loss = dropped > 0 ? ["\(SummaryText.counted(dropped, "unsaved change")) \(would)discarded"] : []
        switch report.outcome {
        case .recorded, .saved: return loss
        case .restoredRevision(let number, _):
            return loss + ["\(report.saving.dryRun ? "would restore" : "restored") revision \(number)"]
        case .restored(let edits, let bytes, _):
            let cut = bytes > 0 ? ["\(SummaryText.counted(bytes, "byte")) of an interrupted save \(would)removed"] : []
            if dropped > 0 { return cut + loss }
            if edits == 0, report.identity.hadSavedCheckpoint { return cut + ["already has its changes"] }
            if edits == 0, report.identity.isPutBack { return cut + ["put back"] }
            guard edits > 0 || bytes == 0 else { return cut }
            return cut + ["\(SummaryText.counted(edits, "change")) \(would)restored"]
        }
    }

    /// Describes what was written, and whether it was repaired.
    private static func repair(_ report: JobReport, _ command: String) -> [String] {
        let outcome = outcome(report, command)
        if report.save?.repaired != nil { return [report.saving.dryRun ? "would be repaired" : "repaired", outcome] }
        guard report.saving.options.repairs, report.edits == nil else { return [outcome] }
        return ["nothing to repair"] + (report.save == nil ? [] : [outcome])
    }

    private static func outcome(_ report: JobReport, _ command: String) -> String {
        let written = written(report, command)
        guard let kept = report.kept else { return written }
        guard report.save != nil else { return "\(written), kept as version \(kept.persistentIdentifier)" }
        let replaced = kept.isConflict ? "other" : "previous"
        return "\(written), the \(replaced) document is kept as version \(kept.persistentIdentifier)"
    }

    private static func writtenElsewhere(
        _ output: Output, _ part: OutputPart, _ save: SaveReport, _ verb: String
    ) -> String {
        let name = output.path?.argument ?? "standard output"
        switch part {
        case .document: return "\(name) \(verb) (\(save.bytes) bytes)"
        case .increment:
            return "\(name) \(verb) (\(save.bytesAppended) bytes to append to the document's first "
                + "\(save.bytes - save.bytesAppended))"
        }
    }

    private static func written(_ report: JobReport, _ command: String) -> String {
        let dryRun = report.saving.dryRun
        switch report.outcome {
        case .recorded:
            return dryRun
                ? "\(SummaryText.counted(report.unsaved, "change")) would be pending"
                : pending(report.unsaved, savedBy: command)
        case .saved(_, nil): return "nothing to save"
        case .restored(_, _, nil), .restoredRevision(_, nil): return "nothing to write"
        case .saved(_, let save?), .restored(_, _, let save?), .restoredRevision(_, let save?):
            let verb = dryRun ? "would be written" : "written"
            if let output = report.saving.output { return writtenElsewhere(output, report.saving.part, save, verb) }
            if let copy = save.copy { return "\(copy.argument) \(verb); the document is unchanged" }
            guard let method = save.method else {
                return "\(dryRun ? "would be rewritten" : "rewritten") (\(save.bytes) bytes)"
            }
            let saved = (dryRun ? "would be saved" : "saved") + (method == .append ? " in place" : "")
            if case .restoredRevision = report.outcome { return "\(saved) (\(save.bytes) bytes)" }
            return "\(saved) (+\(SummaryText.counted(save.bytesAppended, "byte")))"
        }
    }
}
