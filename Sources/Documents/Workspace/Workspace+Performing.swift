internal import PDFModel
internal import SystemPackage

extension Workspace {
    /// Performs a job: all of its edits, or none.
    ///
    /// When this returns, they are on disk, in the checkpoint or in the file. An error leaves both as they were.
    public func perform(_ job: Job) throws(DocumentError) -> JobReport {
        if case .checkpoint(let saving) = job.destination, !saving.dryRun { return try record(job) }
        return try save(job.document, job.saving) { document throws(DocumentError) in
            let before = document.unsavedCount
            let edits = try apply(job, to: document)
            let save = try job.saving.save(document)
            let outcome: JobReport.Outcome
            var unsaved = document.unsavedCount
            switch job.destination {
            case .checkpoint: (outcome, unsaved) = (.recorded(edits), before + edits.applied)
            case .file: outcome = .saved(job.edits.isEmpty ? nil : edits, save)
            }
            return JobReport(outcome, document, called: job.document, job.saving, unsaved: unsaved)
        }
    }

    /// Records the edits as unsaved changes.
    private func record(_ job: Job) throws(DocumentError) -> JobReport {
        try open(job.document, .reading(savingChanges: false), for: .editing, options(for: .record)) {
            document throws(DocumentError) in try record(job, in: document)
        }
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
        for template in job.edits { edits += try template.edits(of: document, &selected, &warnings) }
        var report: EditReport
        do throws(DocumentError) {
            report = try document.perform(edits, overridingCertification: job.saving.force)
        } catch {
            if case .pdf = error.situation { try AnnotationImport.check(job.edits, for: document) }
            throw error
        }
        guard report.applied > 0 || !job.mustApply else {
            let names = job.edits.compactMap(\.removedName).joined(separator: "', '")
            throw DocumentError(.pdf(.noSuchAnnotation(names)), job.document)
        }
        if let claim = report.archiveClaim, !report.archiveProblems.isEmpty {
            guard !job.saving.isStrict else {
                throw DocumentError(.pdf(.breaksArchiving(claim, report.archiveProblems)), job.document)
            }
            warnings += report.archiveProblems.map { "the document claims to be \(claim.name), and \($0)" }
        }
        (report.selected, report.warnings) = (selected, warnings + report.warnings)
        return report
    }

    /// Runs `body` with a document opened for saving. If another process saved in between, retries on the resulting
    /// file until the timeout.
    func save<Result>(
        _ path: FilePath, _ saving: Saving, _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let checkpoint = options(for: saving.writesDocument ? .save : .show, onConflict: saving.onConflict)
        let deadline = ContinuousClock.now + timeout
        while true {
            var wasOnlyAddedTo = false
            do throws(DocumentError) {
                return try open(path, saving.access, for: saving.mode, checkpoint) {
                    document throws(DocumentError) in
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
}

extension DocumentError {
    /// Whether the error means that the file on disk is no longer the one that was opened.
    package var saysFileChanged: Bool { situation == .conflict || situation == .beingWritten }
}
