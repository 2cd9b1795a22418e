import ArgumentParser
import Documents
import FileCoordination
import LinuxFiles
import PDFModel
import SystemPackage

extension CommandContext {
    /// Returns a coordinator for the command's one operation; `nil` if coordination is off.
    ///
    /// - Parameter purpose: the purpose if neither an option nor the environment names one.
    func coordinator(purpose otherwise: String? = nil) throws(CommandFailure) -> FileCoordinator? {
        guard isCoordinated else { return nil }
        let coordinator = FileCoordinator(
            purposeIdentifier: try purposeIdentifier() ?? otherwise, timeout: .seconds(try timeoutSeconds()),
            unanswered: try unansweredPolicy(),
            runtimeDirectory: runtimeDirectory)
        session?.note(coordinator)
        return coordinator
    }

    /// Where presenters register.
    var runtimeDirectory: RuntimeDirectory {
        (options.runtimeDir.map { FilePath(argument: $0) } ?? surroundings.environmentPath("PDFCO_RUNTIME_DIR"))
            .map { RuntimeDirectory($0) } ?? .standard
    }

    var isCoordinated: Bool { !options.noCoordination && surroundings.environment("PDFCO_COORDINATION") != "off" }

    func purposeIdentifier() throws(CommandFailure) -> String? {
        if let purpose = options.purpose, purpose.isEmpty {
            throw CommandFailure.usage("--purpose must not be empty")
        }
        let inherited = surroundings.environment("PDFCO_PURPOSE")
        return try OptionValue<String>.text(options.purpose, for: "--purpose")
            ?? (inherited?.isEmpty == false ? inherited : nil)
    }

    func unansweredPolicy() throws(CommandFailure) -> FileCoordinator.UnansweredPolicy {
        try OptionValue<FileCoordinator.UnansweredPolicy>.word(options.unanswered, for: "--unanswered") ?? .read
    }

    func timeoutSeconds() throws(CommandFailure) -> Double {
        let environment = surroundings.environment("PDFCO_TIMEOUT")
        let (text, name) = options.timeout.map { ($0, "--timeout") } ?? (environment ?? "", "PDFCO_TIMEOUT")
        if options.timeout == nil, text.isEmpty { return 30 }
        return try OptionValue<Double>.seconds(text, for: name)
    }

    /// The length in bytes up to which originals of unsaved changes are copied; `nil` if that is not stated.
    func keptOriginal() throws(CommandFailure) -> Int? {
        let text = surroundings.environment("PDFCO_KEEP_BASE")
        return try OptionValue<Int>.bytes(text?.isEmpty == false ? text : nil, for: "PDFCO_KEEP_BASE")
    }

    /// How many versions are kept of what saves replace.
    func keptVersions() throws(CommandFailure) -> Int {
        let text = surroundings.environment("PDFCO_VERSIONS")
        return try OptionValue<Int>.versions(text?.isEmpty == false ? text : nil, for: "PDFCO_VERSIONS") ?? 0
    }

    /// Returns the store for the command's operations on the document `file`.
    ///
    /// - Parameter warn: called with what the user should know; by default, it is printed.
    func documents(for file: String, warn: ((String) -> Void)? = nil) throws -> DocumentStore<PDFContents> {
        let isStreamed = StandardInput.isMeant(by: file)
        if !isForOneOfMany, session == nil { try limitResources(for: file, at: path(of: file)) }
        var documents = DocumentStore<PDFContents>(
            coordinator: isStreamed ? nil : try coordinator(), checkpoints: isStreamed ? nil : try existingStore())
        documents.checkpoint = try chosenIdentifier()
        documents.isDurable = session?.isDurable ?? true
        documents.options.password = try password()
        documents.timeout = .seconds(try timeoutSeconds())
        if let kept = try keptOriginal() { documents.keptOriginal = kept }
        documents.keptVersions = try keptVersions()
        documents.now = surroundings.now
        documents.suspended = session?.document.core.suspended
        let console = console
        let warn = warn ?? { console.warn($0, file: file) }
        documents.notify = { notice in
            switch notice {
            case .opened(let document): IdentityText.notices(of: document, file: file).forEach(warn)
            case .lostCheckpointBytes(let count): warn(IdentityText.loss(ofBytes: count))
            case .lost(let aside, let version): warn(IdentityText.lostContents(aside, version))
            case .skipped(let warning): warn(warning)
            }
        }
        return documents
    }

