import ArgumentParser
import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

/// `pdfco watch`: presents documents, reports events, and saves unsaved changes.
struct WatchCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "watch", abstract: "Report changes, autosave, answer other programs.",
        usage: "pdfco watch [<options>] <path> ...",
        examples: """
              pdfco watch report.pdf
              pdfco watch --autosave 30 ~/Documents
              pdfco watch --until saved --quiet report.pdf
              pdfco watch --exec 'notify-send "$PDFCO_EVENT" "$PDFCO_FILE"' ~/Documents
            """)

    @Argument(help: ArgumentHelp("Documents and directories.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(
        help: ArgumentHelp("Save unsaved changes this long after the last one was recorded.", valueName: "seconds"))
    var autosave: String?

    @Option(help: ArgumentHelp("Run a shell command for each event.", valueName: "command"))
    var exec: String?

    @OptionGroup var passing: PasswordPassing

    @Option(help: ArgumentHelp("End after the first of these events, separated by commas.", valueName: "event"))
    var until: [String] = []

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if paths.isEmpty { throw ValidationError("Missing expected argument '<path>'") }
        if passing.passPassword, exec == nil { throw ValidationError("--pass-password needs --exec.") }
    }

    func run(in context: CommandContext) throws {
        let delay: Double? = try OptionValue<Double>.seconds(autosave, for: "--autosave")
        let lastEvents = try OptionValue<DocumentEvent.Kind>.word(
            until.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) },
            for: "--until")
        let coordinator = try context.coordinator(purpose: "pdfco-watch-\(UInt64.random(in: .min ... .max))")
        guard let coordinator else {
            throw CommandFailure.usage(
                "watch needs coordination", hint: "omit --no-coordination and unset PDFCO_COORDINATION")
        }
        var options = DocumentWatch.Options(
            runtimeDirectory: coordinator.runtimeDirectory, purposeIdentifier: coordinator.purposeIdentifier)
        options.store = try context.existingStore()
        options.autosaveDelay = delay.map { .seconds($0) }
        options.timeout = .seconds(try context.timeoutSeconds())
        options.password = try context.password()
        let session = try WatchSession(
            options, command: exec, try passing.variables(context, coordinator), until: Set(lastEvents),
            console: context.console
        )
        try session.run(paths)
    }
}
