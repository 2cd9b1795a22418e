import LinuxFiles
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// A presenter does not hear of what it does itself.
struct OwnChangesTests {
    /// Notes what it hears.
    final class NotingPresenter: FilePresenter {
        private struct State {
            var path: FilePath?
            var waiting: AsyncStream<String>.Continuation
        }

        private let state: Mutex<State>
        private let heard: AsyncStream<String>

        init(_ path: FilePath?) {
            let (stream, continuation) = AsyncStream.makeStream(of: String.self)
            heard = stream
            state = Mutex(State(path: path, waiting: continuation))
        }

        var presentedItemPath: FilePath? { state.withLock(\.path) }

        func rename(to path: FilePath) { state.withLock { $0.path = path } }

        private func note(_ text: String) { state.withLock { _ = $0.waiting.yield(text) } }

        /// All that was heard until the version is told.
        func heard(upTo version: String) async -> [String] {
            var all: [String] = []
            for await text in heard {
                if text == version { break }
                all.append(text)
            }
            return all
        }

        func presentedItemDidChange() async { note("changed") }
        func presentedItemDidChangeAttributes() async { note("changed attributes") }
        func presentedItemWasDeleted() async { note("deleted") }
        func presentedItemDidMove(to newPath: FilePath) async {
            note("moved to \(newPath.lastComponent?.string ?? "")")
        }
        func presentedItemDidGain(_ version: FileVersionIdentifier) async { note(version.rawValue) }
        func presentedSubitemDidAppear(at path: FilePath) async { note("\(path.lastComponent?.string ?? "") appeared") }
        func presentedSubitemDidChange(at path: FilePath) async { note("\(path.lastComponent?.string ?? "") changed") }
        func presentedSubitemWasDeleted(at path: FilePath) async { note("\(path.lastComponent?.string ?? "") deleted") }
    }

    private func heard(by presenter: NotingPresenter, _ scene: Scene) async throws -> [String] {
        let conversation = try PresenterConversation.begin(
            [], preparing: false, purpose: "barrier", in: RuntimeDirectory(scene.runtime),
            deadline: Deadline(after: .seconds(60)), cancellation: Cancellation())
        conversation?.item(presenter.presentedItemPath!, .gained, FileVersionIdentifier(rawValue: "barrier"))
        conversation?.end()
        return await presenter.heard(upTo: "barrier")
    }

    private func replace(_ path: FilePath, _ text: String, in directory: FilePath) async throws {
        let new = directory.appending("new")
        try new.write(text.utf8)
        try #require(try await Command("mv", [new.string, path.string]).runNow().exitStatus == 0)
    }

    @Test(arguments: [false, true])
    func `What a presenter writes is not told to it, what others write is`(presentsDirectory: Bool) async throws {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            let presenter = NotingPresenter(presentsDirectory ? scene.directory : scene.document)
            try FileCoordinator.addFilePresenter(presenter, in: directory)
            defer { FileCoordinator.removeFilePresenter(presenter) }
            let outside = scene.directory.removingLastComponent()
            let coordinator = FileCoordinator(filePresenter: presenter, runtimeDirectory: directory)
            let access = try await coordinator.begin([.writingIntent(with: scene.document)])
            try await replace(scene.document, "own and longer", in: outside)
            access.end()
            #expect(try await heard(by: presenter, scene) == [])
            try await replace(scene.document, "of another, and longer still", in: outside)
            #expect(try await heard(by: presenter, scene) == [presentsDirectory ? "document changed" : "changed"])
        }
    }

    @Test func `What others did during an own write is told when it is over`() async throws {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            let presenter = NotingPresenter(scene.directory)
            try FileCoordinator.addFilePresenter(presenter, in: directory)
            defer { FileCoordinator.removeFilePresenter(presenter) }
            let coordinator = FileCoordinator(filePresenter: presenter, runtimeDirectory: directory)
            let access = try await coordinator.begin([.writingIntent(with: scene.document)])
            let outside = scene.directory.removingLastComponent()
            try await replace(scene.document, "own and longer", in: outside)
            try await replace(scene.directory.appending("other"), "foreign", in: outside)
            #expect(try await heard(by: presenter, scene) == [])
            access.end()
            #expect(try await heard(by: presenter, scene) == ["other appeared"])
        }
    }

    @Test func `A presenter that has no file yet presents the one that it creates`() async throws {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            let presenter = NotingPresenter(nil)
            try FileCoordinator.addFilePresenter(presenter, in: directory)
            defer { FileCoordinator.removeFilePresenter(presenter) }
            let created = scene.directory.appending("created")
            let outside = scene.directory.removingLastComponent()
            let coordinator = FileCoordinator(filePresenter: presenter, runtimeDirectory: directory)
            let access = try await coordinator.begin([.writingIntent(with: created)])
            try await replace(created, "own", in: outside)
            presenter.rename(to: created)
            access.end()
            #expect(try FileCoordinator.presenters(ofItemAt: created, in: directory).count == 1)
            try await replace(created, "of another", in: outside)
            #expect(try await heard(by: presenter, scene) == ["changed"])
        }
    }

    @Test func `A move of its own is not told, and it is found at the new place`() async throws {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            let presenter = NotingPresenter(scene.document)
            try FileCoordinator.addFilePresenter(presenter, in: directory)
            defer { FileCoordinator.removeFilePresenter(presenter) }
            let moved = scene.directory.appending("moved")
            let purpose = FileCoordinator(filePresenter: presenter, runtimeDirectory: directory).purposeIdentifier
            let conversation = try #require(
                try scene.begin(.writing(.forMoving), scene.document, purpose: purpose))
            try #require(
                try await Command("mv", [scene.document.string, moved.string]).runNow().exitStatus == 0)
            conversation.itemMoved(from: scene.document, to: moved)
            presenter.rename(to: moved)
            conversation.end()
            #expect(try await heard(by: presenter, scene) == [])
            try await replace(moved, "of another", in: scene.directory.removingLastComponent())
            #expect(try await heard(by: presenter, scene) == ["changed"])
        }
    }
}