    /// Runs `body` with a document opened for reading, in a coordinated read.
    ///
    /// - Parameter withCheckpoint: whether its unsaved changes are shown.
    func reading<Result>(
        _ file: String, savingChanges: Bool = true, withCheckpoint: Bool = true,
        _ body: (OpenDocument<PDFContents>) throws(DocumentError) -> Result
    ) throws -> Result {
        let documents = try documents(for: file)
        do {
            let path = try path(of: file)
            let activity = showing("\(StandardInput.shown(file)): reading")
            let result = try documents.read(
                path, savingChanges: savingChanges, withUnsavedChanges: withCheckpoint, body)
            _ = consume activity
            return result
        } catch { throw try hinted(error, file, documents, isReading: true) }
    }

    /// Performs a job and reports the result.
    ///
    /// - Parameter kept: the version that keeps the document as it was before.
    @discardableResult func perform(_ job: Job, kept: FileVersion? = nil) throws -> JobReport {
        let file = job.document.argument
        try checkDestination(of: job)
        if case .checkpoint(let saving) = job.destination, !saving.dryRun { try checkCanRecord() }
        let documents = try documents(for: file)
        var job = job
        job.document = try path(of: file)
        let activity = showing("\(StandardInput.shown(file)): \(job.activity)")
        var report: JobReport
        do { report = try documents.perform(job) } catch {
            guard case .nameTaken = error.situation.pdf, case .source? = job.edits.first else {
                throw try hinted(error, file, documents)
            }
            let hint = "--on-duplicate skip leaves those that are there, --on-duplicate update changes them"
            throw HintedError(error: error, hint: hint)
        }
        _ = consume activity
        report.document = FilePath(argument: file)
        if let kept { report.kept = kept }
        try report.print(in: self)
        if session == nil { report.warnIfOnlyRecorded(in: self) }
        return report
    }

    /// Shows on a terminal what the command does until the value is gone; a session has a prompt there.
    private func showing(_ activity: String) -> Activity? { session == nil ? Activity(activity, on: console) : nil }

    /// Returns the error of an operation on a document with hints about what the user can do.
    func hinted(
        _ error: any Error, _ file: String, _ documents: DocumentStore<PDFContents>, isReading: Bool = false
    ) throws -> any Error {
        guard let error = error as? DocumentError else { return error }
        if StandardInput.isMeant(by: file) { return try error.naming(path(of: file), as: FilePath(argument: file)) }
        let path = FilePath(argument: file)
        if let original = error.original {
            return HintedError(error: error, hint: try hint(for: original, of: file, after: error))
        }
        if error.situation.isUnsavedConflict {
            let choices = documents.possibleResolutions(of: path)
            let way = isReading ? "pass --no-checkpoint to show the file without them; " : ""
            return HintedError(
                error: error, hint: way + IdentityText.hint(for: choices, file, checkpoint: options.uid))
        }
        if case .damaged? = error.situation.pdf {
            let ways = mendings(of: path, documents)
            return HintedError(error: error, hint: ways.isEmpty ? nil : ways.joined(separator: "; "))
        }
        guard error.saysDocumentIsLost else { return error }
        let hint = try CommandFailure(error).hint ?? hint(forMissing: file)
        return hint.map { HintedError(error: error, hint: $0) } ?? hintedIfMistyped(error, file)
    }

    /// Returns the commands that mend a damaged document, each of which was tried without writing anything.
    private func mendings(of path: FilePath, _ documents: DocumentStore<PDFContents>) -> [String] {
        var documents = documents
        (documents.coordinator, documents.suspended, documents.notify) = (nil, nil, { _ in })
        var (repairing, rewriting) = (DocumentSaving<PDFContents>(), DocumentSaving<PDFContents>())
        (repairing.dryRun, repairing.options.repairs) = (true, true)
        (rewriting.dryRun, rewriting.options.rewriting) = (true, RewriteOptions())
        let file = ShellWord.quoted(path.argument)
        let repaired = try? documents.perform(Job(path, [], to: .file(repairing))).save?.repaired
        let rewritten = try? documents.perform(Job(path, [], to: .file(rewriting)))
        return [
            repaired == nil ? nil : "pdfco save \(file) --repair appends a new cross-reference section",
            rewritten == nil ? nil : "pdfco save \(file) --rewrite -o OUT writes a new file",
        ].compactMap(\.self)
    }

    /// Returns how a document that is lost comes back, or where else its unsaved changes can go.
    private func hint(for original: Original, of file: String, after error: DocumentError) throws -> String {
        let restore = "pdfco restore \(ShellWord.quoted(file))"
        // Without its directory, the document cannot be looked up once more.
        let own = error.situation == .noSuchFile ? (try? hint(forMissing: file)) ?? nil : CommandFailure(error).hint
        let ways =
            switch original.place {
            case .nothing(true), .remains(true): ["\(restore) puts the document back with its unsaved changes"]
            default:
                [own, "\(restore) -o OUT writes the original with its unsaved changes to a new file"]
                    + (original.place == .unreadable ? [] : ["\(restore) --on-conflict overwrite puts it back"])
            }
        return ([original.place == .nothing(isExpected: true) ? own : nil] + ways).compactMap(\.self)
            .joined(separator: "; ")
    }

