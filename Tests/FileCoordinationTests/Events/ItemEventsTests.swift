import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// What happens to a file, as a sequence.
@Suite(.timeLimit(.minutes(10))) struct ItemEventsTests {
    @Test func `A program hears what others do to a file, without a presenter of its own`() async throws {
        try await Scene.use { scene in
            let events = try FileCoordinator.events(ofItemAt: scene.document, in: RuntimeDirectory(scene.runtime))
            var iterator = events.makeAsyncIterator()
            // One system call: to cut the file and to write it may be seen as two changes.
            let descriptor = try FileDescriptor.open(scene.document, .writeOnly, options: .append)
            try descriptor.closeAfter { _ = try descriptor.writeAll("two".utf8) }
            #expect(await iterator.next() == .changed)
            let moved = scene.directory.appending("moved")
            #expect(try await Command("mv", [scene.document.string, moved.string]).runNow().exitStatus == 0)
            #expect(await iterator.next() == .moved(to: moved))
            #expect(try await Command("rm", [moved.string]).runNow().exitStatus == 0)
            #expect(await iterator.next() == .deleted)
        }
    }

    @Test func `A directory tells of its files`() async throws {
        try await Scene.use { scene in
            let events = try FileCoordinator.events(ofItemAt: scene.directory, in: RuntimeDirectory(scene.runtime))
            var iterator = events.makeAsyncIterator()
            try scene.document.write("two".utf8)
            #expect(await iterator.next() == .subitemChanged(scene.document))
        }
    }

    @Test func `The file is presented until the sequence is released`() async throws {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            func count() throws -> Int {
                try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).count
            }
            do {
                let events = try FileCoordinator.events(ofItemAt: scene.document, in: directory)
                #expect(try count() == 1)
                withExtendedLifetime(events) {}
            }
            #expect(try count() == 0)
        }
    }
}
