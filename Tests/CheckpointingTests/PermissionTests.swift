import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

struct PermissionTests {
    @Test(arguments: ["0", "22", "77", "277", "777"])
    func `Files are for their user alone, whatever the umask`(umask: String) async throws {
        try await Scene.use { scene in
            let result = try await scene.command("a", count: 2, option: umask).run()
            #expect(result.outputText.hasSuffix("done\n"))
            #expect(try FileStatus(of: scene.path).mode == 0o600)
            #expect(try FileStatus(of: scene.store.directory).mode == 0o700)
            #expect(try FileStatus(of: scene.dataDirectory).mode == 0o700)
        }
    }

    @Test func `A log that was written anew keeps its mode`() async throws {
        try await Scene.use { scene in
            let log = try scene.store.log(scene.identifier)
            try log.record("a")
            try log.rewrite(under: scene.header, adding: Array("b".utf8), editCount: 1)
            #expect(try FileStatus(of: scene.path).mode == 0o600)
        }
    }
}
