import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// What is heard where the kernel tells nothing.
struct PollingTests {
    /// Starts a program whose user may not watch anything, in a user namespace of its own.
    private static let launcher = [
        "unshare", "--user", "--map-root-user", "sh", "-c",
        "echo 0 >/proc/sys/user/max_inotify_watches && exec \"$0\" \"$@\"",
    ]

    static func isPermitted() async throws -> Bool {
        try await Command(launcher[0], Array(launcher.dropFirst()) + ["true"]).run().exitStatus == 0
    }

    @Test(.enabled("user namespaces are needed") { try await isPermitted() })
    func `Where nothing can be watched, items are looked at from time to time`() async throws {
        try await Scene.use { scene in
            let peer = try Peer.presenting(scene.document, in: scene.runtime, launcher: Self.launcher)
            let directory = try Peer.presenting(scene.directory, in: scene.runtime, launcher: Self.launcher)
            try OpenFile(updating: scene.document).write(Array("longer".utf8), at: 0)
            #expect(try peer.next() == "changed")
            #expect(try directory.next() == "document changed")
        }
    }

    @Test func `The kernel tells of what happens on its own disks`() async throws {
        try await Scene.use { scene in
            #expect(FileSystem.tellsOfChanges(at: scene.directory))
            #expect(!FileSystem.tellsOfChanges(at: scene.directory.appending("missing")))
        }
    }
}
