internal import Synchronization
internal import SystemPackage

/// An access while its accessor runs.
final class GrantedAccess: Sendable {
    let paths: [FilePath]
    private let intents: [FileAccessIntent]
    /// `nil` if coordination is disabled.
    private let claim: AccessClaim?
    let conversation: PresenterConversation?

    init(_ intents: [FileAccessIntent], _ claim: AccessClaim, _ conversation: PresenterConversation?) {
        self.intents = intents
        self.claim = claim
        self.conversation = conversation
        paths = claim.paths
    }

    init(uncoordinated intents: [FileAccessIntent]) {
        (self.intents, claim, conversation) = (intents, nil, nil)
        paths = intents.map(\.path)
    }

    /// Notifies presenters of what was written and that the access is over, before others are let in.
    func end() {
        for (intent, path) in zip(intents, paths) {
            if case .writing = intent.kind { conversation?.itemChanged(path) }
        }
        conversation?.end()
        claim?.release()
    }
}

/// The warnings of a coordinator, collected from its accesses on any thread.
final class Warnings: Sendable {
    private let list = Mutex<(all: [String], taken: Int)>(([], 0))

    var all: [String] { list.withLock(\.all) }

    func add(_ warnings: [String]) { list.withLock { $0.all += warnings } }

    /// Returns those that were added since the last call.
    func take() -> [String] {
        list.withLock { list in
            defer { list.taken = list.all.count }
            return Array(list.all[list.taken...])
        }
    }
}
