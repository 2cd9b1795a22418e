import ArgumentParser
import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

/// The options of `pdfco open --present`, which makes a command a presenter of the document.
struct PresentOptions: ParsableArguments {
    @Flag(help: "Present the document while the command after -- runs.")
    var present = false

    @Option(help: .seldom("With --present: run a shell command before another process writes.", "command"))
    var onRelinquish: String?

    @Option(help: .seldom("With --present: run a shell command after the write.", "command"))
    var onReacquire: String?

    @Option(
        help: .seldom(
            "With --present: run a shell command when the document was changed, moved or deleted.", "command"))
    var onChange: String?

    func validate() throws {
        guard !present else { return }
        let given = [("--on-relinquish", onRelinquish), ("--on-reacquire", onReacquire), ("--on-change", onChange)]
        if let name = given.first(where: { $0.1 != nil })?.0 { throw ValidationError("\(name) needs --present.") }
    }

    /// The longest time that one of the shell commands may take.
    private static let longestHook = 10.0

    /// Runs a command that presents the document, and exits with its status.
    func run(
        _ command: [String], _ passing: PasswordPassing, savingChanges: Bool, _ file: String, _ context: CommandContext
    ) throws -> Never {
        try StandardInput.refuse(file)
        guard let coordinator = try context.coordinator(purpose: "pdfco-\(UInt64.random(in: .min ... .max))") else {
            throw CommandFailure.usage(
                "--present needs coordination", hint: "omit --no-coordination and unset PDFCO_COORDINATION")
        }
        let presenters = FilePresenterCoordinator(
            purposeIdentifier: coordinator.purposeIdentifier, runtimeDirectory: coordinator.runtimeDirectory)
        var variables = try passing.variables(context, coordinator)
        let limit = Duration.seconds(min(try context.timeoutSeconds(), Self.longestHook))
        // Inside the read, so that every later change is reported, and nobody writes before the command can let go.
        let (presenter, runner) = try context.coordinated(
            file, .reading(savingChanges: savingChanges), with: coordinator
        ) { path in
            variables["PDFCO_FILE"] = ByteText.bytes(path.argument)
            let runner = ProgramRunner(inForeground: true)
            let presenter = try CommandPresenter(self, path, variables, limit: limit, context.console)
            do throws(FileCoordinationError) {
                try presenters.observeFilePresenters([presenter])
            } catch {
                throw DocumentError(.coordination(error), path)
            }
            do throws(SystemCallError) {
                let program = Program(command.map(ByteText.bytes), variables: variables)
                if let process = try runner.start(program) { presenter.commandStarted(process) }
            } catch {
                presenters.unobserveFilePresenters([presenter])
                throw CommandFailure(notRun: command[0], error)
            }
            return (presenter, runner)
        }
        let status = try runner.waitForEnd()
        presenters.unobserveFilePresenters([presenter])
        presenter.finish()
        throw ExitCode(status)
    }
}
