public import Checkpointing
public import FileCoordination
internal import FoundationEssentials
internal import LinuxFiles
internal import Synchronization
public import SystemPackage

/// Presents documents, and directories of documents: reports what happens to them as events, and saves unsaved changes
/// before others read, or automatically after a delay.
///
/// In directories it covers PDF files, those whose names end in `.pdf`, at any depth. While the process is stopped with
/// Control-Z, other processes do not find its presenters; afterwards it reports what has changed. Only documents with
/// unsaved changes are ever opened.
public final class DocumentWatch: Sendable {
    /// How documents are watched.
    public struct Options: Sendable {
        /// The directory in which presenters are registered.
        public var runtimeDirectory: RuntimeDirectory
        /// Accesses with this purpose identifier, by any process, are not reported to the watch; their changes are.
        public var purposeIdentifier: String
        /// The store that keeps unsaved changes; `nil` if there are none.
        public var store: CheckpointStore?
        /// The delay after the last recorded change before unsaved changes are saved; `nil` saves only on request.
        public var autosaveDelay: Duration?
        /// How long an autosave waits for access.
        public var timeout: Duration = .seconds(30)
        /// The password of encrypted documents.
        public var password: String?

        /// Creates options that save nothing: there is no store.
        public init(runtimeDirectory: RuntimeDirectory, purposeIdentifier: String) {
            self.runtimeDirectory = runtimeDirectory
            self.purposeIdentifier = purposeIdentifier
        }
    }

    /// A problem that is not an event on a document.
    public enum Problem: Sendable {
        /// Unsaved changes could not be saved; they stay in the checkpoint. Reported once for as long as nothing
        /// changes.
        case notSaved(DocumentError)
        /// What a save had to skip, such as a presenter that did not respond; one line.
        case skipped(String)
    }

    let options: Options
    private let hear: @Sendable (DocumentEvent) -> Void
    private let didFail: @Sendable (FilePath, Problem) -> Void
    let presenters: FilePresenterCoordinator
    /// All presenters that ``presenters`` observes.
    private let presented = Mutex<[any FilePresenter]>([])
    private let items = Mutex<[WatchedItem]>([])
    let unsaved = Mutex(UnsavedDocuments())
    /// Held while checkpoints are examined, so that no move is recorded meanwhile.
    let examining = Mutex(())
    let activity: WatchActivity
    private let source = EventSource<DocumentEvent>()

    /// Creates a watch that watches nothing yet.
    ///
    /// - Parameters:
    ///   - options: how documents are watched.
    ///   - hear: called with each event, from any thread. It must not block, because other processes wait for the
    ///     presenter.
    ///   - didFail: called with each problem, in the same way.
    public init(
        _ options: Options, hearing hear: @escaping @Sendable (DocumentEvent) -> Void = { _ in },
        problems didFail: @escaping @Sendable (FilePath, Problem) -> Void
    ) throws(DocumentError) {
        self.options = options
        self.hear = hear
        self.didFail = didFail
        presenters = FilePresenterCoordinator(
            purposeIdentifier: options.purposeIdentifier, runtimeDirectory: options.runtimeDirectory)
        activity = try WatchActivity()
    }

    /// Watches a document or a directory; a symbolic link at the end of the path is followed. A document, whose name
    /// ends in `.pdf`, need not exist yet, but its directory must.
    ///
    /// - Returns: whether it is a directory.
    /// - Throws: `noSuchFile`, the error that prevents presenting it, or EACCES for a directory
    ///   that may not be read or searched.
    @discardableResult
    public func watch(_ path: FilePath) throws(DocumentError) -> Bool {
        let given = path
        let path = try translating(of: given) { try given.resolvingLinks() }
        if let known = items.withLock({ $0.first { $0.path == path } }) { return known.isDirectory }
        let item = WatchedItem(path, of: self)
        // What is not there yet is waited for only if it is to be a document.
        if !item.isThere, !path.isPDF { throw DocumentError(.noSuchFile, given) }
        if item.isDirectory {
            // Documents in it are found by its names, and looked at.
            try translating(of: given) {
                _ = try Directory(path)
                _ = try FileStatus(of: path.appending("."))
            }
        }
        do { try present(item) } catch { throw error.naming(path, as: given) }
        items.withLock { $0.append(item) }
        return item.isDirectory
    }

    /// Starts the watch with the changes that are already unsaved. Call it after all items to watch have been added.
    public func start() throws(DocumentError) {
        try watchCheckpoints()
        examineCheckpoints(atStart: true)
        try translating {
            try DedicatedThread.run(name: "autosave") { self.work() }
        }
    }

    /// Stops the watch; returns when its presenters are no longer found and any save in progress has finished.
    public func stop() {
        activity.end()
        presenters.unobserveFilePresenters(presented.withLock { $0 })
        activity.waitForEnd()
        source.finish()
    }

    func present(_ presenter: any FilePresenter) throws(DocumentError) {
        try translating(of: presenter.presentedItemPath) { try presenters.observeFilePresenters([presenter]) }
        presented.withLock { $0.append(presenter) }
    }

    // MARK: Reporting

    func notify(
        _ kind: DocumentEvent.Kind, _ path: FilePath, newPath: FilePath? = nil, process: Int32? = nil,
        detail: String? = nil
    ) {
        let event = DocumentEvent(kind, at: path, time: Date(), newPath: newPath, process: process, detail: detail)
        source.send(event)
        hear(event)
    }

    /// Returns the events on all documents from now on, as `FileDocument.events()` does for one; the sequence
    /// ends when the watch is stopped or released.
    public func events() -> EventSequence<DocumentEvent> { source.sequence() }

    func notify(_ problem: Problem, of path: FilePath) { didFail(path, problem) }

    // MARK: Watched items

    /// Whether a document is covered by a watched item.
    func covers(_ path: FilePath) -> Bool { reporter(of: path) != nil }

    /// Returns the item that reports a document: of all watched items that cover it, the one closest to it.
    func reporter(of path: FilePath) -> WatchedItem? {
        items.withLock { items in items.filter { $0.covers(path) }.max { $0.path.length < $1.path.length } }
    }

    /// The documents that are watched by their own path and exist.
    var namedDocuments: [FilePath] { items.withLock { $0.filter { $0.isThere && !$0.isDirectory }.map(\.path) } }
}
