import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

/// What is refused, and with which reason.
struct TrustTests {
    /// What log, existingLog and contents say.
    private func refusals(_ scene: Scene) -> [CheckpointError?] {
        [
            checkpointError { () throws(CheckpointError) in try scene.store.log(scene.identifier) },
            checkpointError { () throws(CheckpointError) in try scene.store.existingLog(scene.identifier) },
            checkpointError { () throws(CheckpointError) in try scene.store.contents(scene.identifier) },
        ]
    }

    private func expectRefusal(
        _ scene: Scene, _ error: CheckpointError, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(refusals(scene) == [error, error, error], sourceLocation: location)
    }

    private func setMode(_ mode: Int, of path: FilePath) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path.string)
    }

    @Test(arguments: ["pdfco-checkpoint 2\nwhatever", "pdfco-checkpoint 999\n"])
    func `A newer version is not guessed at`(text: String) async throws {
        try await Scene.use { scene in
            try scene.put(Array(text.utf8))
            expectRefusal(scene, .newerVersion(scene.path, version: text.contains("999") ? 999 : 2))
            #expect(try scene.path.readBytes() == Array(text.utf8))
        }
    }

    @Test(arguments: [
        "%PDF-1.7\n", "x", "pdfco-checkpoint\n", "pdfco-checkpoint 0\n", "pdfco-checkpoint 01\n",
        "pdfco-checkpoint -1\n", "pdfco-checkpoint +1\n", "pdfco-checkpoint \n", "pdfco-checkpoint 1 \n",
        "pdfco-checkpoint 1x\n", "pdfco-checkpoint 12345678901234567890\n", "pdfco-checkpoint 1234567890123",
    ])
    func `What is no checkpoint is left alone`(text: String) async throws {
        try await Scene.use { scene in
            try scene.put(Array(text.utf8))
            expectRefusal(scene, .foreign(scene.path))
            #expect(try scene.path.readBytes() == Array(text.utf8))
        }
    }

    @Test func `A log whose header cannot be read is told and kept`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            var bytes = try scene.path.readBytes()
            try #require(bytes.count > 30)
            bytes[30] ^= 1
            try scene.put(bytes)
            expectRefusal(scene, .damagedHeader(scene.path))
            #expect(try scene.store.clear() == 0)
            #expect(try scene.path.readBytes() == bytes)
        }
    }

    @Test(arguments: [0o644, 0o660, 0o602, 0o710]) func `A log that others may read or write is refused`(
        mode: Int
    ) async throws {
        try await Scene.use { scene in
            try scene.record("a")
            try setMode(mode, of: scene.path)
            expectRefusal(scene, .notTrusted(scene.path, .openToOthers(mode: UInt32(mode))))
        }
    }

    @Test(arguments: [0o755, 0o701]) func `A directory that others may look into is refused`(mode: Int) async throws {
        try await Scene.use { scene in
            try scene.record("a")
            try setMode(mode, of: scene.store.directory)
            let error = CheckpointError.notTrusted(scene.store.directory, .openToOthers(mode: UInt32(mode)))
            expectRefusal(scene, error)
            let others = [
                checkpointError { () throws(CheckpointError) in try scene.store.identifiers() },
                checkpointError { () throws(CheckpointError) in try scene.store.logsSetAside() },
                checkpointError { () throws(CheckpointError) in try scene.store.clear() },
            ]
            #expect(others == [error, error, error])
        }
    }

    @Test func `A symbolic link is not followed`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            let elsewhere = scene.store.directory.appending("elsewhere")
            try FileManager.default.moveItem(atPath: scene.path.string, toPath: elsewhere.string)
            try scene.path.makeSymbolicLink(to: elsewhere)
            expectRefusal(scene, .notTrusted(scene.path, .symbolicLink))
            scene.path.removeName()
            let directory = scene.store.directory.removingLastComponent().appending("real")
            try FileManager.default.moveItem(atPath: scene.store.directory.string, toPath: directory.string)
            try scene.store.directory.makeSymbolicLink(to: directory)
            expectRefusal(scene, .notTrusted(scene.store.directory, .symbolicLink))
        }
    }

    @Test func `What is no file in a log's place, or no directory in the directory's, is refused`() async throws {
        try await Scene.use { scene in
            try PrivateDirectory.makeDurably(scene.store.directory)
            try PrivateDirectory.make(scene.path)
            expectRefusal(scene, .notTrusted(scene.path, .ofAnotherKind))
            PrivateDirectory.removeIfEmpty(scene.path)
            let made = try await Command("mkfifo", ["-m", "600", scene.path.string]).run()
            #expect(made.exitStatus == 0)
            expectRefusal(scene, .notTrusted(scene.path, .ofAnotherKind))
            scene.path.removeName()
            PrivateDirectory.removeIfEmpty(scene.store.directory)
            _ = try OpenFile(creating: scene.store.directory)
            expectRefusal(scene, .notTrusted(scene.store.directory, .ofAnotherKind))
        }
    }

    @Test(.enabled(if: ThisProcess.effectiveUser == 0, "only root can give files away"))
    func `What belongs to somebody else is refused`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            try await giveAway(scene.path)
            expectRefusal(scene, .notTrusted(scene.path, .ofAnotherUser(65534)))
            try await giveAway(scene.store.directory)
            expectRefusal(scene, .notTrusted(scene.store.directory, .ofAnotherUser(65534)))
        }
    }

    @Test(.enabled("only root can act as two users") { try await isPermitted() })
    func `Somebody else is kept out, and says why`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            try setMode(0o755, of: scene.dataDirectory)
            #expect(try await recordAsNobody(scene) == .notTrusted(scene.store.directory, .ofAnotherUser(0)))
            // Root's log in nobody's directory.
            try await giveAway(scene.store.directory)
            #expect(try await recordAsNobody(scene) == .notTrusted(scene.path, .ofAnotherUser(0)))
            try await giveAway(scene.path)
            #expect(try await recordAsNobody(scene) == nil)
        }
    }

    @Test(.enabled("only root can act as two users") { try await isPermitted() })
    func `A data directory without the right to write is named as it is`() async throws {
        try await Scene.use { scene in
            try PrivateDirectory.makeDurably(scene.dataDirectory)
            try setMode(0o755, of: scene.dataDirectory)
            guard case .systemCall? = try await recordAsNobody(scene) else {
                Issue.record("the directory could be made")
                return
            }
        }
    }

    // MARK: Another user

    private static let launcher = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    static func isPermitted() async throws -> Bool {
        guard ThisProcess.effectiveUser == 0 else { return false }
        let program = PDFCO.productsDirectory.appending("pdfco-test-checkpointer").string
        return try await Command(launcher[0], launcher.dropFirst() + ["test", "-x", program]).run().exitStatus == 0
    }

    private func giveAway(_ path: FilePath) async throws {
        try #require(try await Command("chown", ["65534", path.string]).run().exitStatus == 0)
    }

    /// Lets the user nobody record a change; the error that was printed, found among those that can be expected.
    private func recordAsNobody(_ scene: Scene) async throws -> CheckpointError? {
        let command = scene.command("nobody", count: 1)
        let words = [command.program.string] + command.arguments
        let output = try await Command(Self.launcher[0], Self.launcher.dropFirst() + words).run().outputText
        if output.hasSuffix("done\n") { return nil }
        let path = scene.store.directory
        let expected: [CheckpointError] = [
            .notTrusted(path, .ofAnotherUser(0)), .notTrusted(scene.path, .ofAnotherUser(0)),
            .systemCall(SystemCallError(call: "mkdir", errno: 13, path: path)),
        ]
        let error: CheckpointError = try #require(expected.first { "\($0)\n" == output }, "\(output)")
        return error
    }
}
