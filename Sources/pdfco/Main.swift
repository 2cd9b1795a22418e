import ArgumentParser
import LinuxFiles

@main
enum Main {
    static func main() {
        StandardStream.reserveClosedDescriptors()
        FileSizeSignal.ignore()
        ThisProcess.end(PDFCo.run(in: .process(PDFCo.self)))
    }
}

extension PDFCo {
    /// Parses the words, runs the command, and reports every error in the one form that scripts rely on.
    ///
    /// - Returns: the exit status.
    static func run(in surroundings: Surroundings) -> Int32 {
        do {
            guard var command = try command(in: surroundings) else { return 0 }
            if let command = command as? any ProgramCommand {
                try command.run(in: surroundings)
            } else {
                try command.run()
            }
            return 0
        } catch {
            return tell(error, surroundings)
        }
    }

    /// Returns the command that the words name; `nil` where they are answered already.
    private static func command(in surroundings: Surroundings) throws -> (any ParsableCommand)? {
        guard ThisProcess.knowsArguments else {
            throw CommandFailure(
                kind: "systemCall", file: "/proc", problem: "is not mounted",
                hint: "mount it: mount -t proc proc /proc", exitStatus: .systemCall)
        }
        let (words, commands) = (surroundings.words, surroundings.commands)
        // Parsing would begin with the arguments that all commands take.
        if [["--version"], ["-V"], ["version"]].contains(words) {
            try surroundings.console.print(page: configuration.version)
            return nil
        }
        if words.first == ShellCompletions.question, words.count > 2 {
            let end = words.count > 3 ? words[3] : ""
            let answer = ShellCompletions.answer(in: words[1], to: words[2], replacing: end, commands)
            try surroundings.console.print(data: answer, isJSON: false)
            return nil
        }
        if let script = ShellCompletions.script(askedForBy: words) {
            try surroundings.console.print(page: script)
            return nil
        }
        let ordered = commands.ordered(words)
        let command = try commands.command(for: ordered) ?? commands.parsedFromRoot(ordered)
        if let own = command as? any DocumentCommand, !BatchCommand.isWorker(surroundings),
            let warning = commands.warningOfRepetition(in: ordered)
        {
            own.global.console(in: surroundings).say(warning)
        }
        return command
    }

    /// Says why the run ended.
    ///
    /// - Returns: the exit status.
    private static func tell(_ error: any Error, _ surroundings: Surroundings) -> Int32 {
        let console = surroundings.console
        if let failure = CommandFailure(error) {
            console.report(failure)
            return failure.exitStatus.rawValue
        }
        if let status = error as? ExitCode { return status.rawValue }
        // A name that begins with a hyphen may have the letter that asks for help; letters alone are options.
        let words = surroundings.words
        let name = words.first { word in
            word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("h")
                && (TypedWords.isFile("./\(word)") || !word.dropFirst().allSatisfy(\.isLetter))
        }
        if let name, !["-h", "--help", "help"].contains(where: words.contains), exitCode(for: error) == .success {
            console.report(UsageHint(words, surroundings.commands).failure(ofName: name))
            return ExitStatus.usage.rawValue
        }
        guard exitCode(for: error) != .success else {
            do {
                try console.print(page: surroundings.commands.page(telling: error, surroundings.words))
                return 0
            } catch {
                return tell(error, surroundings)
            }
        }
        console.report(UsageHint(surroundings.words, surroundings.commands).failure(error))
        return ExitStatus.usage.rawValue
    }
}
