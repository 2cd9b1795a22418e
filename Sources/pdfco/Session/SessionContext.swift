import Checkpointing
import Documents
import FileCoordination
import Synchronization

/// The state that the commands of a session share. They run as they do on the command line, with the session's options.
final class SessionContext: Sendable {
    let document: Document
    /// The password, read once: standard input provides it only once.
    let password: String?
    /// The coordinator of the running command, so that its wait for access can be cancelled.
    private let coordinator = Mutex<FileCoordinator?>(nil)

    init(_ document: Document, password: String?) {
        (self.document, self.password) = (document, password)
    }

    /// Whether changes are durable as soon as they are recorded.
    var isDurable: Bool { document.configuration.strategy == .immediate }

    func note(_ coordinator: FileCoordinator?) { self.coordinator.withLock { $0 = coordinator } }

    /// Cancels the running command's wait for access.
    func cancel() { coordinator.withLock { $0?.cancel() } }
}
