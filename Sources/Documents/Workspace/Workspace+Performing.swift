public import FileCoordination
public import FileDocuments
internal import LinuxFiles
internal import PDFModel
public import SystemPackage

extension Workspace {
    /// Performs a job: all of its edits, or none.
    ///
    /// When this returns, they are on disk, in the checkpoint or in the file. An error leaves both as they were.
    public func perform(_ job: Job) throws(DocumentError) -> JobReport {
        if case .checkpoint(let saving) = job.destination, !saving.dryRun { return try record(job) }
        return try open(job.document, for: .save(job.saving)) { document throws(DocumentError) in
            let before = document.unsavedCount
            let edits = try apply(job, to: document)
            let save = try document.save()
            let outcome: JobReport.Outcome
            var unsaved = document.unsavedCount
            switch job.destination {
            case .checkpoint: (outcome, unsaved) = (.recorded(edits), before + edits.applied)
            case .file: outcome = .saved(job.edits.isEmpty ? nil : edits, save)
            }
            return JobReport(outcome, document, called: job.document, job.saving, unsaved: unsaved)
        }
    }

    /// Returns the report of a job whose new file is there already, as an earlier run has written it: it begins with the
    /// document, and has every edit. `nil` if it does not, or cannot be compared.
    public func earlierResult(of job: Job) -> JobReport? {
        guard let output = job.saving.output?.path, job.saving.part == .document, job.saving.rewriting == nil else {
            return nil
        }
        let isContinued = try? read(job.document, savingChanges: false) { document throws(DocumentError) in
            guard document.unsavedCount == 0, let opened = document.contents?.opened else { return false }
            return (try? OpenFile(reading: output).begins(with: opened.source.file)) == true
        }
        guard isContinued == true else { return nil }
        var (saving, workspace) = (job.saving, self)
        (saving.output, saving.dryRun, workspace.store) = (nil, true, nil)
        let report = try? workspace.perform(Job(output, job.edits, to: .file(saving)))
        return report?.edits?.applied ?? 0 == 0 ? report : nil
    }

    /// Records the edits as unsaved changes.
    private func record(_ job: Job) throws(DocumentError) -> JobReport {
        try open(job.document, for: .record) { document throws(DocumentError) in try record(job, in: document) }
    }

    func record(_ job: Job, in document: DocumentFile) throws(DocumentError) -> JobReport {
        let edits = try apply(job, to: document)
        let unsaved = try document.record()
        return JobReport(.recorded(edits), document, called: job.document, job.saving, unsaved: unsaved)
    }

    private func apply(_ job: Job, to document: DocumentFile) throws(DocumentError) -> EditReport {
        guard !job.edits.isEmpty else { return EditReport() }
        var edits: [Edit] = []
        var selected: [ListedAnnotation] = []
        var warnings: [String] = []
        for template in job.edits { edits += try template.edits(of: document, after: edits, &selected, &warnings) }
        var report: EditReport
        do {
            report = try document.perform(edits, ignoringSignatures: job.saving.ignoresSignatures)
        } catch {
            if error.situation.pdf != nil { try AnnotationImport.check(job.edits, for: document) }
            throw error
        }
        guard report.applied > 0 || !job.mustApply else {
            let names = job.edits.compactMap(\.removedName).joined(separator: "', '")
            throw DocumentError(.pdf(.noSuchAnnotation(names)), job.document)
        }
        let problems = report.conformanceProblems
        guard problems.isEmpty || !job.saving.isStrict else {
            throw DocumentError(.pdf(.breaksConformance(problems)), job.document)
        }
        warnings += problems.map { "the document claims to be \($0.claim.name), and \($0.sentence)" }
        (report.selected, report.warnings) = (selected, warnings + report.warnings)
        return report
    }

