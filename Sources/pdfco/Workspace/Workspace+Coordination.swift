import ArgumentParser
import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

extension Workspace {
    /// What coordinates the command's one operation; `nil` where it is to go without.
    ///
    /// - Parameter purpose: the purpose where neither option nor environment names one.
    func coordinator(purpose otherwise: String? = nil) throws(CommandFailure) -> FileCoordinator? {
        guard isCoordinated else { return nil }
        let coordinator = FileCoordinator(
            purposeIdentifier: try purposeIdentifier() ?? otherwise, timeout: .seconds(try timeoutSeconds()),
            runtimeFolder: options.runtimeFolder.map { RuntimeFolder(FilePath(argument: $0)) } ?? .standard)
        session?.note(coordinator)
        return coordinator
    }

    var isCoordinated: Bool { !options.noCoordination && ThisProcess.environment("PDFCO_COORDINATION") != "off" }

    func purposeIdentifier() throws(CommandFailure) -> String? {
        if let purpose = options.purpose, purpose.isEmpty {
            throw CommandFailure(kind: "usage", problem: "--purpose takes a word, not nothing", exitStatus: .usage)
        }
        let inherited = ThisProcess.environment("PDFCO_PURPOSE")
        return try OptionValue<String>.text(options.purpose, for: "--purpose")
            ?? (inherited?.isEmpty == false ? inherited : nil)
    }

    func timeoutSeconds() throws(CommandFailure) -> Double {
        let environment = ThisProcess.environment("PDFCO_TIMEOUT")
        let (text, name) = options.timeout.map { ($0, "--timeout") } ?? (environment ?? "", "PDFCO_TIMEOUT")
        if options.timeout == nil, text.isEmpty { return 30 }
        return try OptionValue<Double>.seconds(text, for: name)
    }

    /// Runs `body` with a document opened for reading, in a coordinated read.
    ///
    /// - Parameter withCheckpoint: whether its unsaved changes are shown.
    func reading<Result>(
        _ file: String, savingChanges: Bool = true, withCheckpoint: Bool = true, _ body: (DocumentFile) throws -> Result
    ) throws -> Result {
        let checkpoint = withCheckpoint ? try checkpoints(for: .show) : nil
        do {
            return try opened(file, .reading(savingChanges: savingChanges), for: .reading, checkpoint, body)
        } catch let conflict as HintedError where conflict.error.situation.isUnsavedConflict {
            throw HintedError(
                error: conflict.error, hint: "--no-checkpoint shows it without them; \(conflict.hint)")
        }
    }

    /// Runs `body` with a document opened in a coordinated access.
    ///
    /// - Parameter isOneOfMany: whether the command goes on with others, so that its time is not bounded by the one.
    func opened<Result>(
        _ file: String, _ access: DocumentFile.Access, for purpose: DocumentFile.Purpose,
        _ checkpoint: CheckpointOptions?, isOneOfMany: Bool = false, _ body: (DocumentFile) throws -> Result
    ) throws -> Result {
        let password = try password()
        let coordinator = try coordinator()
        if !isOneOfMany, session == nil { limitResources(for: file) }
        var checkpoint = checkpoint
        checkpoint?.coordinator = coordinator
        do {
            return try opened(file, access, for: purpose, checkpoint, password, coordinator, body)
        } catch let error as DocumentError where error.situation.isUnsavedConflict {
            let choices = DocumentFile.possibleResolutions(
                ofFileAt: FilePath(argument: file), password: password, checkpoint: checkpoint)
            throw HintedError(error: error, hint: IdentityText.hint(for: choices))
        }
    }

    private func opened<Result>(
        _ file: String, _ access: DocumentFile.Access, for purpose: DocumentFile.Purpose,
        _ checkpoint: CheckpointOptions?, _ password: String?, _ coordinator: FileCoordinator?,
        _ body: (DocumentFile) throws -> Result
    ) throws -> Result {
        let timeout = Duration.seconds(try timeoutSeconds())
        return try coordinated(file, access, with: coordinator) { path in
            let document = try DocumentFile(
                openingFileAt: path, for: purpose, password: password, checkpoint: checkpoint, now: Clock.now)
            document.timeout = timeout
            for notice in IdentityText.notices(of: document, file: file) { console.warn(notice, file: file) }
            let lost = document.lostCheckpointBytes
            let result = try body(document)
            // An error of a log that takes no more changes says so itself.
            if lost > 0 { console.warn(IdentityText.loss(ofBytes: lost), file: file) }
            return result
        }
    }

    /// Runs `body`, which makes a file, in a coordinated access.
    func creating<Result>(_ file: String, _ body: (FilePath) throws -> Result) throws -> Result {
        try coordinated(file, .creating, with: try coordinator(), body)
    }

