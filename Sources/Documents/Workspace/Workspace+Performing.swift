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

    /// Restores a document after a crash: cuts off an unfinished increment, applies the unsaved changes and saves them.
    ///
    /// - Returns: `nil` if there is nothing to restore; then nothing is written either.
    public func restore(_ path: FilePath, _ saving: Saving) throws(DocumentError) -> JobReport? {
        try save(path, saving) { document throws(DocumentError) in
            if saving.writesDocument { document.clearLeftovers() }
            let unsaved = document.unsavedCount
            let torn = try document.cutBack(dryRun: true)
            let hadCheckpoint = unsaved > 0 || document.hadSavedCheckpoint || document.droppedCount > 0
            // A checkpoint that is entirely unreadable is set aside, too.
            let isDamaged = document.lostCheckpointBytes > 0
            guard hadCheckpoint || isDamaged || torn > 0 || saving.repairs else { return nil }
            let save = try saving.save(document)
            if save == nil, torn > 0, saving.output == nil { _ = try document.cutBack(dryRun: saving.dryRun) }
            guard hadCheckpoint || isDamaged || torn > 0 || save?.repaired != nil else { return nil }
            return JobReport(
                .restored(unsaved, cutBack: torn, save), document, called: path, saving, unsaved: document.unsavedCount)
        }
    }

    /// Reverts a document to a revision, numbered from 1, or writes that revision to a new file.
    public func goBack(_ path: FilePath, toRevision number: Int, _ saving: Saving) throws(DocumentError) -> JobReport {
        let checkpoint = options(for: saving.writesDocument ? .save : .show)
        return try open(path, saving.access, for: .reading, checkpoint) { document throws(DocumentError) in
            let save = try document.goBack(
                toRevision: number, writingTo: saving.output, force: saving.force, dryRun: saving.dryRun)
            return JobReport(.restoredRevision(number, save), document, called: path, saving, unsaved: 0)
        }
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

    /// Runs `body` with a document opened in a coordinated access.
    ///
    /// A document that is missing is looked for again where another machine, or another mount, may just be replacing
    /// it (invariant 2).
    func open<Result>(
        _ path: FilePath, _ access: DocumentFile.Access, for mode: DocumentFile.OpenMode,
        _ checkpoint: CheckpointOptions?, _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        for _ in 1...20 {
            do throws(DocumentError) { return try openOnce(path, access, for: mode, checkpoint, body) } catch {
                let directory = path.removingLastComponent()
                guard error.situation == .noSuchFile,
                    FileSystem.replacesInSteps(at: directory.isEmpty ? "." : directory)
                else { throw error }
                _ = try? wait(for: [], atMost: .milliseconds(10))
            }
        }
        return try openOnce(path, access, for: mode, checkpoint, body)
    }

    private func openOnce<Result>(
        _ path: FilePath, _ access: DocumentFile.Access, for mode: DocumentFile.OpenMode,
        _ checkpoint: CheckpointOptions?, _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let result = try DocumentFile.accessing(access, of: path, with: coordinator) { found throws(DocumentError) in
            let file = try DocumentFile(
                openingFileAt: found, for: mode, password: password, checkpoint: checkpoint, now: now)
            file.timeout = timeout
            notify(.opened(file))
            let lost = file.lostCheckpointBytes
            let result = try body(file)
            // An error from a log that accepts no more changes reports this itself.
            if lost > 0 { notify(.lostCheckpointBytes(lost)) }
            return result
        }
        for warning in coordinator?.warnings ?? [] { notify(.skipped(warning)) }
        return result
    }
}