    /// Restores a document after a crash: cuts off an unfinished increment, applies the unsaved changes and saves them.
    ///
    /// A document that is gone, truncated or zeroed is put back first as it was, if the checkpoint has a copy of it; for another
    /// output, it is only read from there. Where another file, or none, is at the path, the document may have been moved, and a file
    /// that a program has open may still be written: then it is put back only if conflicts are to be resolved by overwriting or
    /// copying.
    ///
    /// - Returns: `nil` if there is nothing to restore; then nothing is written either.
    public func restore(_ path: FilePath, _ saving: Saving) throws(DocumentError) -> JobReport? {
        do { return try restoreFound(path, saving) } catch {
            let isDecided = !saving.writesDocument || [.overwrite, .copy].contains(saving.onConflict)
            guard error.saysDocumentIsLost, let lost = try LostDocument(at: path, in: self),
                lost.isCertain || isDecided
            else { throw error }
            notify(.lost)
            if saving.writesDocument {
                try translating {
                    try DocumentFile.coordinate(.writing, of: path, with: coordinator) { _ in
                        try lost.putBack(timeout: timeout)
                    }
                }
            }
            var workspace = self
            (workspace.checkpoint, workspace.isOwnerConfirmed) = (lost.identifier, true)
            var report = try workspace.restoreFound(saving.writesDocument ? path : lost.copy, saving)
            report?.document = path
            return report
        }
    }

    private func restoreFound(_ path: FilePath, _ saving: Saving) throws(DocumentError) -> JobReport? {
        try open(path, for: .save(saving)) { document throws(DocumentError) in
            if saving.writesDocument { document.clearLeftovers() }
            let unsaved = document.unsavedCount
            let torn = try document.cutBack(dryRun: true)
            let identity = document.identity
            let hadCheckpoint = unsaved > 0 || identity.hadSavedCheckpoint || identity.droppedCount > 0
            // A checkpoint that is entirely unreadable is set aside, too.
            let isDamaged = identity.lostCheckpointBytes > 0
            guard hadCheckpoint || isDamaged || torn > 0 || saving.repairs else { return nil }
            let save = try document.save()
            if save == nil, torn > 0, saving.output == nil { _ = try document.cutBack(dryRun: saving.dryRun) }
            guard hadCheckpoint || isDamaged || torn > 0 || save?.repaired != nil else { return nil }
            return JobReport(
                .restored(unsaved, cutBack: torn, save), document, called: path, saving, unsaved: document.unsavedCount)
        }
    }

    /// Reverts a document to a revision, numbered from 1, or writes that revision to a new file.
    public func goBack(_ path: FilePath, toRevision number: Int, _ saving: Saving) throws(DocumentError) -> JobReport {
        try open(path, for: .goBack(saving)) { document throws(DocumentError) in
            let save = try document.goBack(toRevision: number)
            return JobReport(.restoredRevision(number, save), document, called: path, saving, unsaved: 0)
        }
    }

    /// Runs `body` with a document opened in a coordinated access. If another process saved in between, a save runs it again on
    /// the resulting file until the timeout.
    func open<Result>(
        _ path: FilePath, for intent: Intent, _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let deadline = ContinuousClock.now + timeout
        var (attempts, wasOnlyAddedTo) = (0, false)
        while true {
            do { return try open(path, for: intent, deadline, &wasOnlyAddedTo, body) } catch {
                if wasOnlyAddedTo, ContinuousClock.now < deadline { continue }
                try Self.pause(&attempts, after: error, of: path)
            }
        }
    }

    /// The time that a wait may take until a deadline. What is short is allowed also where the work itself took longer: the
    /// other process is just committing.
    private func remaining(until deadline: ContinuousClock.Instant) -> Duration {
        max(deadline - .now, min(timeout, .seconds(1)))
    }

    /// Throws if there is no file at the path, or it cannot be read.
    public static func lookUp(_ path: FilePath) throws(DocumentError) {
        var attempts = 0
        while true {
            do {
                guard try FileStatus(of: path).kind == .regular else { return }
                _ = try OpenFile(reading: path)
                return
            } catch {
                try pause(&attempts, after: DocumentError(error, path), of: path)
            }
        }
    }

    /// Waits for a moment before the next attempt if the document is missing where another machine, or another mount, may
    /// just be replacing it (invariant 2); otherwise throws the error.
    private static func pause(
        _ attempts: inout Int, after error: DocumentError, of path: FilePath
    ) throws(DocumentError) {
        attempts += 1
        let directory = path.removingLastComponent()
        // Who was replacing it may have finished since.
        guard error.situation == .noSuchFile, attempts <= 200,
            AtomicReplacement.isUnderWayElsewhere(at: path)
                || attempts <= 20
                    && (FileSystem.replacesInSteps(at: directory.isEmpty ? "." : directory)
                        || (try? FileStatus(of: path)) != nil)
        else { throw error }
        _ = try? wait(for: [], atMost: .milliseconds(10))
    }

