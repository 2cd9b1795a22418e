import ArgumentParser
import Documents
import SystemPackage

/// Where the edits of a command go: into the checkpoint, the document or a new file.
struct EditOptions: ParsableArguments {
    @Flag(name: .long, help: "Save the document itself, with its unsaved changes.")
    var save = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "When a change is recorded: immediate, or timed:SECONDS, both before the command ends; manual needs --save or -o.",
            valueName: "when"),
        completion: .list(["immediate", "timed:", "manual"]))
    var checkpoint = "immediate"

    @OptionGroup var saving: SaveOptions

    /// Opens the document, applies the edits that `edits` makes for it, and records or saves them unless `check` objects.
    func run(
        _ file: String, _ workspace: Workspace, _ edits: (DocumentFile) throws -> [Edit],
        check: (EditReport) throws -> Void = { _ in }
    ) throws {
        try checkDestination()
        let console = workspace.console
        let isRecorded = !save && saving.output == nil
        let perform = { (document: DocumentFile) in
            let before = document.unsavedCount
            let report = try document.perform(try edits(document), overridingCertification: saving.force)
            try check(report)
            if isRecorded, !saving.dryRun {
                let unsaved = try document.record()
                return JobReport(.recorded(report), document, file: file, saving, unsaved: unsaved)
            }
            let saved = try saving.save(document, file: file, console: console)
            if isRecorded {
                return JobReport(.recorded(report), document, file: file, saving, unsaved: before + report.applied)
            }
            return JobReport(.saved(report, saved), document, file: file, saving, unsaved: document.unsavedCount)
        }
        let result =
            if isRecorded, !saving.dryRun {
                try workspace.opened(
                    file, .reading(savingChanges: false), for: .editing, try workspace.checkpoints(for: .record),
                    perform)
            } else {
                try workspace.saving(file, saving, perform)
            }
        try result.tell(on: console)
    }

    private func checkDestination() throws(CommandFailure) {
        if save, saving.output != nil {
            throw CommandFailure(
                kind: "usage", problem: "--save and -o exclude each other",
                hint: "--save writes the document itself, -o OUT a new file", exitStatus: .usage)
        }
        let strategy = try OptionValue<CheckpointTime>.checkpointTime(checkpoint, for: "--checkpoint") as CheckpointTime
        guard !save, saving.output == nil else { return }
        if strategy == .manual {
            throw CommandFailure(
                kind: "usage", problem: "--checkpoint manual would lose the change when the command ends",
                hint: "add --save or -o OUT, or let it be recorded", exitStatus: .usage)
        }
        if let option = saving.firstAboutSaving {
            throw CommandFailure(
                kind: "usage", problem: "\(option) says how the document is saved, and it is not saved now",
                hint: "add --save or -o OUT; or record the change without it, and give it to pdfco save",
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
