import Checkpointing
import Documents
import FileCoordination
import Synchronization

/// The state that the commands of a session share. They run as they do on the command line, with the session's options.
final class SessionContext: Sendable {
    let document: Document
    let surroundings: Surroundings
    /// The password, read once: standard input provides it only once.
    let password: String?
    /// The coordinator of the running command, so that its wait for access can be cancelled.
    private let coordinator = Mutex<FileCoordinator?>(nil)

    private let cancelled = Atomic(false)

    init(_ document: Document, password: String?, _ surroundings: Surroundings) {
        (self.document, self.password, self.surroundings) = (document, password, surroundings)
    }

    /// Whether changes are durable as soon as they are recorded.
    var isDurable: Bool { document.configuration.strategy == .immediate }

    func note(_ coordinator: FileCoordinator?) {
        self.coordinator.withLock { $0 = coordinator }
        if coordinator == nil { cancelled.store(false, ordering: .relaxed) }
    }

    /// Cancels the running command's wait for access, and keeps further lines from being recorded with it.
    func cancel() {
        cancelled.store(true, ordering: .relaxed)
        coordinator.withLock { $0?.cancel() }
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
}
