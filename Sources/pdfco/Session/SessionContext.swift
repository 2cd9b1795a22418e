import Checkpointing
import Documents
import FileCoordination
import Synchronization

/// What the commands of a session share: they run as they do on their own, with the options of the session.
final class SessionContext: Sendable {
    let document: Document
    /// Asked for once: standard input has it only once.
    let password: String?
    /// What waits for access now, so that it can be cancelled.
    private let coordinator = Mutex<FileCoordinator?>(nil)

    init(_ document: Document, password: String?) {
        (self.document, self.password) = (document, password)
    }

    /// Whether changes are on the disk when they are recorded.
    var isDurable: Bool { document.configuration.strategy == .immediate }

    func note(_ coordinator: FileCoordinator?) { self.coordinator.withLock { $0 = coordinator } }

    /// Ends the waiting of the command that runs.
    func cancel() { coordinator.withLock { $0?.cancel() } }
}
