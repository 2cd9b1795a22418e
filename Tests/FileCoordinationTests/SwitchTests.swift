import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// The switch for all coordination of a process. In a process of its own, since it is for all coordinators.
struct SwitchTests {
    @Test func `Without coordination, accessors run at once, and nobody is registered`() async throws {
        await #expect(processExitsWith: .success) {
            try await withTemporaryDirectory { root in
                let file = root.appending("file")
                try file.write([])
                let runtime = RuntimeDirectory(root.appending("run"))
                func coordinator() -> FileCoordinator { FileCoordinator(timeout: .zero, runtimeDirectory: runtime) }
                FileCoordinator.isEnabled = false
                let inner = try coordinator().coordinate(writingItemAt: file) { _ in
                    // Another writer would wait.
                    Result { try coordinator().coordinate(writingItemAt: file) { $0 } }
                }
                let path = try inner.get()
                precondition(path == file)
                FileCoordinator.isEnabled = true
                let refused = try coordinator().coordinate(writingItemAt: file) { _ in
                    Result { try coordinator().coordinate(writingItemAt: file) { $0 } }
                }
                if case .success = refused { preconditionFailure("The locks are back.") }
            }
        }
    }
}
