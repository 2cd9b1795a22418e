import Documents
import LinuxFiles
import Synchronization
import SystemPackage

/// Successive lines of a script that only record edits, and are there already. They are recorded in one access, a change
/// each, become durable together, and are answered then. More are read while the first of them are recorded.
final class RecordedLines: Sendable {
    /// One thread parses the command, and another one runs it.
    struct Line: @unchecked Sendable {
        /// `nil` for an empty line or a comment.
        let command: (any EditingCommand)?
    }

    /// One thread makes it, and another one takes it.
    struct Outcome: @unchecked Sendable {
        /// The number of lines that are done; the last one of them may have failed.
        var done = 0
        var failure: (any Error)?
        /// Whether the lines took so long that others may be waiting for the document.
        var isLong = false
    }

    private let lines = Mutex<[Line]>([])

    /// As many lines are read before the first one is recorded.
    static let fewest = 50
    /// As many lines are read ahead at most.
    static let limit = 1000
    /// So long others may wait for the document.
    private static let duration = Duration.milliseconds(100)
    /// So long the document is left to others after that: they look for it every hundredth of a second.
    static let pause = Duration.milliseconds(15)

    var count: Int { lines.withLock { $0.count } }

    func add(_ line: Line) { lines.withLock { $0.append(line) } }

    func removeFirst(_ count: Int) { lines.withLock { $0.removeFirst(count) } }

    private func line(at index: Int) -> Line? { lines.withLock { index < $0.count ? $0[index] : nil } }

    /// Returns the command if its edits can be recorded together with others: if it has no access or document of its own.
    static func command(_ command: Any, _ words: [String]) -> (any EditingCommand)? {
        guard let command = command as? any EditingCommand, command.edit.areOnlyRecorded else { return nil }
        let isSeparate = words.contains { word in separate.contains { word.hasPrefix($0) } }
        return isSeparate ? nil : command
    }

    private static let separate = [
        "--purpose", "--uid", "--data-dir", "--runtime-dir", "--password-file", "--no-coordination", "--timeout",
        "--files-from", "--unanswered",
    ]

    /// Performs the commands in order, to the first one that fails.
    func perform(on file: String, in session: SessionContext) -> Outcome {
        var outcome = Outcome()
        guard let first = lines.withLock({ $0.lazy.compactMap(\.command).first }) else {
            outcome.done = count
            return outcome
        }
        let context = CommandContext(options: first.global, session: session)
        var recording: SessionRecording?
        do {
            try context.checkCanRecord()
            let workspace = try context.workspace(for: file)
            do {
                try workspace.record(on: FilePath(argument: file)) { recorder in
                    let new = SessionRecording(recorder)
                    recording = new
                    outcome = perform(new, in: session)
                }
                if let failure = outcome.failure { throw failure }
            } catch { throw try context.hinted(error, file, workspace) }
        } catch {
            // Without an access, and if what was recorded is not durable, the first one has failed.
            if outcome.failure == nil {
                recording = nil
                outcome.done = 1
            }
            outcome.failure = error
        }
        do { try recording?.answer() } catch { outcome.failure = outcome.failure ?? error }
        return outcome
    }

    private func perform(_ recording: SessionRecording, in session: SessionContext) -> Outcome {
        var outcome = Outcome()
        let end = ContinuousClock.now + Self.duration
        while let line = line(at: outcome.done) {
            if outcome.done > 0 {
                outcome.isLong = ContinuousClock.now > end
                if outcome.isLong || !recording.recorder.canContinue || session.isCancelled { break }
            }
            do {
                if let command = line.command {
                    var context = CommandContext(options: command.global, session: session)
                    context.recording = recording
                    try command.run(in: context)
                }
            } catch {
                // Another access finds the file as it is now.
                if outcome.done > 0, (error as? DocumentError)?.saysFileChanged == true { break }
                outcome.failure = error
            }
            outcome.done += 1
            if outcome.failure != nil { break }
        }
        return outcome
    }
}

/// The access in which lines of a session are recorded, and their answers.
final class SessionRecording {
    let recorder: ChangeRecorder
    private var answers: [(JobReport, Console)] = []

    init(_ recorder: ChangeRecorder) { self.recorder = recorder }

    func perform(_ job: Job, _ console: Console) throws(DocumentError) -> JobReport {
        let report = try recorder.perform(job)
        answers.append((report, console))
        return report
    }

    /// Answers the lines, which are durable now.
    func answer() throws(CommandFailure) {
        try Console.gathering { () throws(CommandFailure) in
            for (report, console) in answers { try report.print(on: console) }
        }
    }
}
