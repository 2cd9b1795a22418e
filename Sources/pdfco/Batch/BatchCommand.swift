import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// `pdfco annotate batch`: edits many documents at once.
struct BatchCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", _superCommandName: "pdfco annotate",
        abstract: "Edit many documents, several at once.",
        discussion: """
            JOBS has one job per line, a JSON object; with --edits, each line is the path of a document that gets those \
            edits. A job saves its document, or writes the new file that it names. pdfco-batch(5) describes jobs:

              {"file": "a.pdf", "edits": [{"add": {"subtype": "Text", "page": 1, "rect": [36, 700, 56, 720]}}]}
              {"id": 2, "file": "b.pdf", "output": "c.pdf", "edits": [{"remove": {"name": "n2"}, "pages": "1-3"}]}

            Annotations have the form of pdfco annotate export. An annotation without a name gets one that follows \
            from its subtype, position and contents, so that a job that runs twice adds it once.

            When a job ends, its answer is one line of JSON: line, id, file, status (done, unchanged, refused, failed, \
            busy or conflict), exitStatus (that of the command for one document), bytesAppended, ms, and error, \
            message and hint if it failed. A job makes all its edits, or none. The exit status is 11 if some jobs \
            failed.

            Several processes do the jobs: if a document exhausts or crashes one, only that job fails. After \
            Control-C, the jobs in progress still finish; a second Control-C ends at once. To continue, run the same \
            batch again, or pass the answers to --resume.

            EXAMPLES
              pdfco annotate batch jobs.jsonl > answers.jsonl
              find inbox -name '*.pdf' -print0 | pdfco annotate batch --null --edits stamp.json > answers.jsonl
              pdfco annotate batch jobs.jsonl --resume answers.jsonl >> answers.jsonl
              pdfco annotate batch jobs.jsonl --shard 2/8
            """)

    @Argument(help: "The file of jobs; '-', or nothing, is standard input.", completion: .file())
    var jobs: String?

    @Option(
        help: ArgumentHelp(
            "A file with a JSON array of edits, for each document: the lines are paths.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var edits: String?

    @Option(
        help: ArgumentHelp(
            "A file with a JSON array of edits, for jobs that state none.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var commonEdits: String?

    @Flag(help: "The lines end with a null byte, as find -print0 writes them.")
    var null = false

    @Option(
        name: .customLong("jobs"),
        help: ArgumentHelp(
            "The number of jobs at once; the default is 8, or the number of processors if that is more.",
            valueName: "count"))
    var count: String?

    @Option(
        help: ArgumentHelp(
            """
            Do one part of the jobs: I/N, with I from 1 to N; auto takes the part from the environment of a Kubernetes \
            Indexed Job, an AWS Batch array job or a Slurm array.
            """,
            valueName: "part"))
    var shard: String?

    @Option(
        help: ArgumentHelp("Skip the jobs that are done according to the answers in a file.", valueName: "answers"),
        completion: .file())
    var resume: String?

    @Flag(help: "Answer in the order of the jobs.")
    var ordered = false

    @Flag(help: .private)
    var worker = false

    @Flag(help: strictHelp)
    var strict = false

    @OptionGroup(title: "Saving") var writing: WritingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if global.passwordFile == "-" {
            throw ValidationError("--password-file cannot be '-', since standard input has the jobs; name a file.")
        }
        if edits != nil, commonEdits != nil {
            throw ValidationError("--edits and --common-edits cannot be combined: with --edits, each line is a path.")
        }
    }

    func run(in context: CommandContext) throws {
        var saving = try writing.saving()
        saving.isStrict = strict
        let (commonEdits, editsText) = try readEdits()
        let lines = edits == nil ? BatchLines.jobs : .paths
        let terminator: UInt8 = null ? 0 : 0x0A
        if worker {
            var context = context
            (context.options.quiet, context.options.json, context.options.passwordFile) = (true, false, nil)
            return try BatchWorker(
                context: context, saving: saving, commonEdits: commonEdits, lines: lines, terminator: terminator
            ).run()
        }
        let count = try OptionValue<Int>.count(count, for: "--jobs") ?? max(8, ThisProcess.processorCount)
        let shard = try BatchShard.read(shard)
        // What is wrong with these is wrong with each job.
        _ = try (context.timeoutSeconds(), context.purposeIdentifier(), context.existingStore())
        let password = try context.password()
        if jobs == nil, StandardStream.input.isTerminal {
            throw CommandFailure(
                kind: "usage", problem: "there are no jobs",
                hint: "name a file of jobs, or pass them on standard input", exitStatus: .usage)
        }
        let finished = try reading(resume, "the answers") {
            path throws(SystemCallError) in try FinishedJobs(answersIn: path)
        }
        let named = jobs.flatMap { StandardInput.isMeant(by: $0) ? nil : $0 }
        let file = try reading(named, "the jobs") { path throws(SystemCallError) in
            try LineSource(path, terminator: terminator)
        }
        let source = try file ?? LineSource(nil, terminator: terminator)
        // A pipe can only be read once: there, the run stops at the second job.
        if let named, lines == .jobs, source.size != nil {
            try StatedIdentifiers.check(FilePath(argument: named), terminator: terminator)
        }
        let pool = WorkerPool(
            try workerProgram(password: password, edits: editsText), count: min(count, 1024), terminator: terminator)
        var run = try BatchRun(
            context.console, source, lines, pool, shard: shard, finished: finished ?? FinishedJobs(),
            isOrdered: ordered)
        try run.run()
    }

    /// This program as a worker: its own arguments, with the flag that makes it one behind the words of the command. It gets
    /// what was read here, since a pipe cannot be read again, and a file may change.
    private func workerProgram(password: String?, edits: [UInt8]) throws(CommandFailure) -> Program {
        var words = ThisProcess.arguments
        words.insert(Array("--worker".utf8), at: min(2, words.count))
        let copy: FilePath
        do { copy = try StreamedFile.path(holding: edits) } catch {
            throw CommandFailure(kind: "systemCall", problem: error.sentence(), exitStatus: .systemCall)
        }
        return Program(
            [Array("/proc/self/exe".utf8)] + words,
            variables: [
                "PDFCO_PASSWORD": password.map { Array($0.utf8) }, Self.editsVariable: Array(copy.string.utf8),
            ])
    }

    /// Where a worker finds the edits.
    private static let editsVariable = "PDFCO_BATCH_EDITS"

    private func readEdits() throws -> (edits: [EditTemplate]?, text: [UInt8]) {
        guard let edits = edits ?? commonEdits else { return (nil, []) }
        let bytes = try InputFile.read(
            worker ? ThisProcess.environment(Self.editsVariable) ?? edits : edits, as: "the edits")
        do { return (try BatchJob.edits(json: bytes), bytes) } catch {
            throw CommandFailure(
                kind: "source", file: edits, problem: error.reason,
                hint: "write an array such as [{\"add\": {…}}]; see man pdfco-batch",
                exitStatus: .dataError)
        }
    }

    private func reading<Value>(
        _ file: String?, _ what: String, _ read: (FilePath) throws(SystemCallError) -> Value
    ) throws(CommandFailure) -> Value? {
        guard let file else { return nil }
        do { return try read(FilePath(argument: file)) } catch {
            throw InputFile.failure(error, file, as: what)
        }
    }
}
