internal import Synchronization
package import SystemPackage

/// A granted access: lasts until ``end()``, or until the value goes out of scope, as where an error is thrown.
///
/// While it lasts, Control-Z does not stop a process whose presenters are observed by a ``FilePresenterCoordinator``,
/// since that would block everyone else: the waits of its coordinator are cancelled, and the process stops when it ends.
package struct FileAccess: ~Copyable, Sendable {
    /// The items' paths, in the order of the intents; for uploading, the path of the snapshot.
    package internal(set) var paths: [FilePath] = []
    var conversation: PresenterConversation?
    /// `nil` while the access waits, and if there are no locks.
    var claim: AccessClaim?
    private var intents: [FileAccessIntent] = []
    private var snapshot: Snapshot?
    private var coordinator: FileCoordinator?
    private var service: PresenterService?

    /// An access that is about to wait.
    init(to intents: [FileAccessIntent], by coordinator: FileCoordinator) {
        (self.intents, self.coordinator, service) = (intents, coordinator, .running)
        service?.delayStop(cancelling: coordinator.cancellation)
    }

    /// A batch of accesses, of which presenters know.
    init(_ batch: PresenterConversation?) { conversation = batch }

    /// An access to a snapshot, which is removed at its end.
    init(_ snapshot: Snapshot) { (paths, self.snapshot) = ([snapshot.path], snapshot) }

    /// An access without coordination.
    package init(uncoordinated paths: [FilePath]) { self.paths = paths }

    /// Notifies presenters of what was written and that the access is over, before others are let in.
    deinit {
        if let conversation {
            coordinator?.conversations.withLock { running in running.removeAll { $0 === conversation } }
            for (intent, path) in zip(intents, paths) {
                if case .writing = intent.kind { conversation.itemChanged(path) }
            }
            conversation.end()
        }
        claim?.release()
        snapshot?.remove()
        if let coordinator { service?.allowStop(coordinator.cancellation) }
    }

    /// The item's path, or that of the first one.
    package var path: FilePath { paths[0] }

    /// What the access had to pass over, such as a presenter that did not answer.
    package var warnings: [String] { conversation?.warnings ?? [] }

    /// Ends the access.
    package consuming func end() {}
}
