import ArgumentParser
import LinuxFiles

/// Parses the arguments, runs the command, and reports every error in the one form that scripts rely on.
@main
enum Main {
    static func main() {
        StandardStream.reserveClosedDescriptors()
        FileSizeSignal.ignore()
        let arguments = ThisProcess.arguments.map(ByteText.text)
        do {
            guard ThisProcess.knowsArguments else {
                throw CommandFailure(
                    kind: "systemCall", file: "/proc", problem: "is not mounted",
                    hint: "mount it: mount -t proc proc /proc", exitStatus: .systemCall)
            }
            // Parsing would begin with the arguments that all commands take.
            if [["--version"], ["-V"], ["version"]].contains(arguments) {
                return try Console.forErrors.print(page: PDFCo.configuration.version)
            }
            let ordered = CommandLookup.ordered(arguments)
            var command = try CommandLookup.command(for: ordered) ?? root(ordered)
            try command.run()
        } catch {
            exit(telling: error, on: .forErrors)
        }
    }

    /// Returns what the root makes of arguments that name no command of their own.
    private static func root(_ arguments: [String]) throws -> any ParsableCommand {
        if arguments == ["help", "options"] {
            try Console.forErrors.print(page: HelpPage.options())
            PDFCo.exit()
        }
        if let failure = UnknownCommand.failure(for: arguments) { throw failure }
        return try GivenOptions.parsingAll(arguments) {
            try PDFCo.parseAsRoot(arguments.isEmpty ? ["--help"] : arguments)
        }
    }

    /// Returns the text that the arguments ask for: help, a completion script, or another answer of the argument parser.
    private static func page(telling error: any Error) -> String {
        let text = PDFCo.fullMessage(for: error)
        let arguments = ThisProcess.arguments.map(ByteText.text)
        if arguments.contains("--generate-completion-script") {
            return CompletionScript.finished(FishCompletions.described(text))
        }
        return arguments.contains("--help-hidden") ? text : HelpPage.folded(text)
    }

    private static func exit(telling error: any Error, on console: Console) -> Never {
        if let failure = CommandFailure(error) {
            console.report(failure)
            PDFCo.exit(withError: ExitCode(failure.exitStatus.rawValue))
        }
        if let status = error as? ExitCode { PDFCo.exit(withError: status) }
        guard PDFCo.exitCode(for: error) != .success else {
            do {
                try console.print(page: page(telling: error))
            } catch {
                exit(telling: error, on: console)
            }
            PDFCo.exit()
        }
        console.report(
            CommandFailure(
                kind: "usage", problem: UsageMessage.problem(of: error), hint: UsageMessage.hint(for: error),
                exitStatus: .usage))
        PDFCo.exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
}
