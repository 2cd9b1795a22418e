import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// Presenters of this process, which are actors, and what they do when they are asked.
struct OwnPresenterTests {
    /// Writes when it is asked to save, through a coordinator of its own.
    actor SavingPresenter: FilePresenter {
        nonisolated let presentedItemPath: FilePath?
        private let runtimeDirectory: RuntimeDirectory
        private let text: String
        private(set) var heard: [String] = []

        init(_ path: FilePath, _ text: String, _ scene: Scene) {
            presentedItemPath = path
            self.text = text
            runtimeDirectory = RuntimeDirectory(scene.runtime)
        }

        func relinquishPresentedItem(toReader reader: FileAccessor) -> FileReacquirer? {
            heard.append("relinquish to reader")
            return { await self.reacquire() }
        }

        func relinquishPresentedItem(toWriter writer: FileAccessor) -> FileReacquirer? {
            heard.append("relinquish to writer")
            return nil
        }

        private func reacquire() { heard.append("reacquire") }

        func savePresentedItemChanges() throws {
            heard.append("save")
            let coordinator = FileCoordinator(filePresenter: self, runtimeDirectory: runtimeDirectory)
            try coordinator.coordinate(writingItemAt: presentedItemPath!) { path in
                Result { try path.write(self.text.utf8) }
            }.get()
        }
    }

    @Test func `Each of two presenters saves in answer to a read of the other, and nobody waits for himself`()
        async throws
    {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            let reading = SavingPresenter(scene.document, "mine", scene)
            let asked = SavingPresenter(scene.document, "two", scene)
            for presenter in [reading, asked] { try FileCoordinator.addFilePresenter(presenter, in: directory) }
            defer { for presenter in [reading, asked] { FileCoordinator.removeFilePresenter(presenter) } }
            let coordinator = FileCoordinator(filePresenter: reading, runtimeDirectory: directory)
            let text = try coordinator.coordinate(readingItemAt: scene.document) { path in
                Result { String(decoding: try path.readBytes(), as: UTF8.self) }
            }.get()
            #expect(text == "two")
            #expect(coordinator.warnings.isEmpty)
            #expect(await reading.heard == [])
            #expect(await asked.heard.prefix(2) == ["relinquish to reader", "save"])
        }
    }

    @Test func `The presenters of this process are those that were added and not removed`() async throws {
        try await Scene.use { scene in
            let presenter = SavingPresenter(scene.document, "", scene)
            let directory = RuntimeDirectory(scene.runtime)
            try FileCoordinator.addFilePresenter(presenter, in: directory)
            #expect(FileCoordinator.filePresenters.contains { $0 === presenter })
            #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).count == 1)
            FileCoordinator.removeFilePresenter(presenter)
            #expect(!FileCoordinator.filePresenters.contains { $0 === presenter })
            #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).isEmpty)
            #expect(try scene.runtime.appending("presenters").list().isEmpty)
        }
    }

    @Test func `All coordinators of a presenter have one purpose, which the registration can choose`() async throws {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            let presenter = SavingPresenter(scene.document, "", scene)
            let derived = FileCoordinator(filePresenter: presenter, runtimeDirectory: directory).purposeIdentifier
            #expect(FileCoordinator(filePresenter: presenter, runtimeDirectory: directory).purposeIdentifier == derived)
            let other = SavingPresenter(scene.document, "", scene)
            #expect(FileCoordinator(filePresenter: other, runtimeDirectory: directory).purposeIdentifier != derived)
            try FileCoordinator.addFilePresenter(presenter, purposeIdentifier: "chosen", in: directory)
            defer { FileCoordinator.removeFilePresenter(presenter) }
            #expect(
                FileCoordinator(filePresenter: presenter, runtimeDirectory: directory).purposeIdentifier == "chosen")
        }
    }
}
