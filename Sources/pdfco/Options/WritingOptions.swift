import ArgumentParser
import Documents
import PDFModel

/// How a file is written, whichever it is.
struct WritingOptions: ParsableArguments {
    @Flag(
        name: .long,
        help: "Replace OUT if it exists; edit even if a signature forbids it; rewrite even if that breaks signatures.")
    var force = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "replace (atomic), append (in place), or auto: replace unless hard links or the file size favour append.",
            valueName: "method"),
        completion: .list(SaveMethod.allCases.map(\.rawValue)))
    var method = SaveMethod.auto.rawValue

    @Flag(
        name: .long,
        help: "Repair a damaged file by appending to it, so that the old bytes stay as they are.")
    var repair = false

    @Flag(
        name: .long,
        help: "Let libqpdf write the whole file anew instead of appending to it; this also repairs a damaged file.")
    var rewrite = false

    @Flag(name: .long, help: "With --rewrite: linearize the file, for reading over a network.")
    var linearize = false

    @Option(
        name: .customLong("object-streams"),
        help: ArgumentHelp("With --rewrite: preserve, disable or generate object streams.", valueName: "mode"),
        completion: .list(RewriteOptions.ObjectStreams.allCases.map(\.rawValue)))
    var objectStreams: String?

    @Option(
        name: .customLong("on-conflict"),
        help: ArgumentHelp(
            """
            If another program changed the document: merge unsaved changes if they still fit (the default), fail, \
            overwrite (keep ours), reload (keep theirs and drop ours), or copy ours to a new file.
            """,
            valueName: "choice"),
        completion: .list(ConflictResolution.allCases.map(\.rawValue)))
    var onConflict = ConflictResolution.merge.rawValue

    @Flag(name: .customLong("dry-run"), help: "Do everything except write, and report what would be written.")
    var dryRun = false

    /// The first option given that applies only if the document is written.
    var firstAboutSaving: String? {
        if repair { return "--repair" }
        if rewrite { return "--rewrite" }
        if method != SaveMethod.auto.rawValue { return "--method" }
        return onConflict == ConflictResolution.merge.rawValue ? nil : "--on-conflict"
    }

    func conflictResolution() throws(CommandFailure) -> ConflictResolution {
        try OptionValue<ConflictResolution>.word(onConflict, for: "--on-conflict")
    }

    /// Returns the options for rewriting the file; `nil` without `--rewrite`.
    func rewriteOptions() throws(CommandFailure) -> RewriteOptions? {
        let objectStreams = try OptionValue<RewriteOptions.ObjectStreams>.word(objectStreams, for: "--object-streams")
        return rewrite ? RewriteOptions(objectStreams: objectStreams ?? .preserve, linearize: linearize) : nil
    }

    func validate() throws {
        if repair, rewrite { throw ValidationError("--repair and --rewrite exclude each other.") }
        if !rewrite, linearize { throw ValidationError("--linearize needs --rewrite.") }
        if !rewrite, objectStreams != nil { throw ValidationError("--object-streams needs --rewrite.") }
        if rewrite, method == SaveMethod.append.rawValue {
            throw ValidationError("--rewrite writes a new file and cannot be combined with --method append.")
        }
    }
}

extension WritingOptions {
    /// Returns the options as a ``Saving`` of the document itself.
    func saving() throws(CommandFailure) -> Saving {
        var saving = Saving()
        saving.method = try OptionValue<SaveMethod>.word(method, for: "--method")
        saving.repairs = repair
        saving.rewriting = try rewriteOptions()
        (saving.force, saving.dryRun) = (force, dryRun)
        saving.onConflict = try conflictResolution()
        return saving
    }
}