    /// Runs `body`, and in a session keeps Control-Z from stopping the process in the middle of it.
    private func finishingBeforeStop<Result>(
        _ coordinator: FileCoordinator?, _ body: () throws -> Result
    ) throws -> Result {
        guard let coordinator, let session = session else { return try body() }
        return try session.document.finishBeforeStopping(coordinator, body)
    }

    /// Runs `body` in a coordinated access, and tells what was passed over.
    func coordinated<Result>(
        _ file: String, _ access: DocumentFile.Access, with coordinator: FileCoordinator?,
        _ body: (FilePath) throws -> Result
    ) throws -> Result {
        let result = try finishingBeforeStop(coordinator) {
            try DocumentFile.coordinate(access, of: FilePath(argument: file), with: coordinator, body)
        }
        for warning in coordinator?.warnings ?? [] { console.warn(warning, file: file) }
        return result
    }

    /// The programs that have the document open and say so.
    func presenters(of file: String) throws -> [PresenterDescription] {
        try DocumentFile.presenters(ofFileAt: FilePath(argument: file), with: try coordinator())
    }

    /// Runs `body` with a document opened for saving: in a coordinated write from before it is opened until it is saved,
    /// or, where a new file is written, in a read of the one and a write of the other.
    func saving<Result>(
        _ file: String, _ saving: SaveOptions, isOneOfMany: Bool = false, isOwnerConfirmed: Bool = false,
        _ body: (DocumentFile) throws -> Result
    ) throws -> Result {
        var checkpoint = try checkpoints(
            for: saving.writesDocument ? .save : .show, onConflict: saving.conflictResolution())
        let deadline = ContinuousClock.now + .seconds(try timeoutSeconds())
        checkpoint?.isOwnerConfirmed = isOwnerConfirmed
        do {
            while true {
                var wasOnlyAddedTo = false
                do {
                    return try opened(
                        file, saving.access, for: saving.purpose, checkpoint, isOneOfMany: isOneOfMany
                    ) { document in
                        do {
                            return try body(document)
                        } catch let error as DocumentError where error.saysFileChanged {
                            wasOnlyAddedTo = document.wasOnlyAddedTo
                            throw error
                        }
                    }
                } catch let error as DocumentError where error.saysFileChanged {
                    // Another process saved in between: the same on what it has left.
                    guard wasOnlyAddedTo, ContinuousClock.now < deadline else { throw error }
                }
            }
        } catch let error as DocumentError where error.situation == .noSuchFile {
            throw try hint(forMissing: file).map { HintedError(error: error, hint: $0) } ?? error
        }
    }

    /// What becomes of the unsaved changes of a document that is gone.
    private func hint(forMissing file: String) throws -> String? {
        guard let store = try existingStore(),
            let found = DocumentFile.recoverable(try identifier(of: file), in: store),
            found.edits > 0
        else { return nil }
        let edits = SummaryText.counted(found.edits, "unsaved edit")
        return
            "\(edits) kept: pdfco restore \(IdentityText.quoted(file)) --to FILE names the document now; pdfco checkpoint discard gives them up"
    }

    /// Runs another program during a coordinated access, and exits as it did.
    func run(
        _ command: [String], _ passing: PasswordPassing, during access: DocumentFile.Access, of file: String
    ) throws -> Never {
        // Known to the program by its environment: what it does with pdfco is part of this access.
        let coordinator = try coordinator(purpose: "pdfco-\(UInt64.random(in: .min ... .max))")
        var variables = try passing.variables(self)
        if let coordinator {
            variables["PDFCO_PURPOSE"] = Array(coordinator.purposeIdentifier.utf8)
            variables["PDFCO_RUNTIME_DIR"] = ByteText.bytes(coordinator.runtimeFolder.path.argument)
        }
        let program = Program(command.map(ByteText.bytes), variables: variables)
        let status = try DocumentFile.coordinate(access, of: FilePath(argument: file), with: coordinator) { _ in
            do throws(SystemCallError) {
                return try ChildProcess.run(program)
            } catch {
                throw CommandFailure(
                    kind: "commandNotRun", file: command[0], problem: "cannot be run: \(error)",
                    exitStatus: .noInput)
            }
        }
        for warning in coordinator?.warnings ?? [] { console.warn(warning, file: file) }
        PDFCo.exit(withError: ExitCode(status))
    }
}

extension DocumentError {
    /// Whether the file on disk is not the one that was opened any more.
    fileprivate var saysFileChanged: Bool {
        situation == .conflict || situation == .beingWritten
    }
}

extension DocumentError.Situation {
    /// Whether the document and its unsaved changes cannot be brought together.
    var isUnsavedConflict: Bool { if case .unsavedConflict = self { true } else { false } }
}
