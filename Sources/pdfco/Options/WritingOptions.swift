import ArgumentParser
import Documents
import PDFModel

/// The help of `--ignore-signatures`, of undo and redo as well.
let ignoreSignaturesHelp = """
    Do what a certification, a signature or its lock forbids, even if signatures become invalid or are lost; a warning \
    names each of these.
    """

/// How a file is written, whichever it is.
struct WritingOptions: ParsableArguments {
    @Flag(help: "Replace OUT if it exists.")
    var force = false

    @Flag(help: .seldom(ignoreSignaturesHelp))
    var ignoreSignatures = false

    @Option(
        help: .seldom(
            """
            replace (atomic), append (in place), or auto: replace unless hard links or the file size favour append. \
            (default: auto)
            """, "method"),
        completion: .list(SaveMethod.allCases.map(\.rawValue)))
    var method: String?

    @Flag(help: "Write nothing, and report what would be written.")
    var dryRun = false

    func validate(with rewriting: RewritingOptions) throws {
        if rewriting.rewrite, method == SaveMethod.append.rawValue {
            throw ValidationError("--rewrite writes a new file and cannot be combined with --method append.")
        }
    }

    /// Returns the options as a ``DocumentSaving`` of the document itself.
    func saving(_ rewriting: RewritingOptions) throws(CommandFailure) -> DocumentSaving<PDFContents> {
        var saving = DocumentSaving<PDFContents>()
        saving.method = try OptionValue<SaveMethod>.word(method, for: "--method") ?? .auto
        saving.options.repairs = rewriting.repair
        saving.options.rewriting = try rewriting.rewriting()
        (saving.force, saving.options.ignoresSignatures, saving.dryRun) = (force, ignoreSignatures, dryRun)
        saving.onConflict = try rewriting.conflictResolution()
        return saving
    }
}

/// What becomes of a file that is damaged, or that another program changed.
struct RewritingOptions: ParsableArguments {
    @Flag(help: "Repair a damaged file by appending to it; the existing bytes stay unchanged.")
    var repair = false

    @Flag(help: "Let libqpdf rewrite the whole file instead of appending to it; this also repairs a damaged file.")
    var rewrite = false

    @Flag(help: "With --rewrite: linearize the file, for reading over a network.")
    var linearize = false

    @Option(
        help: .seldom("With --rewrite: preserve, disable or generate object streams.", "mode"),
        completion: .list(RewriteOptions.ObjectStreams.allCases.map(\.rawValue)))
    var objectStreams: String?

    @Option(
        help: ArgumentHelp(
            """
            If another program changed the document: merge unsaved changes if they still fit, fail, overwrite (keep \
            ours), reload (keep theirs and discard ours), or copy ours to a new file. (default: merge)
            """, valueName: "choice"),
        completion: .list(ConflictResolution.allCases.map(\.rawValue)))
    var onConflict: String?

    /// The first option given that applies only if the document is written.
    var first: String? {
        repair ? "--repair" : rewrite ? "--rewrite" : onConflict.map { _ in "--on-conflict" }
    }

    func validate() throws {
        if repair, rewrite { throw ValidationError("--repair and --rewrite cannot be combined.") }
        if !rewrite, linearize { throw ValidationError("--linearize needs --rewrite.") }
        if !rewrite, objectStreams != nil { throw ValidationError("--object-streams needs --rewrite.") }
    }

    func conflictResolution() throws(CommandFailure) -> ConflictResolution {
        try OptionValue<ConflictResolution>.word(onConflict, for: "--on-conflict") ?? .merge
    }

    /// Returns the options for rewriting the file; `nil` without `--rewrite`.
    fileprivate func rewriting() throws(CommandFailure) -> RewriteOptions? {
        let objectStreams = try OptionValue<RewriteOptions.ObjectStreams>.word(objectStreams, for: "--object-streams")
        return rewrite ? RewriteOptions(objectStreams: objectStreams ?? .preserve, linearize: linearize) : nil
    }
}
