import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// Where the edits of a command go: into the checkpoint, the document or a new file.
struct EditOptions: ParsableArguments {
    @Flag(name: .long, help: "Save the document itself, with its unsaved changes.")
    var save = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            When a change becomes durable: immediate, or timed:SECONDS; either way before the command ends. manual \
            requires --save or -o.
            """,
            valueName: "when"),
        completion: .list(["immediate", "timed:", "manual"]))
    var checkpoint = "immediate"

    @OptionGroup var saving: SaveOptions

    /// Returns the command's job: its edits and their destination.
    ///
    /// - Parameter output: the new file, if it is not the one that the options name.
    func job(
        _ file: String, _ edits: [EditTemplate], _ console: Console, output: String? = nil
    ) throws(CommandFailure) -> Job {
        try checkDestination(output ?? self.saving.output)
        var saving = try saving.saving(of: file, console)
        if let output { saving.output = FilePath(argument: output) }
        let isRecorded = !save && saving.output == nil
        return Job(FilePath(argument: file), edits, to: isRecorded ? .checkpoint(saving) : .file(saving))
    }

    private func checkDestination(_ output: String?) throws(CommandFailure) {
        if save, output != nil {
            throw CommandFailure(
                kind: "usage", problem: "--save and -o exclude each other",
                hint: "--save writes the document itself, -o OUT a new file", exitStatus: .usage)
        }
        let strategy = try OptionValue<CheckpointTime>.checkpointTime(checkpoint, for: "--checkpoint") as CheckpointTime
        guard !save, output == nil else { return }
        if strategy == .manual {
            throw CommandFailure(
                kind: "usage", problem: "--checkpoint manual would lose the change when the command ends",
                hint: "add --save or -o OUT, or omit --checkpoint manual", exitStatus: .usage)
        }
        if let option = saving.writing.firstAboutSaving {
            throw CommandFailure(
                kind: "usage",
                problem: "\(option) applies only when the document is saved, and this command does not save it",
                hint: "add --save or -o OUT; or record the change without the option, and pass it to pdfco save",
                exitStatus: .usage)
        }
    }
}

/// When an unsaved change is recorded.
enum CheckpointTime: Equatable {
    case immediate
    case timed(seconds: Double)
    case manual
}

extension OptionValue<CheckpointTime> {
    static var checkpointTime: Self {
        OptionValue(form: "immediate, timed:SECONDS or manual") { text in
            switch text {
            case "immediate": return .immediate
            case "manual": return .manual
            default:
                guard text.hasPrefix("timed:"),
                    let seconds = OptionValue<Double>.seconds.read(String(text.dropFirst(6)))
                else { return nil }
                return .timed(seconds: seconds)
            }
        }
    }
}
