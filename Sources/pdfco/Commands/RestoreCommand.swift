import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// `pdfco restore`: recovers unsaved changes, earlier revisions and versions.
struct RestoreCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "restore", abstract: "Write what a crash left unsaved; go back to revisions.",
        usage: """
            pdfco restore [<options>]
            pdfco restore [<options>] <file> ...
            pdfco restore [<options>] --all
            pdfco restore [<options>] <file> --to <path>
            pdfco restore [<options>] <file> --discard
            pdfco restore [<options>] <file> --revision <number>
            pdfco restore [<options>] <file> --version <id>
            """,
        examples: """
              pdfco restore
              pdfco restore report.pdf
              pdfco restore /old/report.pdf --to report.pdf
              pdfco restore report.pdf --revision 1 -o first.pdf
              pdfco restore report.pdf --version 1f2e3d4c
            """)

    @OptionGroup var documents: DocumentFiles

    @Flag(help: "Recover every document.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Write the unsaved changes of FILE into the document now at PATH.", valueName: "path"),
        completion: .pdf)
    var to: String?

    @Flag(help: "Discard the unsaved changes, or the version.")
    var discard = false

    @Option(help: ArgumentHelp("Go back to a revision; 1 is the oldest.", valueName: "number"))
    var revision: String?

    @Option(help: ArgumentHelp("Go back to a version that was kept.", valueName: "id"))
    var version: String?

    @OptionGroup(title: "Saving") var output: DestinationOptions
    @OptionGroup(title: "Saving") var writing: WritingOptions
    @OptionGroup(title: "Saving") var rewriting: RewritingOptions
    @OptionGroup var global: GlobalOptions

    private var saving: SaveOptions { SaveOptions(output: output, writing: writing, rewriting: rewriting) }

    func validate() throws {
        try saving.validate()
        if !documents.isEmpty, all { throw ValidationError("--all takes no file.") }
        if documents.isEmpty, discard || to != nil || revision != nil || version != nil || output.option != nil {
            throw ValidationError(
                all ? "--all restores all unsaved changes, with no other choice." : "Missing expected argument '<file>'"
            )
        }
        if discard, revision != nil || output.option != nil {
            throw ValidationError("--discard cannot be combined with --revision, -o or --increment-to.")
        }
        if output.incrementTo != nil, revision != nil || version != nil {
            throw ValidationError("--increment-to cannot be combined with --revision or --version.")
        }
        if to != nil, discard || revision != nil || version != nil {
            throw ValidationError("--to cannot be combined with --discard, --revision or --version.")
        }
        if revision != nil, version != nil {
            throw ValidationError("--revision cannot be combined with --version.")
        }
    }

    func run(in context: CommandContext) throws {
        if documents.isEmpty { return try all ? restoreAll(in: context) : list(in: context) }
        let paths = try documents.paths(in: context.surroundings)
        if paths.count > 1, to != nil || version != nil {
            throw CommandFailure.usage("\(to != nil ? "--to" : "--version") takes one document")
        }
        try saving.checkOutputs(of: paths, asPDF: version == nil)
        for path in paths { OpenDocument<PDFContents>.putBack(at: FilePath(argument: path)) }
        try context.forEach(of: paths, mayBeMissing: true) { try restoreOne($0, in: $1) }
    }

    private func restoreOne(_ file: String, in context: CommandContext) throws {
        if let version {
            let saving = try saving.saving(of: file, context.console)
            let change = VersionChange(file: file, identifier: version, saving: saving, context: context)
            return try discard ? change.discard() : change.goBack()
        }
        if discard { return try Discarding.run(file, context) }
        if let revision {
            return try goBack(file, to: try OptionValue<Int>.count(revision, for: "--revision"), in: context)
        }
        let isRestored =
            if let to {
                try restore(to, context.leading(to: context.identifier(of: file)), recordedFor: file)
            } else { try restore(file, context) }
        if isRestored { return }
        let hint = to == nil ? try versionHint(file, in: context) : nil
        throw CommandFailure(
            kind: "nothingToRestore", file: file, problem: "there is nothing to restore",
            hint: hint ?? "pdfco restore lists the documents that can be restored", exitStatus: .negative)
    }

    /// Returns a hint about a version in conflict with the document; `nil` if there is none.
    private func versionHint(_ file: String, in context: CommandContext) throws -> String? {
        let versions = try FileVersion.unresolvedConflictVersionsOfItem(
            at: FilePath(argument: file), in: try context.versions())
        return versions.first.map {
            "version \($0.persistentIdentifier) is in conflict with the document: --version restores it and keeps the "
                + "document as a version, --version with -o OUT writes it to a new file"
        }
    }

    private func list(in context: CommandContext) throws {
        guard try context.printUnsaved() else { throw ExitCode(ExitStatus.negative.rawValue) }
    }

    private func restoreAll(in context: CommandContext) throws {
        let store = try context.store()
        let found = try OpenDocument<PDFContents>.recoverable(in: store)
        var restored = false
        try found.forEachPath(context) { restored = try restore($0, $1) || restored }
        if !restored { context.console.say("nothing to restore") }
        // Remove the other files that crashes left behind.
        if !writing.dryRun { try OpenDocument<PDFContents>.clearLeftovers(in: store) }
    }

    /// Restores one document.
    ///
    /// - Parameter other: the document that the changes were recorded for, if the user has named `file` in its place.
    /// - Returns: Whether there was anything to restore.
    private func restore(_ file: String, _ context: CommandContext, recordedFor other: String? = nil) throws -> Bool {
        try StandardInput.refuse(file)
        var saving = try saving.saving(of: file, context.console)
        // With `--all`, no document was named: one that is gone may be elsewhere.
        saving.restores = !all
        var documents = try context.documents(for: file)
        documents.isOwnerConfirmed = other != nil
        let report: JobReport?
        do { report = try documents.restore(FilePath(argument: file), saving) } catch {
            throw try context.hinted(error, file, documents)
        }
        try report?.print(in: context)
        return report != nil
    }

    private func goBack(_ file: String, to number: Int, in context: CommandContext) throws {
        let saving = try saving.saving(of: file, context.console)
        let documents = try context.documents(for: file)
        if saving.output == nil, !saving.dryRun { try StandardInput.refuse(file) }
        var report: JobReport
        do { report = try documents.goBack(context.path(of: file), toRevision: number, saving) } catch {
            throw try context.hinted(error, file, documents)
        }
        report.document = FilePath(argument: file)
        try report.print(in: context)
    }
}
