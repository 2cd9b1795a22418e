import FileCoordination
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// What a watch tells that only programs with the library can cause.
struct DocumentWatchTests {
    /// Calls `body` while the path is watched, and returns what was told.
    private func events(
        watching path: KeyPath<DocumentOnDisk, FilePath>, _ body: (DocumentOnDisk, FileCoordinator) throws -> Void
    ) async throws -> [DocumentEvent] {
        let queue = try DocumentEventQueue()
        try await DocumentOnDisk.with { document in
            let runtime = RuntimeFolder(document.folder.appending("runtime"))
            let options = DocumentWatch.Options(runtimeFolder: runtime, purposeIdentifier: "watch")
            let watch = try DocumentWatch(options) {
                queue.add($0)
            } problems: { _, _ in
            }
            try watch.watch(document[keyPath: path])
            try watch.start()
            try body(document, FileCoordinator(runtimeFolder: runtime))
            // The answer to a reader comes after all that was told before.
            try FileCoordinator(runtimeFolder: runtime).coordinate(readingItemAt: document.path) { _ in }
            watch.stop()
        }
        queue.finish()
        let told = queue.take() ?? []
        let barrier = told.firstIndex { $0.kind == .relinquishedToReader } ?? told.endIndex
        return Array(told[..<barrier])
    }

    @Test func `A version of a document is told of, by whoever watches it or its folder`() async throws {
        for path in [\DocumentOnDisk.path, \.folder] {
            let events = try await events(watching: path) { document, coordinator in
                try coordinator.item(at: document.path, didGain: FileVersionIdentifier(rawValue: "theirs"))
            }
            #expect(events.map(\.kind) == [.versionGained])
            #expect(events.first?.detail == "theirs" && events.first?.path.lastComponent == "table.pdf")
        }
    }

    @Test func `What has the purpose of the watch is no news to it`() async throws {
        let events = try await events(watching: \.path) { document, coordinator in
            let own = FileCoordinator(purposeIdentifier: "watch", runtimeFolder: coordinator.runtimeFolder)
            try own.coordinate(readingItemAt: document.path) { _ in }
        }
        #expect(events.isEmpty)
    }

    @Test func `What is not there can be watched, where its folder is`() async throws {
        try await withTemporaryFolder { folder in
            let options = DocumentWatch.Options(
                runtimeFolder: RuntimeFolder(folder.appending("runtime")), purposeIdentifier: "watch")
            let watch = try DocumentWatch(options) { _ in
            } problems: { _, _ in
            }
            #expect(try !watch.watch(folder.appending("new.pdf")))
            #expect(try watch.watch(folder))
            #expect(throws: DocumentError.noSuchFile) { try watch.watch(folder.appending("none/new.pdf")) }
            watch.stop()
        }
    }
}
