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
            if arguments.first == FishCompletions.question, arguments.count == 2 {
                return try Console.forErrors.print(data: FishCompletions.answer(to: arguments[1]), isJSON: false)
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
        if let failure = UsageHint(words: arguments).failureOfCommand() { throw failure }
        return try GivenOptions.parsingAll(arguments) {
            try PDFCo.parseAsRoot(arguments.isEmpty ? ["-h"] : arguments)
        }
    }

    /// Returns the text that the arguments ask for: help, a completion script, or another answer of the argument parser.
    /// `--help` is answered with all options, `-h` with the everyday ones.
    static func page(telling error: any Error, _ arguments: [String]) -> String {
        let isScript = arguments.contains("--generate-completion-script")
        if isScript, arguments.contains("fish") { return FishCompletions.script }
        let text = PDFCo.fullMessage(for: error)
        if isScript { return CompletionScript.finished(text) }
        guard let place = arguments.firstIndex(of: "--help") else { return text }
        var all = arguments
        all[place] = "--help-hidden"
        do {
            var command = try CommandLookup.command(for: all) ?? PDFCo.parseAsRoot(all)
            try command.run()
            return text
        } catch { return PDFCo.fullMessage(for: error) }
    }

    private static func exit(telling error: any Error, on console: Console) -> Never {
        if let failure = CommandFailure(error) {
            console.report(failure)
            PDFCo.exit(withError: ExitCode(failure.exitStatus.rawValue))
        }
        if let status = error as? ExitCode { PDFCo.exit(withError: status) }
        guard PDFCo.exitCode(for: error) != .success else {
            do {
                try console.print(page: page(telling: error, ThisProcess.arguments.map(ByteText.text)))
            } catch {
                exit(telling: error, on: console)
            }
            PDFCo.exit()
        }
        console.report(UsageHint(words: ThisProcess.arguments.map(ByteText.text)).failure(error))
        PDFCo.exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
}
