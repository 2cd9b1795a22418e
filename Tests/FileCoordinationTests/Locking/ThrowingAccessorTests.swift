import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// Accesses whose accessor may throw.
struct ThrowingAccessorTests {
    private struct Refused: Error, Equatable {}

    private func refuse(_ path: FilePath) throws(Refused) -> Int { throw Refused() }

    @Test func `What the accessor throws is thrown as it is, and the access is over`() async throws {
        try await Scene.use { scene in
            // Programs that other tests start hold a lock for a moment, between fork and exec.
            let coordinator = scene.coordinator(within: .seconds(60))
            let expected = Refused()
            #expect(throws: expected) {
                try coordinator.coordinate(readingItemAt: scene.document) { path throws(Refused) in try refuse(path) }
            }
            #expect(throws: expected) {
                try coordinator.coordinate(writingItemAt: scene.document) { path throws(Refused) in try refuse(path) }
            }
            let other = scene.directory.appending("other")
            #expect(throws: expected) {
                try coordinator.coordinate(readingItemAt: scene.document, writingItemAt: other) {
                    (path, _) throws(Refused) in try refuse(path)
                }
            }
            #expect(throws: expected) {
                try coordinator.coordinate(writingItemAt: scene.document, writingItemAt: other) {
                    (path, _) throws(Refused) in try refuse(path)
                }
            }
            await #expect(throws: expected) {
                try await coordinator.coordinate(readingItemAt: scene.document) { path async throws(Refused) in
                    await Task.yield()
                    return try refuse(path)
                }
            }
            await #expect(throws: expected) {
                try await coordinator.coordinate(writingItemAt: scene.document) { path async throws(Refused) in
                    await Task.yield()
                    return try refuse(path)
                }
            }
            // Nobody waits for any of them.
            let free = try scene.coordinator(within: .seconds(60)).coordinate(writingItemAt: scene.document) { _ in true
            }
            #expect(free)
        }
    }

    @Test func `An accessor that was not let in has not run`() async throws {
        try await Scene.use { scene in
            let missing = scene.directory.appending("missing").appending("file")
            #expect(throws: FileCoordinationError.noSuchItem(missing)) {
                try scene.coordinator().coordinate(readingItemAt: missing) { path throws(Refused) in
                    Issue.record("It has run.")
                    return try refuse(path)
                }
            }
        }
    }

    @Test func `The error has the sentence of its cause`() {
        let error = FileCoordinationError.timedOut("/tmp/a")
        #expect(error.description == "timed out waiting for /tmp/a")
        #expect(error.kind == "busy")
    }
}
