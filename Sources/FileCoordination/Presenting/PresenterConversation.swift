internal import SystemPackage

struct RequestedAccess {
    enum Kind {
        case reading(FileCoordinator.ReadingOptions)
        case writing(FileCoordinator.WritingOptions)
    }
    var path: FilePath
    var kind: Kind
}

final class PresenterConversation: Sendable {
    static func begin(
        _ accesses: [RequestedAccess], preparing: Bool, purpose: String, in folder: RuntimeFolder, deadline: Deadline,
        cancellation: Cancellation
    ) throws(FileCoordinationError) -> PresenterConversation? { nil }
    var warnings: [String] { [] }
    func itemMoved(from: FilePath, to: FilePath) {}
    func itemChanged(_ path: FilePath) {}
    func end() {}
}
