internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// One registration of a presenter: its item, and its messages, which one task handles in turn.
final class PresenterRegistration: Sendable {
    let presenter: any FilePresenter
    let purpose: String
    let item: PresentedItem
    /// Whether the presenter becomes unreachable while the process is stopped.
    let letsGo: Bool
    private let messages: AsyncStream<PresenterEvent>.Continuation

    /// - Throws: if its item cannot be read or no socket can be created.
    init(
        _ presenter: any FilePresenter, purpose: String, letsGo: Bool, in runtimeDirectory: RuntimeDirectory,
        _ watcher: ItemWatcher
    ) throws(FileCoordinationError) {
        self.presenter = presenter
        self.purpose = purpose
        self.letsGo = letsGo
        let (stream, continuation) = AsyncStream.makeStream(of: PresenterEvent.self)
        messages = continuation
        item = try PresentedItem(presenter, purpose: purpose, in: runtimeDirectory, watcher) {
            continuation.yield(.check)
        }
        let delivery = PresenterDelivery(presenter: presenter, item: item)
        Task(executorPreference: PresenterThreads.shared) {
            var delivery = delivery
            for await event in stream { await delivery.deliver(event) }
        }
    }

    /// Runs when it is removed and the last access that it was asked about is over.
    deinit { messages.finish() }

    func post(_ event: PresenterEvent) { messages.yield(event) }
}

/// An event for one presenter; events are handled one after another.
enum PresenterEvent: Sendable {
    case message(PresenterMessage, PresenterConnection)
    /// The access is over, or its process died.
    case ended(PresenterConnection)
    /// Something may have changed.
    case check
}

/// The connection between one access and one presenter, at the presenter's end.
final class PresenterConnection: Sendable {
    let socket: LocalSocket
    let registration: PresenterRegistration
    let process: Int32?
    private let access = Mutex<(purpose: String?, answered: [String])>((nil, []))

    init(_ socket: LocalSocket, to registration: PresenterRegistration) {
        self.socket = socket
        self.registration = registration
        process = try? socket.peer().process
    }

    func begin(_ purpose: String, answering answered: [String]) { access.withLock { $0 = (purpose, answered) } }

    /// Whether the access is made to answer another one, which asks the same presenter.
    func answers(_ other: PresenterConnection) -> Bool {
        guard other.registration === registration, let purpose = other.access.withLock(\.purpose) else { return false }
        return access.withLock { $0.answered.contains(purpose) }
    }
}

/// The threads on which presenters handle their messages, and may wait.
final class PresenterThreads: TaskExecutor {
    static let shared = PresenterThreads()

    /// The limit is how many presenters can wait at once before others must.
    private let threads = WaitingThreads(name: "presenters", limit: 64)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