    /// Whether the file is there and is meant to be a PDF file.
    func isPDF(_ file: String) throws -> Bool {
        let path = FilePath(argument: file)
        guard try FileStatus(ifThere: path)?.kind == .regular else { return false }
        return FileStructure.isPDF(beginning: try OpenFile(reading: path).read(at: 0, count: 2 << 10))
    }

    /// Throws if the document is not there or is no file that can be read.
    func lookUp(_ file: String) throws {
        do { try DocumentStore<PDFContents>.lookUp(FilePath(argument: file)) } catch {
            throw hintedIfMistyped(error, file)
        }
    }

    private func hintedIfMistyped(_ error: DocumentError, _ file: String) -> any Error {
        guard error.situation == .noSuchFile, let hint = hint(forMistyped: file) else { return error }
        return HintedError(error: error, hint: hint)
    }

    /// Runs `body`, which makes a file, in a coordinated access.
    func creating<Result>(_ file: String, _ body: (FilePath) throws -> Result) throws -> Result {
        try coordinated(file, .creating, with: try coordinator(), body)
    }

    /// Runs `body` in a coordinated access, after printing the coordinator's warnings.
    func coordinated<Result>(
        _ file: String, _ access: DocumentAccess, with coordinator: FileCoordinator?,
        _ body: (FilePath) throws -> Result
    ) throws -> Result {
        try access.coordinated(at: FilePath(argument: file), with: coordinator) { path in
            for warning in coordinator?.warnings ?? [] { console.warn(warning, file: file) }
            return try body(path)
        }
    }

    /// Returns the presenters of the document: programs that have it open and have registered themselves.
    func presenters(of file: String) throws -> [PresenterDescription] {
        if StandardInput.isMeant(by: file) { return [] }
        guard let coordinator = try coordinator() else { return [] }
        let path = FilePath(argument: file)
        do {
            return try FileCoordinator.presenters(ofItemAt: path.resolvingLinks(), in: coordinator.runtimeDirectory)
        } catch {
            throw DocumentError(error, path)
        }
    }

    private func unsavedChanges(of file: String) throws -> RecoverableDocument? {
        let path = FilePath(argument: file)
        let found = try existingStore().flatMap {
            OpenDocument<PDFContents>.recoverable(try identifier(of: file), in: $0, at: path)
        }
        return found.flatMap { $0.edits > 0 ? $0 : nil }
    }

    /// Returns a hint about the unsaved changes of a missing document; `nil` if there are none.
    func hint(forMissing file: String) throws -> String? {
        // Under a stated identifier, they may be those of another path.
        guard options.uid == nil, let found = try unsavedChanges(of: file) else { return nil }
        let edits = SummaryText.counted(found.edits, "unsaved change")
        let (verb, they) = (found.edits == 1 ? "is" : "are", SummaryText.them(found.edits))
        return "\(edits) \(verb) kept: pdfco restore \(ShellWord.quoted(file)) --to PATH writes \(they) into "
            + "the document at PATH"
    }

    /// Returns the command with the name of a document that is there in place of one like it, or of one without its ending; `nil`
    /// if there is none, and for a command that removes something or puts something back.
    func hint(forMistyped file: String) -> String? {
        if file.hasSuffix("\r") { return "the list ends its lines as Windows does: tr -d '\\r' removes that" }
        let unsafe = UsageHint.destructive.union(["--on-conflict", "--revision", "--version"])
        guard let typedWords, unsafe.isDisjoint(with: typedWords.words.map { String($0.prefix { $0 != "=" }) }) else {
            return nil
        }
        let (type, rest) = surroundings.root.command(namedBy: typedWords.words)
        let bare = CommandArguments(of: type).places(in: rest).bare
        guard let place = bare.first(where: { rest[$0] == file }) else { return nil }
        let path = FilePath(argument: file)
        let folder = path.removingLastComponent()
        let names = (try? PrivateDirectory.names(in: folder.isEmpty ? "." : folder)) ?? []
        let documents = names.map { folder.appending($0) }.filter {
            $0.extension?.lowercased() == "pdf" && (try? FileStatus(of: $0))?.kind == .regular
        }.map(\.argument).sorted()
        let stem = { (path: String) in path.lowercased().hasSuffix(".pdf") ? String(path.dropLast(4)) : path }
        let index = EditDistance.closest(to: stem(file), in: documents.map(stem))
        return index.map { index in typedWords.again { $0[place] = FileList.path(documents[index]) } }
    }

