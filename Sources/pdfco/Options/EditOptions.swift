import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// Where the edits of a command go: into the checkpoint, the document or a new file.
struct EditOptions: ParsableArguments {
    @Flag(help: "Save the document itself, with its unsaved changes.")
    private var save = false

    @Option(
        help: .seldom(
            """
            When a change becomes durable: immediate, or timed:SECONDS; either way before the command ends. manual \
            needs --save or -o. (default: immediate)
            """, "when"),
        completion: .list(["immediate", "timed:", "manual"]))
    private var checkpoint: String?

    @Flag(help: .seldom(strictHelp))
    private var strict = false

    @OptionGroup var output: DestinationOptions
    @OptionGroup private var writing: WritingOptions
    @OptionGroup(visibility: .hidden) private var rewriting: RewritingOptions

    var saving: SaveOptions { SaveOptions(output: output, writing: writing, rewriting: rewriting) }

    func validate() throws { try saving.validate() }

    /// Whether the edits become unsaved changes, and nothing else happens.
    func areOnlyRecorded(in surroundings: Surroundings) -> Bool {
        !isSaved(in: surroundings) && output.option == nil && !writing.dryRun
    }

    private func isSaved(in surroundings: Surroundings) -> Bool {
        save || output.option == nil && surroundings.environment("PDFCO_SAVE") == "1"
    }

    /// Returns the command's job: its edits and their destination.
    func job(_ file: String, _ edits: [EditTemplate], _ console: Console) throws(CommandFailure) -> Job {
        let isSaved = isSaved(in: console.surroundings)
        try checkDestination(output.option, isSaved: isSaved)
        var saving = try saving.saving(of: file, console)
        saving.options.isStrict = strict
        let isRecorded = !isSaved && saving.output == nil
        return Job(FilePath(argument: file), edits, to: isRecorded ? .checkpoint(saving) : .file(saving))
    }

    /// - Parameter option: the option that names a destination besides the document.
    private func checkDestination(_ option: String?, isSaved: Bool) throws(CommandFailure) {
        if save, let option {
            throw CommandFailure.usage(
                "--save and \(option) cannot be combined",
                hint: "omit one of them: --save writes the document itself, \(option) a new file")
        }
        let strategy = try OptionValue<Document.CheckpointStrategy>.checkpointStrategy(checkpoint, for: "--checkpoint")
        guard !isSaved, option == nil else { return }
        if strategy == .manual {
            throw CommandFailure.usage(
                "--checkpoint manual would lose the change when the command ends",
                hint: "add --save or -o OUT, or omit --checkpoint manual")
        }
        if let option = saving.firstAboutSaving {
            throw CommandFailure.usage(
                "\(option) applies only when the document is saved, and this command does not save it",
                hint: "add --save or -o OUT; or record the change without the option, and pass it to pdfco save")
        }
    }
}

/// The help of `--strict`, in a batch as well.
let strictHelp =
    "Refuse edits that break the conformance to PDF/A or PDF/UA that the document claims, instead of warning."

extension OptionValue<Document.CheckpointStrategy> {
    /// When an unsaved change becomes durable.
    static var checkpointStrategy: Self {
        OptionValue(expected: "immediate, timed:SECONDS or manual") { text in
            switch text {
            case "immediate": return .immediate
            case "manual": return .manual
            default:
                guard text.hasPrefix("timed:"),
                    let seconds = OptionValue<Double>.seconds.read(String(text.dropFirst(6)))
                else { return nil }
                return .timed(interval: .seconds(seconds))
            }
        }
    }
}
