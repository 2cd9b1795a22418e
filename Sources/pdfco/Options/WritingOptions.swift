import ArgumentParser
import Documents
import PDFModel

/// The help of `--ignore-signatures`, of undo and redo as well.
let ignoreSignaturesHelp = """
    Do what a certification, a signature or its lock forbids, even if signatures become invalid or are lost; a warning \
    names each of these.
    """

/// How a file is written, whichever it is.
struct WritingOptions: ListedOptions {
    private(set) var force = false
    private(set) var ignoresSignatures = false
    private var method = SaveMethod.auto.rawValue
    private var repair = false
    private(set) var rewrite = false
    private var linearize = false
    private var objectStreams: String?
    private var onConflict = ConflictResolution.merge.rawValue
    private(set) var dryRun = false

    init() {}

    init(_ values: OptionValues) throws {
        force = try values.flag("force")
        ignoresSignatures = try values.flag("ignore-signatures")
        method = try values.value(of: "method", default: method)
        repair = try values.flag("repair")
        rewrite = try values.flag("rewrite")
        linearize = try values.flag("linearize")
        objectStreams = try values.value(of: "object-streams")
        onConflict = try values.value(of: "on-conflict", default: onConflict)
        dryRun = try values.flag("dry-run")
    }

    static var options: [ListedOption] {
        [
            .flag("force", help: "Replace OUT if it exists."),
            .flag("ignore-signatures", isSeldom: true, help: ignoreSignaturesHelp),
            .value(
                "method", "method", default: SaveMethod.auto.rawValue, isSeldom: true,
                help:
                    """
                    replace (atomic), append (in place), or auto: replace unless hard links or the file size favour append.
                    """,
                completion: .list(SaveMethod.allCases.map(\.rawValue))),
            .flag("repair", help: "Repair a damaged file by appending to it; the existing bytes stay unchanged."),
            .flag(
                "rewrite",
                help:
                    """
                    Let libqpdf rewrite the whole file instead of appending to it; this also repairs a damaged file.
                    """
            ),
            .flag("linearize", help: "With --rewrite: linearize the file, for reading over a network."),
            .value(
                "object-streams", "mode", isSeldom: true,
                help: "With --rewrite: preserve, disable or generate object streams.",
                completion: .list(RewriteOptions.ObjectStreams.allCases.map(\.rawValue))),
            .value(
                "on-conflict", "choice", default: ConflictResolution.merge.rawValue,
                help: """
                    If another program changed the document: merge unsaved changes if they still fit, fail, \
                    overwrite (keep ours), reload (keep theirs and discard ours), or copy ours to a new file.
                    """,
                completion: .list(ConflictResolution.allCases.map(\.rawValue))),
            .flag("dry-run", help: "Write nothing, and report what would be written."),
        ]
    }

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
        if repair, rewrite { throw ValidationError("--repair and --rewrite cannot be combined.") }
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
        (saving.force, saving.ignoresSignatures, saving.dryRun) = (force, ignoresSignatures, dryRun)
        saving.onConflict = try conflictResolution()
        return saving
    }
}
