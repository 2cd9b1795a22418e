import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import SystemPackage

/// `pdfco checkpoint prune`.
struct PruneCheckpointsCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "prune", of: "pdfco checkpoint", abstract: "Remove checkpoints that are no longer needed.",
        usage: "pdfco checkpoint prune [<options>]", examples: "  pdfco checkpoint prune --older-than 30d --dry-run")

    @Option(
        help: ArgumentHelp(
            "Remove only what has not been written for this long, such as 12h, 7d or 4w. (default: 7d)",
            valueName: "age"))
    var olderThan: String?

    @Flag(help: "Also remove unsaved changes, and versions in conflict or with a name.")
    var force = false

    @Flag(help: "Remove nothing, and report what would be removed.")
    var dryRun = false

    @OptionGroup var global: GlobalOptions

    private struct Report: Encodable {
        var removed: [NamedReport<RecoverableDocument>]
        var kept: [NamedReport<RecoverableDocument>]
        var removedVersions: [NamedReport<FileVersion>]
        var clearedFiles: Int
    }

    func run(in context: CommandContext) throws {
        let seconds = try OptionValue<Int>.age(olderThan ?? "7d", for: "--older-than") as Int
        let store = try context.store()
        let coordinator = try context.coordinator()
        let report = try OpenDocument<PDFContents>.pruneCheckpoints(
            in: store, olderThan: seconds, now: FileTime.now.seconds, force: force, dryRun: dryRun,
            with: coordinator)
        let console = context.console
        guard !context.json else {
            return try console.print(
                json: Report(
                    removed: report.removed.map(\.named),
                    kept: report.kept.map(\.named),
                    removedVersions: report.removedVersions.map(\.named),
                    clearedFiles: report.clearedFiles))
        }
        for document in report.removed {
            try console.print("\(dryRun ? "would remove" : "removed")  \(RecoverableText.line(document))")
        }
        for version in report.removedVersions {
            try console.print("\(dryRun ? "would remove" : "removed")  \(VersionText.line(version, ofAll: true))")
        }
        for document in report.kept { try console.print("kept  \(RecoverableText.line(document))") }
        var counts = [SummaryText.counted(report.removed.count, "checkpoint")]
        let versions = report.removedVersions.count
        if versions > 0 { counts.append(SummaryText.counted(versions, "version")) }
        if report.clearedFiles > 0 {
            counts.append("\(SummaryText.counted(report.clearedFiles, "file")) left by saves, crashes or damage")
        }
        let count =
            counts.dropLast().joined(separator: ", ") + (counts.count > 1 ? " and " : "") + counts[counts.count - 1]
        console.say("\(count) \(dryRun ? "would be removed" : "removed"), \(report.kept.count) kept")
        RecoverableText.sayOriginals(of: report.kept, on: console)
    }
}
