public import FoundationEssentials
internal import LinuxFiles
public import PDFModel
public import SystemPackage

/// One document on disk: opened, edited in memory, and saved safely.
///
/// What was opened stays as it was while the document is open: the bytes are a private mapping of the file that was found
/// at the path. Every call blocks until it is done, fsync included, and a document belongs to one thread at a time.
public final class Document {
    /// What a document is opened for.
    public enum Purpose: Sendable {
        /// To look at it, as far as a damaged file can be read.
        case reading
        /// To edit it and save by an increment; a file that needs repairing is refused.
        case editing
        /// To edit it and save by an increment, which repairs a damaged file.
        case repairing
        /// To write it anew: of a damaged file, what libqpdf recovers.
        case rewriting
    }

    /// The document's path with symbolic links followed, since it is the file that is saved and not the link.
    public let path: FilePath

    private let password: String?
    private let purpose: Purpose
    private let now: () -> Date
    /// `nil` after a save, until somebody asks again.
    private var opened: DocumentContents?
    private var editor: AnnotationEditor?

    /// Opens the document at `path`.
    ///
    /// - Parameters:
    ///   - password: the user or the owner password of an encrypted document.
    ///   - now: the clock for modification dates.
    public init(
        openingFileAt path: FilePath, for purpose: Purpose, password: String? = nil,
        now: @escaping () -> Date = { Date() }
    ) throws(DocumentError) {
        self.path = try translatingSystemCalls { () throws(SystemCallError) in try path.resolvingLinks() }
        self.purpose = purpose
        self.password = password
        self.now = now
        opened = try DocumentContents(self.path, password: password, for: purpose)
    }

    /// The file as it was opened, or as the last save has left it.
    ///
    /// Written in place by another program, the mapping would show that program's bytes, and none where the file was
    /// cut: reading there would end the process. Asking first leaves but the moment in between.
    private func contents() throws(DocumentError) -> DocumentContents {
        if let opened {
            let isWhole = try translatingSystemCalls { () throws(SystemCallError) in
                try opened.base.isStill(opened.source)
            }
            guard isWhole else { throw .conflict }
            return opened
        }
        let contents = try DocumentContents(path, password: password, for: purpose)
        opened = contents
        return contents
    }

    /// A second save works on the file as it is after the first.
    private func forget() {
        opened = nil
        editor = nil
    }

    // MARK: Looking

    /// What there is to know of the document.
    public func summary() throws(DocumentError) -> DocumentSummary {
        try contents().look { contents throws(PDFError) in try DocumentSummary(contents) }
    }

    /// The annotations on the pages chosen, whoever wrote them, as the file has them.
    public func annotations(onPages range: PageRange = .all) throws(DocumentError) -> [ListedAnnotation] {
        try contents().look { contents throws(PDFError) in try contents.file.annotations(onPages: range) }
    }

    /// The numbers of the pages chosen.
    public func pages(_ range: PageRange) throws(DocumentError) -> [Int] {
        let file = try contents().file
        return try translatingPDFErrors { () throws(PDFError) in try range.pages(of: file.pageCount()) }
    }

    // MARK: Editing

    /// Applies edits, all or none.
    ///
    /// - Parameter overridingCertification: go on although a certification or a signature's lock forbids it.
    public func perform(_ edits: [Edit], overridingCertification: Bool = false) throws(DocumentError) -> EditReport {
        let contents = try contents()
        do throws(PDFError) {
            var working: AnnotationEditor
            if let editor {
                working = editor
            } else {
                working = try AnnotationEditor(
                    contents.file, now: now(), overridingCertification: overridingCertification)
            }
            var report = EditReport()
            for edit in edits { report.add(try working.perform(edit)) }
            report.warnings = working.warnings
            editor = working
            return report
        } catch {
            throw contents.failure(error)
        }
    }

    private func increment(_ contents: DocumentContents) throws(DocumentError) -> Increment {
        do throws(PDFError) {
            if let editor { return try editor.increment() }
            return contents.isRepaired ? try IncrementalUpdate(of: contents.file).increment() : .none
        } catch {
            throw contents.failure(error)
        }
    }

    // MARK: Saving

    /// Writes the edits into the document, by an increment; `nil` where there was nothing to write, nor to repair.
    ///
    /// When this returns they are on disk, fsynced, and findable after a power cut. An error leaves the document as it was.
    ///
    /// - Parameter dryRun: do everything but write.
    public func save(_ method: SaveMethod = .auto, dryRun: Bool = false) throws(DocumentError) -> SaveReport? {
        let contents = try contents()
        let increment = try increment(contents)
        guard !increment.isEmpty else { return nil }
        let saving = try DocumentSaving(contents, at: path, appending: increment)
        let report = try saving.save(method, dryRun: dryRun)
        if !dryRun { forget() }
        return report
    }

    /// Writes the document with its edits to a new file, which appears fully formed or not at all.
    public func save(
        to output: FilePath, replacingExisting: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> SaveReport {
        let contents = try contents()
        let saving = try DocumentSaving(contents, at: path, appending: increment(contents))
        return try saving.write(to: output, replacingExisting: replacingExisting, dryRun: dryRun)
    }

    /// Lets libqpdf write the document with its edits anew, in its place or to a new file.
    ///
    /// - Parameters:
    ///   - force: replace an existing output, and rewrite although signatures become invalid.
    ///   - progress: called with percentages from 0 to 100.
    public func rewrite(
        _ options: RewriteOptions, to output: FilePath? = nil, force: Bool = false, dryRun: Bool = false,
        progress: ((Int) -> Void)? = nil
    ) throws(DocumentError) -> SaveReport {
        let contents = try contents()
        let fields = try translatingPDFErrors { () throws(PDFError) in try contents.file.signatureFields() }
        let signatures = fields.count(where: \.isSigned)
        guard signatures == 0 || force else { throw .wouldInvalidateSignatures(count: signatures) }
        let saving = try DocumentSaving(contents, at: path, appending: increment(contents))
        let report = try saving.rewrite(options, to: output, force: force, dryRun: dryRun, progress: progress)
        if output == nil, !dryRun { forget() }
        return report
    }
}