    /// Makes one attempt.
    ///
    /// - Parameters:
    ///   - deadline: when all waits end: for access, for the unsaved changes, and for other commits.
    ///   - wasOnlyAddedTo: whether `body` failed because another process saved in between, and can be run again.
    private func open<Result>(
        _ path: FilePath, for intent: Intent, _ deadline: ContinuousClock.Instant, _ wasOnlyAddedTo: inout Bool,
        _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        wasOnlyAddedTo = false
        let access = intent.access
        let resolved = try access.resolving(path, for: coordinator)
        let granted = try access.begin(at: resolved, named: path, coordinator, within: remaining(until: deadline))
        let result: Result
        do throws(DocumentError) {
            for warning in granted.warnings { notify(.skipped(warning)) }
            var workspace = self
            workspace.timeout = remaining(until: deadline)
            workspace.store?.timeout = workspace.timeout
            let file = try DocumentFile(openingFileAt: granted.path, for: intent, in: workspace)
            // The user knows the path that was given, unless the file was moved.
            file.knownPath = granted.path == resolved ? path : granted.path
            notify(.opened(file))
            let lost = file.identity.lostCheckpointBytes
            do { result = try body(file) } catch {
                wasOnlyAddedTo = intent.saving != nil && error.saysFileChanged && file.wasOnlyAddedTo
                throw error
            }
            // An error from a log that accepts no more changes reports this itself.
            if lost > 0 { notify(.lostCheckpointBytes(lost)) }
        } catch {
            throw error.naming(resolved, as: path)
        }
        // The file is closed by now.
        granted.end()
        return result
    }
}

extension DocumentFile {
    /// Runs an operation on a document's file, coordinated with other processes; in a process with observed presenters,
    /// it ends before Control-Z takes effect.
    ///
    /// - Parameters:
    ///   - access: what `body` does with the file.
    ///   - path: the document's file.
    ///   - coordinator: `nil` runs the operation without coordination.
    ///   - body: receives the file's current path; opens the document there, and is done with it when it returns.
    /// - Throws: ``DocumentError`` if access is not granted, or what `body` throws.
    public static func coordinate<Result>(
        _ access: DocumentAccess, of path: FilePath, with coordinator: FileCoordinator?,
        _ body: (FilePath) throws -> Result
    ) throws -> Result {
        let resolved = try access.resolving(path, for: coordinator)
        let granted = try access.begin(at: resolved, named: path, coordinator)
        let result: Result
        do { result = try body(granted.path) } catch let error as DocumentError {
            throw error.naming(resolved, as: path)
        }
        granted.end()
        return result
    }
}

extension DocumentAccess {
    /// Returns the document's path with symbolic links followed, after checking that a new file has a directory; without
    /// coordination, nothing is checked.
    fileprivate func resolving(
        _ path: FilePath, for coordinator: FileCoordinator?
    ) throws(DocumentError) -> FilePath {
        if coordinator == nil { return (try? path.resolvingLinks()) ?? path }
        switch self {
        case .reading, .writing: return try translating(of: path) { try path.resolvingLinks() }
        case .creating: return try translatingOutputErrors(of: path) { try path.resolvingLinks() }
        case .copying(let output), .moving(let output):
            let document = try translating(of: path) { try path.resolvingLinks() }
            _ = try translatingOutputErrors(of: output) { try output.resolvingLinks() }
            return document
        }
    }

    /// Begins the access; without a coordinator, it is to the path as it was given.
    ///
    /// - Parameter path: the document as its user names it, for errors.
    fileprivate func begin(
        at resolved: FilePath, named path: FilePath, _ coordinator: FileCoordinator?, within limit: Duration? = nil
    ) throws(DocumentError) -> FileAccess {
        guard let coordinator else { return FileAccess(uncoordinated: [path]) }
        return try translating(of: path) { try coordinator.begin(intents(resolved), within: limit) }
    }
}

extension DocumentError {
    /// Whether the error means that the file on disk is no longer the one that was opened.
    package var saysFileChanged: Bool { situation == .conflict || situation == .beingWritten }
}
