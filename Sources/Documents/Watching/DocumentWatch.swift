public import Checkpointing
public import FileCoordination
internal import FoundationEssentials
internal import LinuxFiles
internal import Synchronization
public import SystemPackage

/// Presents documents, and directories with documents, for somebody who wants to know what happens to them: tells it as
/// events, saves unsaved changes before others read, and by itself after a time.
///
/// In directories it is about PDF files, those whose name ends in `.pdf`, at whatever depth. While the process is stopped with
/// Control-Z nobody finds it; afterwards it tells what has changed. Only documents with unsaved changes are ever opened.
public final class DocumentWatch: Sendable {
    /// How documents are watched.
    public struct Options: Sendable {
        /// Where presenters are found.
        public var runtimeDirectory: RuntimeDirectory
        /// What is done with this purpose, by any process, is no request and no news to the watch; its changes are.
        public var purposeIdentifier: String
        /// Where unsaved changes are; `nil`: there are none.
        public var store: CheckpointStore?
        /// Unsaved changes are saved so long after the last was recorded; `nil`: only when somebody asks.
        public var autosaveDelay: Duration?
        /// How long a save by itself waits for access.
        public var timeout: Duration = .seconds(30)
        /// The password of encrypted documents.
        public var password: String?

        public init(runtimeDirectory: RuntimeDirectory, purposeIdentifier: String) {
            self.runtimeDirectory = runtimeDirectory
            self.purposeIdentifier = purposeIdentifier
        }
    }

    /// What could not be done, and is no event.
    public enum Problem: Sendable {
        /// Unsaved changes could not be written; they stay where they are. Told once for as long as nothing changes.
        case notSaved(DocumentError)
        /// What a save had to pass over, such as a presenter that did not answer; one line.
        case passedOver(String)
    }

    let options: Options
    private let hear: @Sendable (DocumentEvent) -> Void
    private let hearProblem: @Sendable (FilePath, Problem) -> Void
    let presenters: FilePresenterCoordinator
    /// All that ``presenters`` observes.
    private let presented = Mutex<[any FilePresenter]>([])
    private let items = Mutex<[WatchedItem]>([])
    let unsaved = Mutex(UnsavedDocuments())
    /// Held while checkpoints are looked at, so that no document moves meanwhile.
    let looking = Mutex(())
    let activity: WatchActivity

    /// Watches nothing yet.
    ///
    /// - Parameters:
    ///   - hear: called with each event, from any thread. Others wait for what a presenter hears, so it must not wait.
    ///   - hearProblem: called in the same way.
    public init(
        _ options: Options, hearing hear: @escaping @Sendable (DocumentEvent) -> Void,
        problems hearProblem: @escaping @Sendable (FilePath, Problem) -> Void
    ) throws(DocumentError) {
        self.options = options
        self.hear = hear
        self.hearProblem = hearProblem
        presenters = FilePresenterCoordinator(
            purposeIdentifier: options.purposeIdentifier, runtimeDirectory: options.runtimeDirectory)
        activity = try WatchActivity()
    }

    /// Watches a document or a directory, a link at the end of the path followed. It need not be there yet, its directory must.
    ///
    /// - Returns: whether it is a directory.
    /// - Throws: ``DocumentError/Situation/noSuchFile``, or what keeps it from being presented.
    @discardableResult
    public func watch(_ path: FilePath) throws(DocumentError) -> Bool {
        let given = path
        let path = try translatingSystemCalls(of: given) { () throws(SystemCallError) in try given.resolvingLinks() }
        if let known = items.withLock({ $0.first { $0.path == path } }) { return known.isDirectory }
        let item = WatchedItem(path, of: self)
        do { try present(item) } catch { throw error.naming(path, as: given) }
        items.withLock { $0.append(item) }
        return item.isDirectory
    }

    /// Begins with what is unsaved; everything to be watched is known.
    public func start() throws(DocumentError) {
        try watchCheckpoints()
        lookAtCheckpoints(atStart: true)
        try translatingSystemCalls { () throws(SystemCallError) in
            try DedicatedThread.run(name: "autosave") { self.work() }
        }
    }

    /// Ends it: returns when nobody finds the presenters any more and a save that was going on is done.
    public func stop() {
        activity.end()
        presenters.unobserveFilePresenters(presented.withLock { $0 })
        activity.waitForEnd()
    }

    func present(_ presenter: any FilePresenter) throws(DocumentError) {
        do { try presenters.observeFilePresenters([presenter]) } catch {
            throw DocumentError(error, presenter.presentedItemPath)
        }
        presented.withLock { $0.append(presenter) }
    }

    // MARK: Telling

    func tell(
        _ kind: DocumentEvent.Kind, _ path: FilePath, newPath: FilePath? = nil, process: Int32? = nil,
        detail: String? = nil
    ) {
        hear(DocumentEvent(kind, at: path, time: Date(), newPath: newPath, process: process, detail: detail))
    }

    func tell(_ problem: Problem, of path: FilePath) { hearProblem(path, problem) }

    // MARK: What is watched

    /// Whether a document is told of at all.
    func covers(_ path: FilePath) -> Bool { reporter(of: path) != nil }

    /// Who tells of a document: where a path was named besides the directory that it is in, the one closest to it.
    func reporter(of path: FilePath) -> WatchedItem? {
        items.withLock { items in items.filter { $0.covers(path) }.max { $0.path.length < $1.path.length } }
    }

    /// What is watched by its own name and is there.
    var namedDocuments: [FilePath] { items.withLock { $0.filter { $0.isThere && !$0.isDirectory }.map(\.path) } }
}
