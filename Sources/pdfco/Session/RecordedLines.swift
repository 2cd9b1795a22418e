import Documents
import LinuxFiles
import SystemPackage

/// Successive lines of a script that only record edits, and that can be read without waiting. They are recorded in one
/// access, a change each, become durable together, and are answered then.
struct RecordedLines: Sendable {
    /// The most lines that are recorded together.
    static let limit = 500
    /// How long an access lasts at most: others may be waiting for the document.
    private static let duration = Duration.milliseconds(100)
    /// How long the document is left to others after that: they look for it every hundredth of a second.
    static let pause = Duration.milliseconds(15)

    /// The commands of the lines; `nil` for an empty line or a comment.
    var commands: [(any EditingCommand)?]

    struct Outcome {
        /// The number of lines that are done; the last one of them may have failed.
        var done = 0
        var failure: (any Error)?
        /// Whether the lines took so long that others may be waiting for the document.
        var isLong = false
    }

    /// Returns the command if its edits can be recorded together with others: if it has no access or document of its own.
    static func command(
        _ command: Any, _ words: [String], _ surroundings: Surroundings
    ) -> (any EditingCommand)? {
        guard let command = command as? any EditingCommand, command.edit.areOnlyRecorded(in: surroundings)
        else { return nil }
        let isSeparate = words.contains { word in separate.contains { word.hasPrefix($0) } }
        return isSeparate || (try? command.paths(in: surroundings).count) != 1 ? nil : command
    }

    private static let separate = [
        "--purpose", "--uid", "--data-dir", "--runtime-dir", "--password-file", "--no-coordination", "--timeout",
        "--files-from", "--unanswered",
    ]

    /// Performs the commands in order, to the first one that fails; at least the first one, which is not `nil`.
    func perform(on file: String, in session: SessionContext) -> Outcome {
        guard let first = commands.first ?? nil else { return Outcome() }
        let context = CommandContext(first.global, session)
        // Without an access, and if what was recorded is not durable, the first one has failed.
        var outcome = Outcome(done: 1)
        var answers: [(JobReport, CommandContext)] = []
        do {
            try context.checkCanRecord()
            let documents = try context.documents(for: file)
            do {
                (outcome, answers) = try documents.record(on: FilePath(argument: file)) { perform($0, file, session) }
                if let failure = outcome.failure { throw failure }
            } catch { throw try context.hinted(error, file, documents) }
        } catch { outcome.failure = error }
        do {
            try context.surroundings.messages.gathering { () throws(CommandFailure) in
                for (report, context) in answers { try report.print(in: context) }
            }
        } catch { outcome.failure = outcome.failure ?? error }
        return outcome
    }

    private func perform(
        _ recorder: ChangeRecorder, _ file: String, _ session: SessionContext
    ) -> (Outcome, [(JobReport, CommandContext)]) {
        var outcome = Outcome()
        var answers: [(JobReport, CommandContext)] = []
        let end = ContinuousClock.now + Self.duration
        for command in commands {
            if outcome.done > 0 {
                outcome.isLong = ContinuousClock.now > end
                if outcome.isLong || !recorder.canContinue || session.isCancelled { break }
            }
            do {
                if let command {
                    let context = CommandContext(command.global, session)
                    let job = try command.job(file, try command.edits(in: context), context.console)
                    answers.append((try recorder.perform(job), context))
                    if let caution = command.caution { context.console.warn(caution, file: file) }
                }
            } catch {
                // Another access finds the file as it is now.
                if outcome.done > 0, (error as? DocumentError)?.saysFileChanged == true { break }
                outcome.failure = error
            }
            outcome.done += 1
            if outcome.failure != nil { break }
        }
        return (outcome, answers)
    }
}
