import Documents
import LinuxFiles
import SystemPackage

/// The part of a batch that does the jobs, in a process of its own: whatever a document does to it, the batch goes on.
///
/// It reads lines `NUMBER JOB` and answers each with the byte of the answer's status and the answer itself.
struct BatchWorker {
    let context: CommandContext
    let saving: DocumentSaving<PDFContents>
    /// What is done where a job states no edits.
    let commonEdits: [EditTemplate]?
    let lines: BatchLines
    /// The byte that ends a line.
    let terminator: UInt8

    func run() throws {
        // The next job may be long in coming; the batch ends its workers.
        let source = try LineSource(nil, or: context.surroundings.input, terminator: terminator, patience: nil)
        // Where it is gone, there is nobody to tell.
        while let line = try? source.next() {
            let answer = answer(to: line)
            guard (try? context.console.print(madeLine: [answer.status.byte] + answer.json)) != nil else { return }
            // The thread of the search goes on.
            if case .failure(let failure) = answer.result, failure.kind == "patternTooSlow" { return }
        }
    }

    private func answer(to line: [UInt8]) -> BatchAnswer {
        let begin = ContinuousClock.now
        let (number, text) = BatchTask.parts(of: line)
        var answer = BatchAnswer(line: number, result: .failure(.noJob("", lines)), isDryRun: saving.dryRun)
        do {
            let job = try lines.job(text)
            (answer.address, answer.output) = (job.address, job.output)
            answer.result = perform(job) { answer.notices.append($0) }
        } catch {
            answer.address = try? lines.address(text)
            answer.result = .failure(.noJob(error.reason, lines, text))
        }
        answer.duration = ContinuousClock.now - begin
        return answer
    }

    private func perform(_ job: BatchJob, _ notice: @escaping (String) -> Void) -> Result<JobReport, CommandFailure> {
        var edits: [EditTemplate] = []
        do {
            if job.part == .document { try OutputFormat.pdf.check(job.output?.argument) }
            if let source = job.source {
                edits.append(.source(try InputFile.read(source, context.surroundings.inputFiles)))
            }
        } catch { return .failure(error) }
        guard let others = job.edits ?? (job.source == nil ? commonEdits : []) else {
            return .failure(.noJob("it has neither edits nor a source, and --common-edits is not given", lines))
        }
        edits += others
        let file = job.address.document.argument
        var context = context
        context.isForOneOfMany = true
        if let passwordFile = job.passwordFile { context.options.passwordFile = passwordFile.argument }
        guard !StandardInput.isMeant(by: file) else {
            return .failure(.noJob("standard input has the jobs; a file named '-' is ./-", lines))
        }
        var saving = saving
        if job.ignoresSignatures { saving.options.ignoresSignatures = true }
        (saving.output, saving.part) = (job.output.map(Output.file), job.part)
        context.limitResources(for: file, at: FilePath(argument: file), isSilent: true)
        do {
            var documents = try context.documents(for: file, warn: notice)
            documents.keepsHistory = false
            let job = Job(job.address.document, edits, to: .file(saving))
            do { return .success(try documents.perform(job)) } catch {
                // A run that was killed before it answered may have written the new file.
                if error.situation == .fileExists, let report = documents.earlierResult(of: job) {
                    return .success(report)
                }
                throw try context.hinted(error, file, documents)
            }
        } catch {
            return .failure(
                CommandFailure(error)
                    ?? CommandFailure(kind: "failed", file: file, problem: "\(error)", exitStatus: .software))
        }
    }
}

/// What the lines of a batch are: the options say so, never the lines.
enum BatchLines {
    case jobs, paths

    func address(_ line: [UInt8]) throws(BatchJob.Invalid) -> BatchAddress {
        self == .paths ? try BatchAddress(path: line) : try BatchAddress(line: line)
    }

    func job(_ line: [UInt8]) throws(BatchJob.Invalid) -> BatchJob {
        self == .paths ? try BatchJob(path: line) : try BatchJob(line: line)
    }

    /// Whether a line says nothing. A path may consist of spaces.
    func skips(_ line: [UInt8]) -> Bool {
        self == .paths ? line.isEmpty : !line.contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    }

    /// What helps with a line that is none of them.
    func hint(about line: [UInt8]) -> String {
        if line.contains(0) { return "add --null for lines that end with a null byte" }
        if InputFile.isDocument(line) { return "name a file of jobs in place of the document" }
        return self == .paths
            ? "for jobs, pass --common-edits instead of --edits"
            : "see man pdfco-batch for the keys of a job; for a list of paths, pass --edits FILE"
    }
}

/// A line of a batch on its way to a worker.
struct BatchTask {
    /// The number of the line, from 1.
    var number: Int
    var address: BatchAddress
    var line: [UInt8]

    /// What is sent to the worker, without what ends the line.
    var message: [UInt8] { Array("\(number) ".utf8) + line }

    /// Returns the number and the line of a message.
    static func parts(of message: [UInt8]) -> (number: Int, line: [UInt8]) {
        let digits = message.prefix { $0 != 0x20 }
        return (Int(String(decoding: digits, as: UTF8.self)) ?? 0, Array(message.dropFirst(digits.count + 1)))
    }
}

extension CommandFailure {
    /// The failure of a line that is no job, or of what it says.
    static func noJob(_ reason: String, _ lines: BatchLines, _ line: [UInt8] = []) -> CommandFailure {
        CommandFailure(kind: "noJob", problem: reason, hint: lines.hint(about: line), exitStatus: .dataError)
    }
}
