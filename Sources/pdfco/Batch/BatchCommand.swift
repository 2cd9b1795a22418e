import ArgumentParser
import Documents
import LinuxFiles
import SystemPackage

/// `pdfco batch`: edits many documents at once.
struct BatchCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "batch", abstract: "Edit many documents, several at once.",
        examples: """
              pdfco batch jobs.jsonl > answers.jsonl
              find . -name '*.pdf' -print0 | pdfco batch --null --edits e.json > a.jsonl
              pdfco batch jobs.jsonl --resume answers.jsonl >> answers.jsonl
              pdfco batch jobs.jsonl --shard 2/8
            """)

    @Argument(
        help: ArgumentHelp("The file of jobs; '-', or nothing, is standard input.", valueName: "jobs"),
        completion: .file())
    var source: String?

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
        help: ArgumentHelp(
            "The number of jobs at once; the default is 8, or the number of processors if that is more.",
            valueName: "count"))
    var jobs: String?

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

    @Flag(help: ArgumentHelp(strictHelp))
    var strict = false

    @OptionGroup(title: "Saving") var writing: WritingOptions
    @OptionGroup(title: "Saving") var rewriting: RewritingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try writing.validate(with: rewriting)
        if global.passwordFile == "-" {
            throw ValidationError("--password-file cannot be '-', since standard input has the jobs; name a file.")
        }
        if edits != nil, commonEdits != nil {
            throw ValidationError("--edits and --common-edits cannot be combined: with --edits, each line is a path.")
        }
    }

    func run(in context: CommandContext) throws {
        var saving = try writing.saving(rewriting)
        saving.options.isStrict = strict
        let (commonEdits, editsText) = try readEdits(context.surroundings)
        let lines = edits == nil ? BatchLines.jobs : .paths
        let terminator: UInt8 = null ? 0 : 0x0A
        if Self.isWorker(context.surroundings) {
            var context = context
            (context.options.quiet, context.options.json, context.options.passwordFile) = (true, false, nil)
            return try BatchWorker(
                context: context, saving: saving, commonEdits: commonEdits, lines: lines, terminator: terminator
            ).run()
        }
        let count = try OptionValue<Int>.count(jobs, for: "--jobs") ?? max(8, ThisProcess.processorCount)
        let shard = try BatchShard.read(shard, context.surroundings)
        // What is wrong with these is wrong with each job.
        _ = try (context.timeoutSeconds(), context.purposeIdentifier(), context.existingStore())
        let password = try context.password()
        if source == nil, context.surroundings.input.isTerminal {
            throw CommandFailure.usage("there are no jobs", hint: "name a file of jobs, or pass them on standard input")
        }
        let finished = try resume.map { file throws(CommandFailure) in
            let answers = try context.surroundings.inputFiles.lines(of: file, as: "the answers", terminator: 0x0A)
            do throws(SystemCallError) { return try FinishedJobs(answersIn: answers) } catch {
                throw InputFiles.failure(error, file, as: "the answers", atMost: BatchRun.lineLimit)
            }
        }
        let named = source.flatMap { StandardInput.isMeant(by: $0) ? nil : $0 }
        let input = try context.surroundings.inputFiles.lines(of: named ?? "-", as: "the jobs", terminator: terminator)
        // A pipe can only be read once: there, the run stops at the second job.
        if let named, lines == .jobs, input.size != nil {
            try StatedNames.check(FilePath(argument: named), terminator: terminator)
        }
        let pool = WorkerPool(
            try workerProgram(context.surroundings.words, password: password, edits: editsText),
            count: min(count, 1024), terminator: terminator)
        let jobs = BatchJobs(input, lines, shard: shard, finished: finished ?? FinishedJobs())
        var run = try BatchRun(context.console, jobs, pool, isOrdered: ordered)
        try run.run()
    }

    /// This program as a worker, with the same arguments. It gets what was read here, since a pipe cannot be read again, and
    /// a file may change.
    private func workerProgram(
        _ words: [String], password: String?, edits: [UInt8]
    ) throws(SystemCallError) -> Program {
        let copy = try StreamedFile.path(holding: edits)
        return Program(
            [Array("/proc/self/exe".utf8)] + words.map(ByteText.bytes),
            variables: [
                "PDFCO_PASSWORD": password.map { Array($0.utf8) }, Self.editsVariable: Array(copy.string.utf8),
            ])
    }

    /// Where a worker finds the edits; no other process has the variable.
    private static let editsVariable = "PDFCO_BATCH_EDITS"

    /// Whether this process does the jobs that another one sends it.
    static func isWorker(_ surroundings: Surroundings) -> Bool {
        surroundings.environment(editsVariable) != nil
    }

    private func readEdits(_ surroundings: Surroundings) throws -> (edits: [EditTemplate]?, text: [UInt8]) {
        guard let edits = edits ?? commonEdits else { return (nil, []) }
        let bytes = try surroundings.inputFiles.read(
            surroundings.environment(Self.editsVariable) ?? edits, as: "the edits")
        do { return (try BatchJob.edits(json: bytes), bytes) } catch {
            throw CommandFailure(
                kind: "source", file: edits, problem: error.reason,
                hint: "write an array such as [{\"add\": {…}}]; see man pdfco-batch",
                exitStatus: .dataError)
        }
    }
}
