import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// A runtime directory, and a directory with a document to be presented and accessed.
struct Scene {
    let runtime: FilePath
    let directory: FilePath
    let document: FilePath

    static func use(_ body: (Scene) async throws -> Void) async throws {
        try await withTemporaryDirectory { root in
            let scene = Scene(
                runtime: root.appending("runtime"), directory: root.appending("directory"),
                document: root.appending("directory/document"))
            try await make(scene.directory)
            try scene.document.write("one".utf8)
            try await body(scene)
        }
    }

    static func make(_ directory: FilePath) async throws {
        #expect(try await Command("mkdir", [directory.string]).runNow().exitStatus == 0)
    }

    func peer(_ path: FilePath, purpose: String? = nil) throws -> Peer {
        try Peer.presenting(path, in: runtime, purpose: purpose)
    }

    /// Asks presenters as a coordinator does.
    func begin(
        _ kind: RequestedAccess.Kind, _ path: FilePath, preparing: Bool = false, purpose: String = "test",
        timeout: Duration = .seconds(60), unanswered: FileCoordinator.UnansweredPolicy = .read,
        cancellation: Cancellation = Cancellation()
    ) throws(FileCoordinationError) -> PresenterConversation? {
        try PresenterConversation.begin(
            [RequestedAccess(path: path, kind: kind)], preparing: preparing, purpose: purpose,
            in: RuntimeDirectory(runtime), deadline: Deadline(after: timeout), unanswered: unanswered,
            cancellation: cancellation)
    }

    /// What a presenter has heard until now, by a message after which it is told.
    func heard(by peer: Peer, of path: FilePath) throws -> [String] {
        let barrier = FileVersionIdentifier(rawValue: "barrier")
        let conversation = try PresenterConversation.begin(
            [], preparing: false, purpose: "barrier", in: RuntimeDirectory(runtime),
            deadline: Deadline(after: .seconds(60)), cancellation: Cancellation())
        conversation?.item(path, .gained, barrier)
        conversation?.end()
        return try peer.lines(upTo: "gained barrier")
    }
}
