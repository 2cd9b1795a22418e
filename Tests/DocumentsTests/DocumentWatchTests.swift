import Checkpointing
import FileCoordination
import Glibc
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
            let runtime = RuntimeDirectory(document.directory.appending("runtime"))
            let options = DocumentWatch.Options(runtimeDirectory: runtime, purposeIdentifier: "watch")
            let watch = try DocumentWatch(options) {
                queue.add($0)
            } problems: { _, _ in
            }
            try watch.watch(document[keyPath: path])
            try watch.start()
            try body(document, FileCoordinator(runtimeDirectory: runtime))
            // The answer to a reader comes after all that was told before.
            try FileCoordinator(runtimeDirectory: runtime).coordinate(readingItemAt: document.path) { _ in }
            watch.stop()
        }
        queue.finish()
        let told = queue.take() ?? []
        let barrier = told.firstIndex { $0.kind == .relinquishedToReader } ?? told.endIndex
        return Array(told[..<barrier])
    }

    @Test func `A version of a document is told of, by whoever watches it or its directory`() async throws {
        for path in [\DocumentOnDisk.path, \.directory] {
            let events = try await events(watching: path) { document, coordinator in
                let version = FileVersionIdentifier(rawValue: "theirs")
                try coordinator.item(at: document.path, didGain: version)
                try coordinator.item(at: document.path, didResolve: version)
                try coordinator.item(at: document.path, didLose: version)
            }
            #expect(events.map(\.kind) == [.versionGained, .versionResolved, .versionLost])
            for event in events { #expect(event.detail == "theirs" && event.path.lastComponent == "table.pdf") }
        }
    }

    @Test(.timeLimit(.minutes(10))) func `The events of a watch are also a sequence, which ends with the watch`()
        async throws
    {
        try await DocumentOnDisk.with { document in
            let runtime = RuntimeDirectory(document.directory.appending("runtime"))
            let watch = try DocumentWatch(
                .init(runtimeDirectory: runtime, purposeIdentifier: "watch"), problems: { _, _ in })
            let (first, second) = (watch.events(), watch.events())
            try watch.watch(document.path)
            try watch.start()
            try FileCoordinator(runtimeDirectory: runtime).coordinate(readingItemAt: document.path) { _ in }
            for events in [first, second] {
                var kinds: [DocumentEvent.Kind] = []
                for await event in events {
                    kinds.append(event.kind)
                    // It is told after the reader has ended, so a watch that stopped with the reader might not tell it.
                    if event.kind == .reacquired { watch.stop() }
                }
                #expect(kinds == [.relinquishedToReader, .saveRequested, .reacquired])
            }
        }
    }

    @Test func `What has the purpose of the watch is no news to it`() async throws {
        let events = try await events(watching: \.path) { document, coordinator in
            let own = FileCoordinator(purposeIdentifier: "watch", runtimeDirectory: coordinator.runtimeDirectory)
            try own.coordinate(readingItemAt: document.path) { _ in }
        }
        #expect(events.isEmpty)
    }

    /// Calls `body` with a document that has an unsaved change, of which the watch has not heard: it does that once it is started.
    /// `next` returns what was told since the last time, up to such an event; the last time, all there is.
    private func withUnsavedChange(
        watching path: KeyPath<DocumentOnDisk, FilePath>,
        _ body: (
            DocumentOnDisk, _ read: (FilePath) throws -> Void, _ next: (DocumentEvent.Kind?) throws -> [DocumentEvent]
        )
            throws -> Void
    ) async throws {
        try await withTemporaryDirectory { root in
            let directory = try root.making("documents")
            let document = DocumentOnDisk(
                directory: directory, path: try Fixture.named("table.pdf").copy(into: directory))
            let runtime = RuntimeDirectory(root.appending("runtime"))
            let store = CheckpointStore(dataDirectory: root.appending("data"))
            var options = DocumentWatch.Options(runtimeDirectory: runtime, purposeIdentifier: "watch")
            options.store = store
            let queue = try DocumentEventQueue()
            let watch = try DocumentWatch(options) {
                queue.add($0)
            } problems: { _, _ in
            }
            try watch.watch(document[keyPath: path])
            do {
                let edited = try OpenDocument<PDFContents>(openingFileAt: document.path, for: .record, store: store)
                _ = try edited.perform([.square("ours")])
                _ = try edited.record()
            }
            try body(document) { path in
                try FileCoordinator(runtimeDirectory: runtime).coordinate(readingItemAt: path) { _ in }
            } _: { kind in
                guard let kind else {
                    watch.stop()
                    queue.finish()
                    return queue.take() ?? []
                }
                var told: [DocumentEvent] = []
                while !told.contains(where: { $0.kind == kind }) { told += try #require(queue.take()) }
                return told
            }
        }
    }

    @Test(arguments: [\DocumentOnDisk.path, \.directory])
    func `A document moves before its unsaved changes are heard of, and they go where it is`(
        _ watched: any KeyPath<DocumentOnDisk, FilePath> & Sendable
    ) async throws {
        try await withUnsavedChange(watching: watched) { document, read, next in
            let moved = DocumentOnDisk(directory: document.directory, path: document.directory.appending("other.pdf"))
            try #require(rename(document.path.string, moved.path.string) == 0)
            #expect(try next(.moved).map(\.kind) == [.checkpointed, .moved])
            try read(moved.path)
            #expect(try next(nil).first { $0.kind == .saved }?.path == moved.path)
            #expect(try moved.annotationNames() == ["ours"])
        }
    }

    @Test(arguments: [\DocumentOnDisk.path, \.directory])
    func `A document is moved aside for another, and unsaved changes go where it was`(
        _ watched: any KeyPath<DocumentOnDisk, FilePath> & Sendable
    ) async throws {
        try await withUnsavedChange(watching: watched) { document, read, next in
            let aside = document.directory.appending("table.pdf~")
            try #require(rename(document.path.string, aside.string) == 0)
            _ = try next(.moved)
            // However long the machine took, it has just been moved by the time of its status.
            try #require(chmod(aside.string, 0o600) == 0)
            _ = try aside.copy(into: document.directory, as: "table.pdf")
            try #require(unlink(aside.string) == 0)
            _ = try next(watched == \.directory ? .appeared : .moved)
            try read(document.path)
            #expect(try next(nil).first { $0.kind == .saved }?.path == document.path)
            #expect(try document.annotationNames() == ["ours"])
        }
    }

    @Test func `What is not there can be watched, where its directory is`() async throws {
        try await withTemporaryDirectory { directory in
            let options = DocumentWatch.Options(
                runtimeDirectory: RuntimeDirectory(directory.appending("runtime")), purposeIdentifier: "watch")
            let watch = try DocumentWatch(options) { _ in
            } problems: { _, _ in
            }
            #expect(try !watch.watch(directory.appending("new.pdf")))
            #expect(try watch.watch(directory))
            let missing = directory.appending("none/new.pdf")
            #expect(throws: DocumentError(.noSuchFile, missing)) { try watch.watch(missing) }
            watch.stop()
        }
    }
}
