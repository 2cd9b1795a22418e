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
        return try save(job.document, job.saving) { document throws(DocumentError) in
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
            guard document.unsavedCount == 0, let contents = document.opened else { return false }
            return (try? OpenFile(reading: output).begins(with: contents.source.file)) == true
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
                try DocumentFile.accessing(.writing, of: path, with: coordinator) { _, _ throws(DocumentError) in
                    try lost.putBack(timeout: timeout)
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
        try save(path, saving) { document throws(DocumentError) in
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

    /// Runs `body` with a document opened for saving. If another process saved in between, retries on the resulting
    /// file until the timeout.
    func save<Result>(
        _ path: FilePath, _ saving: Saving, _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let deadline = ContinuousClock.now + timeout
        while true {
            var wasOnlyAddedTo = false
            do throws(DocumentError) {
                return try open(path, for: .save(saving), until: deadline) { document throws(DocumentError) in
                    do throws(DocumentError) { return try body(document) } catch {
                        if error.saysFileChanged { wasOnlyAddedTo = document.wasOnlyAddedTo }
                        throw error
                    }
                }
            } catch {
                guard error.saysFileChanged, wasOnlyAddedTo, ContinuousClock.now < deadline else { throw error }
            }
        }
    }

    /// Runs `body` with a document opened in a coordinated access.
    ///
    /// - Parameter deadline: when all waits end: for access, for the unsaved changes, and for other commits.
    func open<Result>(
        _ path: FilePath, for intent: Intent, until deadline: ContinuousClock.Instant? = nil,
        _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let deadline = deadline ?? .now + timeout
        return try Self.finding(path) { () throws(DocumentError) in
            try openOnce(path, for: intent, until: deadline, body)
        }
    }

    /// The time that a wait may take until a deadline. What is short is allowed also where the work itself took longer: the
    /// other process is just committing.
    private func remaining(until deadline: ContinuousClock.Instant) -> Duration {
        max(deadline - .now, min(timeout, .seconds(1)))
    }

    /// Throws if there is no file at the path, or it cannot be read.
    public static func lookUp(_ path: FilePath) throws(DocumentError) {
        try finding(path) { () throws(DocumentError) in
            try translating(of: path) {
                guard try FileStatus(of: path).kind == .regular else { return }
                _ = try OpenFile(reading: path)
            }
        }
    }

    /// Runs `body` again if the document is missing, where another machine, or another mount, may just be replacing it
    /// (invariant 2).
    private static func finding<Result>(
        _ path: FilePath, _ body: () throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        for attempt in 1...200 {
            do { return try body() } catch {
                guard error.situation == .noSuchFile else { throw error }
                let directory = path.removingLastComponent()
                // Who was replacing it may have finished since.
                guard
                    AtomicReplacement.isUnderWayElsewhere(at: path)
                        || attempt <= 20
                            && (FileSystem.replacesInSteps(at: directory.isEmpty ? "." : directory)
                                || (try? FileStatus(of: path)) != nil)
                else { throw error }
                _ = try? wait(for: [], atMost: .milliseconds(10))
            }
        }
        return try body()
    }

    private func openOnce<Result>(
        _ path: FilePath, for intent: Intent, until deadline: ContinuousClock.Instant,
        _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let coordinator = coordinator?.waiting(atMost: remaining(until: deadline))
        return try DocumentFile.accessing(intent.access, of: path, with: coordinator) {
            found, known throws(DocumentError) in
            for warning in coordinator?.takeWarnings() ?? [] { notify(.skipped(warning)) }
            var workspace = self
            (workspace.coordinator, workspace.timeout) = (coordinator, remaining(until: deadline))
            workspace.store?.timeout = workspace.timeout
            let file = try DocumentFile(openingFileAt: found, for: intent, in: workspace)
            file.knownPath = known
            notify(.opened(file))
            let lost = file.identity.lostCheckpointBytes
            let result = try body(file)
            // An error from a log that accepts no more changes reports this itself.
            if lost > 0 { notify(.lostCheckpointBytes(lost)) }
            return result
        }
    }
}

extension DocumentFile {
    /// What an operation does with the document's file.
    public typealias Access = DocumentAccess

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
        _ access: Access, of path: FilePath, with coordinator: FileCoordinator?, _ body: (FilePath) throws -> Result
    ) throws -> Result {
        try coordinate(access, of: path, with: coordinator) { found, _ in try body(found) }
    }

    /// - Parameter body: receives also the path that its user knows: `path`, unless the file was moved.
    private static func coordinate<Result>(
        _ access: Access, of path: FilePath, with coordinator: FileCoordinator?,
        _ body: (FilePath, FilePath) throws -> Result
    ) throws -> Result {
        let given = path
        guard let coordinator else { return try naming(path, try? path.resolvingLinks()) { try body(path, path) } }
        let path = try access.resolving(path)
        do throws(FileAccessError<any Error>) {
            return try coordinator.finishBeforeStopping { () throws(FileAccessError<any Error>) in
                try coordinator.coordinate(with: access.intents(path)) { paths in
                    try body(paths[0], paths[0] == path ? given : paths[0])
                }
            }
        } catch {
            switch error {
            case .notGranted(let reason): throw DocumentError(reason, given)
            case .accessorFailed(let failure): return try naming(given, path) { throw failure }
            }
        }
    }

    /// The same, for a body that throws only ``DocumentError``.
    static func accessing<Result>(
        _ access: Access, of path: FilePath, with coordinator: FileCoordinator?,
        _ body: (FilePath, FilePath) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        do {
            return try coordinate(access, of: path, with: coordinator) { try body($0, $1) }
        } catch let error as DocumentError {
            throw error
        } catch {
            preconditionFailure("An access throws what its body does, or a DocumentError.")
        }
    }

    /// Runs `body`; in its errors, replaces the path `resolved` by `name`, the path that the caller knows.
    private static func naming<Result>(
        _ name: FilePath, _ resolved: FilePath?, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as DocumentError {
            throw resolved.map { error.naming($0, as: name) } ?? error
        }
    }
}

extension DocumentAccess {
    /// Returns the document's path with symbolic links followed, after checking that a new file has a directory.
    fileprivate func resolving(_ path: FilePath) throws(DocumentError) -> FilePath {
        let resolved = { (path: FilePath) throws(DocumentError) in
            try translating(of: path) { try path.resolvingLinks() }
        }
        switch self {
        case .reading, .writing: return try resolved(path)
        case .creating:
            return try translatingOutputErrors(of: path) { try resolved(path) }
        case .copying(let output), .moving(let output):
            let document = try resolved(path)
            _ = try translatingOutputErrors(of: output) { try resolved(output) }
            return document
        }
    }
}

extension DocumentError {
    /// Whether the error means that the file on disk is no longer the one that was opened.
    package var saysFileChanged: Bool { situation == .conflict || situation == .beingWritten }
}