extension EditTemplate {
    /// Returns the edits for a document.
    ///
    /// - Parameters:
    ///   - selected: receives the annotations that meet the conditions.
    ///   - warnings: receives what is not done.
    func edits(
        of document: DocumentFile, _ selected: inout [ListedAnnotation], _ warnings: inout [String]
    ) throws(DocumentError) -> [Edit] {
        switch self {
        case .edit(let edit): return [edit]
        case .add(let template, let range, let placement, let words):
            var copies: [Annotation] = []
            if let placement {
                copies = try document.pageDetails(range).map { template.placed(placement, on: $0) }
            } else {
                copies = try document.pages(range).map { page in
                    var copy = template
                    copy.page = page
                    return copy
                }
            }
            return try Self.adding(copies, words, of: document).map { copy in
                var copy = copy
                copy.name = copy.name ?? Annotation.uniqueName()
                return .add(copy)
            }
        case .addAtMatches(let template, let range, let place, let words):
            return try Self.adding(document.additions(template, onPages: range, at: place), words, of: document)
                .map(Edit.add)
        case .replaceText(let template, let range, let place?):
            let pages = Dictionary(
                try document.pageDetails(range).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            return try document.additions(template, onPages: range, at: place).flatMap { old in
                pages[old.page].map { old.textReplacement(on: $0).map(Edit.add) } ?? []
            }
        case .replaceText(let template, let range, nil):
            return try document.pageDetails(range).flatMap { page in
                var named = template
                named.name = template.name ?? Annotation.uniqueName()
                return named.textReplacement(on: page).map(Edit.add)
            }
        case .update(let selection, let change):
            return try Self.selected(selection, of: document, &selected, &warnings).map { name, page in
                .update(name: name, pages: page, change: change)
            }
        case .remove(let selection, let keepsReplies):
            return try Self.selected(selection, of: document, &selected, &warnings).map { name, page in
                .remove(name: name, pages: page, keepsReplies: keepsReplies)
            }
        case .reply(let template, let name, let range):
            let found = try document.annotations(onPages: range).filter {
                $0.annotation.name == name || $0.reference?.description == name
            }
            guard let target = found.first else { throw DocumentError(.pdf(.noSuchAnnotation(name)), document.path) }
            guard found.count == 1 else {
                throw DocumentError(.pdf(.ambiguousName(name, pages: found.map(\.annotation.page))), document.path)
            }
            var reply = template
            (reply.page, reply.rect, reply.inReplyTo) = (target.annotation.page, target.annotation.rect, name)
            reply.name = reply.name ?? Annotation.uniqueName()
            return [.add(reply)]
        case .source(let source):
            var sourced = AnnotationImport(source, document)
            let edits = try sourced.edits()
            warnings += sourced.warnings
            return edits
        }
    }

    /// Returns annotations with the words replaced that their contents have for values.
    private static func adding(
        _ annotations: [Annotation], _ words: WordValues?, of document: DocumentFile
    ) throws(DocumentError) -> [Annotation] {
        guard let words, annotations.contains(where: { $0.contents?.contains("{") == true }) else { return annotations }
        let count = try document.pages(.all).count
        return annotations.enumerated().map { index, annotation in
            var annotation = annotation
            annotation.contents = annotation.contents.map {
                words.replaced(in: $0, page: annotation.page, of: count, index: index, document.path, document.now())
            }
            return annotation
        }
    }

    /// Returns the identifier and page of each annotation that is meant, once.
    ///
    /// One that has no name and is no object of its own is left out: by the time of a save, its place in the array of its
    /// page may be another one's.
    private static func selected(
        _ selection: AnnotationSelection, of document: DocumentFile, _ selected: inout [ListedAnnotation],
        _ warnings: inout [String]
    ) throws(DocumentError) -> [(name: String, page: PageRange)] {
        let all = try document.annotations(onPages: selection.pages)
        var found: [(name: String, page: PageRange)] = []
        var seen: Set<String> = []
        var unnamed = 0
        for listed in selection.selected(from: all) {
            let page = listed.annotation.page
            guard let name = listed.identifier else {
                unnamed += 1
                continue
            }
            guard let range = PageRange("\(page)"), seen.insert("\(page) \(name)").inserted else { continue }
            found.append((name, range))
            selected.append(listed)
        }
        guard !found.isEmpty else {
            throw DocumentError(.pdf(unnamed == 0 ? .noMatch : .unnamedAnnotations(unnamed)), document.path)
        }
        if unnamed > 0 { warnings.append("left as they are: \(PDFError.unnamedAnnotations(unnamed))") }
        return found
    }

    /// The name of the annotation that is removed; `nil` if none is.
    var removedName: String? { if case .edit(.remove(let name, _, _)) = self { name } else { nil } }
}

extension Saving {
    /// Saves a document; returns `nil` if there is nothing to save, repair or copy.
    func save(_ document: DocumentFile) throws(DocumentError) -> SaveReport? {
        if let rewriting {
            return try document.rewrite(rewriting, to: output, force: force, dryRun: dryRun, progress: progress)
        }
        if let output { return try document.write(part, to: output, replacingExisting: force, dryRun: dryRun) }
        return try document.save(method, dryRun: dryRun)
    }
}

extension DocumentError {
    /// Whether the error means that the file on disk is no longer the one that was opened.
    package var saysFileChanged: Bool { situation == .conflict || situation == .beingWritten }
}
