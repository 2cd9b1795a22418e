public import FoundationEssentials
internal import LinuxFiles
public import PDFModel
public import SystemPackage

/// One document on disk: opened, edited in memory, and saved safely.
///
/// All work runs on a thread of the document's own, since reading, libqpdf and fsync block. What was opened stays as it
/// was while the document is open: the bytes are a private mapping of the file that was found at the path.
public actor Document {
    /// What a document is opened for.
    public enum Purpose: Sendable {
        /// To look at it, as far as a damaged file can be read.
        case reading
        /// To edit it and save by an increment; a file that needs repairing is refused.
        case editing
        /// To write it anew: of a damaged file, what libqpdf recovers.
        case rewriting
    }

    /// The document's path with symbolic links followed, since it is the file that is saved and not the link.
    public nonisolated let path: FilePath

    private nonisolated let thread: DedicatedThread
    private let password: String?
    private let purpose: Purpose
    private let now: @Sendable () -> Date
    private var contents: DocumentContents?
    private var editor: AnnotationEditor?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens the document at `path`.
    ///
    /// - Parameters:
    ///   - password: the user or the owner password of an encrypted document.
    ///   - now: the clock for modification dates.
    public init(
        openingFileAt path: FilePath, for purpose: Purpose, password: String? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws(DocumentError) {
        self.path = try asDocumentError { () throws(SystemCallError) in try path.resolvingLinks() }
        thread = try asDocumentError { () throws(SystemCallError) in try DedicatedThread(name: "document") }
        self.purpose = purpose
        self.password = password
        self.now = now
        try open()
    }

    private func open() throws(DocumentError) {
        contents = try DocumentContents(path, password: password, for: purpose)
        editor = nil
    }

    private func opened() throws(DocumentError) -> DocumentContents {
        guard let contents else { throw .noSuchFile }
        return contents
    }

    // MARK: Looking

    /// What there is to know of the document.
    public func summary() throws(DocumentError) -> DocumentSummary {
        let contents = try opened()
        return try asDocumentError { () throws(PDFError) in try DocumentSummary(contents) }
    }

    /// The annotations on the pages chosen, whoever wrote them, as the file has them.
    public func annotations(onPages range: PageRange = .all) throws(DocumentError) -> [ListedAnnotation] {
        let contents = try opened()
        return try asDocumentError { () throws(PDFError) in try contents.file.annotations(onPages: range) }
    }

    /// The numbers of the pages chosen.
    public func pages(_ range: PageRange) throws(DocumentError) -> [Int] {
        let contents = try opened()
        return try asDocumentError { () throws(PDFError) in try range.pages(of: contents.file.pageCount()) }
    }

    // MARK: Editing

    /// Applies edits, all or none.
    public func perform(_ edits: [Edit]) throws(DocumentError) -> EditReport {
        let contents = try opened()
        do throws(PDFError) {
            var working: AnnotationEditor
            if let editor { working = editor } else { working = try AnnotationEditor(contents.file, now: now()) }
            var report = EditReport()
            for edit in edits { report.add(try working.perform(edit)) }
            report.warnings = working.warnings
            editor = working
            return report
        } catch {
            throw .pdf(error)
        }
    }

    /// Whether edits were made that no save has written yet.
    public func hasUnsavedChanges() throws(DocumentError) -> Bool { try !increment().isEmpty }

    private func increment() throws(DocumentError) -> Increment {
        guard let editor else { return .none }
        return try asDocumentError { () throws(PDFError) in try editor.increment() }
    }

    // MARK: Saving

    /// Writes the edits into the document, by an increment.
    ///
    /// When this returns they are on disk, fsynced, and findable after a power cut. An error leaves the document as it was.
    ///
    /// - Parameter dryRun: do everything but write.
    public func save(_ method: SaveMethod = .auto, dryRun: Bool = false) throws(DocumentError) -> SaveReport {
        let contents = try opened()
        let increment = try increment()
        guard !increment.isEmpty else { return SaveReport(bytes: contents.file.count) }
        let saving = try DocumentSaving(contents, at: path, password: password, appending: increment)
        let report = try saving.save(method, dryRun: dryRun)
        if !dryRun { try open() }
        return report
    }

    /// Writes the document with its edits to a new file, which appears fully formed or not at all.
    public func save(
        to output: FilePath, replacingExisting: Bool = false, dryRun: Bool = false
    ) throws(DocumentError) -> SaveReport {
        let saving = try DocumentSaving(try opened(), at: path, password: password, appending: try increment())
        return try saving.write(to: output, replacingExisting: replacingExisting, dryRun: dryRun)
    }

    /// Lets libqpdf write the document with its edits anew, in its place or to a new file.
    ///
    /// - Parameters:
    ///   - force: replace an existing output, and rewrite although signatures become invalid.
    ///   - progress: called with percentages from 0 to 100.
    public func rewrite(
        _ options: RewriteOptions, to output: FilePath? = nil, force: Bool = false, dryRun: Bool = false,
        progress: (@Sendable (Int) -> Void)? = nil
    ) throws(DocumentError) -> SaveReport {
        let contents = try opened()
        let signatures = try asDocumentError { () throws(PDFError) in try contents.file.signatures().count }
        guard signatures == 0 || force else { throw .wouldInvalidateSignatures(count: signatures) }
        let saving = try DocumentSaving(contents, at: path, password: password, appending: try increment())
        let report = try saving.rewrite(options, to: output, force: force, dryRun: dryRun, progress: progress)
        if output == nil, !dryRun { try open() }
        return report
    }
}
