internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// One registration of a presenter: what it presents, and its messages, which one task hears in turn.
final class PresenterRegistration: Sendable {
    let presenter: any FilePresenter
    let purpose: String
    let item: PresentedItem
    /// Whether it is not to be found while the process is stopped.
    let letsGo: Bool
    private let messages: AsyncStream<PresenterEvent>.Continuation

    /// - Throws: where its item cannot be looked at or no socket be made.
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
            continuation.yield(.look)
        }
        let hearing = PresenterHearing(presenter: presenter, item: item)
        Task(executorPreference: PresenterThreads.shared) {
            var hearing = hearing
            for await event in stream { await hearing.hear(event) }
        }
    }

    /// When it is removed and the last access that it was asked about is over.
    deinit { messages.finish() }

    func post(_ event: PresenterEvent) { messages.yield(event) }
}

/// What one presenter hears about, one after another.
enum PresenterEvent: Sendable {
    case message(PresenterMessage, PresenterConnection)
    /// The access is over, or its process died.
    case ended(PresenterConnection)
    /// Something may have changed.
    case look
}

/// The connection of one access with one presenter, at the presenter's end.
final class PresenterConnection: Sendable {
    let socket: LocalSocket
    let registration: PresenterRegistration
    let process: Int32?

    init(_ socket: LocalSocket, to registration: PresenterRegistration) {
        self.socket = socket
        self.registration = registration
        process = try? socket.peer().process
    }
}
