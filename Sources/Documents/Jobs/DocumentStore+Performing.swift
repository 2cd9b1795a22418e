internal import FileCoordination
public import FileDocuments
internal import LinuxFiles
internal import PDFModel
public import SystemPackage

extension DocumentStore<PDFContents> {
    /// Performs a job: all of its edits, or none.
    ///
    /// When this returns, they are on disk, in the checkpoint or in the file. An error leaves both as they were.
    ///
    /// ```swift
    /// let checkpoints = CheckpointStore(dataDirectory: directory)
    /// let documents = DocumentStore<PDFContents>(coordinator: FileCoordinator(), checkpoints: checkpoints)
    /// let highlight = Annotation.highlight(page: 1, rects: [Rectangle(72, 700, 300, 712)])
    /// let report = try documents.perform(Job("report.pdf", [.add(highlight, onPages: .first)], to: .file(DocumentSaving())))
    /// ```
    public func perform(_ job: Job) throws(DocumentError) -> JobReport {
        if case .checkpoint(let saving) = job.destination, !saving.dryRun { return try record(job) }
        var saving = job.saving
        // The remains of a lost document are not repaired: it is put back first.
        if saving.options.repairs || saving.options.rewriting != nil { saving.restores = saving.restores ?? true }
        return try open(job.document, for: .save(saving)) { document throws(DocumentError) in
            let before = document.unsavedCount
            let edits = try apply(job, to: document)
            let save = try document.save()
            guard case .file = job.destination else {
                let unsaved = before + edits.applied
                return JobReport(.recorded(edits), document, called: job.document, job.saving, unsaved: unsaved)
            }
            return JobReport(
                .saved(job.edits.isEmpty ? nil : edits, save), document, called: job.document, job.saving,
                unsaved: document.unsavedCount, savedBefore: job.edits.isEmpty || save == nil ? 0 : before)
        }
    }

    /// Returns the report of a job whose new file is there already, as an earlier run has written it: it begins with the
    /// document, and has every edit. `nil` if it does not, or cannot be compared.
    public func earlierResult(of job: Job) -> JobReport? {
        guard let output = job.saving.output?.path, job.saving.part == .document, job.saving.options.rewriting == nil
        else {
            return nil
        }
        let isContinued = try? read(job.document, savingChanges: false) { document throws(DocumentError) in
            guard document.unsavedCount == 0, let opened = document.openedFile else { return false }
            return (try? OpenFile(reading: output).begins(with: opened.source.file)) == true
        }
        guard isContinued == true else { return nil }
        var (saving, documents) = (job.saving, self)
        (saving.output, saving.dryRun, documents.checkpoints) = (nil, true, nil)
        let report = try? documents.perform(Job(output, job.edits, to: .file(saving)))
        return report?.edits?.applied ?? 0 == 0 ? report : nil
    }

    /// Records the edits as unsaved changes.
    private func record(_ job: Job) throws(DocumentError) -> JobReport {
        try open(job.document, for: .record) { document throws(DocumentError) in try record(job, in: document) }
    }

    func record(_ job: Job, in document: OpenDocument<PDFContents>) throws(DocumentError) -> JobReport {
        let edits = try apply(job, to: document)
        let unsaved = try document.record()
        return JobReport(.recorded(edits), document, called: job.document, job.saving, unsaved: unsaved)
    }

    private func apply(_ job: Job, to document: OpenDocument<PDFContents>) throws(DocumentError) -> EditReport {
        guard !job.edits.isEmpty else { return EditReport() }
        var edits: [Edit] = []
        var planning = EditReport()
        for template in job.edits { edits += try template.edits(of: document, after: edits, noting: &planning) }
        var report: EditReport
        do {
            report = try document.perform(edits, ignoringSignatures: job.saving.options.ignoresSignatures)
        } catch {
            if error.situation.pdf != nil { try AnnotationImport.check(job.edits, for: document) }
            throw error
        }
        guard report.applied > 0 || !job.mustApply else {
            let names = job.edits.compactMap(\.removedName).joined(separator: "', '")
            throw DocumentError(.pdf(.noSuchAnnotation(names)), job.document)
        }
        let problems = report.conformanceProblems
        guard problems.isEmpty || !job.saving.options.isStrict else {
            throw DocumentError(.pdf(.breaksConformance(problems)), job.document)
        }
        planning.warnings += problems.map { "the document claims to be \($0.claim.name), and \($0.sentence)" }
        (report.selected, report.warnings) = (planning.selected, planning.warnings + report.warnings)
        report.alreadyApplied += planning.alreadyApplied
        return report
    }

    /// Restores a document after a crash: cuts off an unfinished increment, applies the unsaved changes and saves them.
    ///
    /// If it ``DocumentSaving/restores``, a document that is gone, truncated or zeroed is put back first as it was, if its original has
    /// been kept; for another output, it is only read from there. Where other bytes or no file are at the path, where the disk of the
    /// document may not be mounted, or a program may still be writing, it is put back only if conflicts are to be resolved by
    /// overwriting.
    ///
    /// - Returns: `nil` if there is nothing to restore; then nothing is written either.
    public func restore(_ path: FilePath, _ saving: DocumentSaving<PDFContents>) throws(DocumentError) -> JobReport? {
        try open(path, for: .save(saving)) { document throws(DocumentError) in
            if saving.writesDocument { document.clearLeftovers() }
            let unsaved = document.unsavedCount
            let torn = try document.cutBack(dryRun: true)
            let identity = document.identity
            let hadCheckpoint = unsaved > 0 || identity.hadSavedCheckpoint || identity.droppedCount > 0
            // A checkpoint that is entirely unreadable is set aside, too.
            let isDamaged = identity.lostCheckpointBytes > 0 || identity.isPutBack
            guard hadCheckpoint || isDamaged || torn > 0 || saving.options.repairs else { return nil }
            let save = try document.save()
            if save == nil, torn > 0, saving.output == nil { _ = try document.cutBack(dryRun: saving.dryRun) }
            guard hadCheckpoint || isDamaged || torn > 0 || save?.repaired != nil else { return nil }
            return JobReport(
                .restored(unsaved, cutBack: torn, save), document, called: path, saving, unsaved: document.unsavedCount)
        }
    }

    /// Reverts a document to a revision, numbered from 1, or writes that revision to a new file.
    public func goBack(_ path: FilePath, toRevision number: Int, _ saving: DocumentSaving<PDFContents>)
        throws(DocumentError) -> JobReport
    {
        try open(path, for: .goBack(saving)) { document throws(DocumentError) in
            let save = try document.goBack(toRevision: number)
            return JobReport(.restoredRevision(number, save), document, called: path, saving, unsaved: 0)
        }
    }
}
