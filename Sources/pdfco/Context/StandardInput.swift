import Documents
import LinuxFiles
import Synchronization
import SystemPackage

/// The document that comes through standard input: `-`, or a path that leads there.
///
/// No other process can have it, and nothing can be recorded for it: operations on it are not coordinated and have no
/// checkpoint.
enum StandardInput {
    static func isMeant(by file: String) -> Bool { ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(file) }

    /// The document in text for people.
    static func shown(_ file: String) -> String { isMeant(by: file) ? "standard input" : file }

    /// Throws if something else is read from standard input, which can be read only once.
    ///
    /// - Parameter use: what is read, or the option that says so.
    static func claim(for use: String) throws(CommandFailure) {
        let other = user.withLock { user in
            defer { user = user ?? use }
            return user == use ? nil : user
        }
        guard let other else { return }
        throw CommandFailure(
            kind: "usage", problem: "standard input cannot be both \(other) and \(use)",
            hint: "name a file for one of them", exitStatus: .usage)
    }

    private static let user = Mutex<String?>(nil)

    /// Returns a path by which this process can open the document.
    static func document() throws(CommandFailure) -> FilePath {
        try claim(for: "the document")
        return try whole.get()
    }

    /// It can be read only once.
    private static let whole: Result<FilePath, CommandFailure> = Result { () throws(CommandFailure) in
        if StandardStream.input.isTerminal {
            throw CommandFailure(
                kind: "usage", problem: "standard input is a terminal, and '-' reads a document from it",
                hint: "pdfco … - < FILE", exitStatus: .usage)
        }
        do throws(SystemCallError) {
            return try StreamedFile.path(of: StandardStream.input.descriptor)
        } catch {
            let problem =
                error.errno == SystemCallError.fileTooLarge
                ? "it has more than \(StreamedFile.sizeLimit >> 30) GiB: save it as a file" : "cannot be read: \(error)"
            throw CommandFailure(kind: "source", file: "-", problem: problem, exitStatus: .systemCall)
        }
    }

    /// Throws if the command needs a file.
    static func refuse(_ file: String) throws(CommandFailure) {
        guard isMeant(by: file) else { return }
        throw CommandFailure(
            kind: "usage", file: file, problem: "the command needs a file, not standard input",
            hint: "a file named '-' is ./-", exitStatus: .usage)
    }

    /// Throws if the result of a job would go into the document itself or its checkpoint.
    static func checkDestination(of job: Job) throws(CommandFailure) {
        guard isMeant(by: job.document.argument), job.saving.output == nil, !job.saving.dryRun else { return }
        throw CommandFailure(
            kind: "usage", file: job.document.argument, problem: "standard input can be read, but not changed",
            hint: UsageHint(words: ThisProcess.arguments.map(ByteText.text)).again {
                $0 += ["-o", StandardStream.output.isTerminal ? "OUT" : "-"]
            }, exitStatus: .usage)
    }
}

extension CommandContext {
    /// Returns the path of the document that an argument names.
    func path(of file: String) throws(CommandFailure) -> FilePath {
        guard StandardInput.isMeant(by: file) else { return FilePath(argument: file) }
        if options.passwordFile == "-" {
            throw CommandFailure(
                kind: "usage", problem: "standard input cannot be both the password and the document",
                hint: "name a file with --password-file, or set PDFCO_PASSWORD", exitStatus: .usage)
        }
        return try StandardInput.document()
    }
}