    /// Returns a coordinator for an access during which others are made that are part of it.
    private func coordinatorOfOthers() throws -> FileCoordinator? {
        try coordinator(purpose: "pdfco-\(UInt64.random(in: .min ... .max))")
    }

    /// Keeps the document as a version, and then runs `body`, in one coordinated write, so that nobody else changes it in between.
    ///
    /// - Parameter body: receives the context for accesses that are part of this one.
    func keeping(
        _ file: String, as note: VersionNote, _ body: (CommandContext, FileVersion) throws -> Void
    ) throws {
        try StandardInput.refuse(file)
        let coordinator = try coordinatorOfOthers()
        let versions = try versions(coordinator)
        try coordinated(file, .writing, with: coordinator) { path in
            let kept = try ReplacedVersion(keepingItemAt: path, as: note, in: versions)
            defer { kept.announce() }
            var inner = self
            inner.options.purpose = coordinator?.purposeIdentifier ?? options.purpose
            do { try body(inner, kept.version) } catch {
                if !json { say(kept.version, of: file) }
                throw error
            }
        }
    }

    func say(_ kept: FileVersion, of file: String) {
        console.say("\(file): kept as version \(kept.persistentIdentifier)")
    }

    /// Runs another program during a coordinated access, and exits with its status.
    ///
    /// - Parameter note: of the version that keeps the document before the program runs; `nil` for the automatic one, which stays only if
    ///   the program changes the document.
    func run(
        _ command: [String], _ passing: PasswordPassing, during access: DocumentAccess, of file: String,
        keeping note: VersionNote? = nil
    ) throws -> Never {
        try StandardInput.refuse(file)
        // The program's environment has the purpose, so that the pdfco commands it runs are part of this access.
        let coordinator = try coordinatorOfOthers()
        let isAutomatic = if case .writing = access { try note == nil && keptVersions() > 0 } else { false }
        let versions = note != nil || isAutomatic ? try versions(coordinator) : nil
        let program = Program(command.map(ByteText.bytes), variables: try passing.variables(self, coordinator))
        let status = try coordinated(file, access, with: coordinator) { path in
            // A presenter may have saved them by now.
            if let found = try unsavedChanges(of: file), ![.saved, .gone].contains(found.condition) {
                let (changes, verb) = (
                    SummaryText.counted(found.edits, "unsaved change"), found.edits == 1 ? "is" : "are"
                )
                let save = "pdfco save \(ShellWord.quoted(file)) writes \(SummaryText.them(found.edits))"
                console.warn("\(changes) \(verb) not in the file; \(save)", file: file)
            }
            let kept = try versions.flatMap { versions in
                // Nobody asked to keep what the program is about to make, or a directory.
                if isAutomatic, try FileStatus(ifThere: path)?.kind != .regular { return ReplacedVersion?.none }
                return try ReplacedVersion(keepingItemAt: path, as: note ?? VersionNote(.saved), in: versions)
            }
            defer {
                if isAutomatic { kept?.drop() }
                kept?.announce()
                if !isAutomatic, let kept { say(kept.version, of: file) }
            }
            do throws(SystemCallError) {
                return try ProgramRunner(inForeground: true).run(program) ?? 0
            } catch {
                throw CommandFailure(notRun: command[0], error)
            }
        }
        throw ExitCode(status)
    }
}

extension DocumentError.Situation {
    /// Whether the unsaved changes cannot be merged into the document.
    var isUnsavedConflict: Bool { if case .unsavedConflict = self { true } else { false } }
}

// MARK: Standard input

extension CommandContext {
    /// Returns the path of the document that an argument names.
    func path(of file: String) throws(CommandFailure) -> FilePath {
        guard StandardInput.isMeant(by: file) else { return FilePath(argument: file) }
        if options.passwordFile == "-" {
            throw CommandFailure.usage(
                "standard input cannot be both the password and the document",
                hint: "name a file with --password-file, or set PDFCO_PASSWORD")
        }
        return try surroundings.inputFiles.document()
    }

    /// Throws if the result of a job would go into standard input.
    private func checkDestination(of job: Job) throws(CommandFailure) {
        guard StandardInput.isMeant(by: job.document.argument), job.saving.output == nil, !job.saving.dryRun else {
            return
        }
        throw CommandFailure.usage(
            "standard input can be read, but not changed", file: job.document.argument,
            hint: TypedWords(surroundings.words).again { words in
                words.removeAll { $0 == "--save" }
                words += ["-o", surroundings.output.isTerminal ? "OUT" : "-"]
            })
    }
}
