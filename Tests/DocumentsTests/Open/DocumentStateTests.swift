import Checkpointing
import FileCoordination
import FoundationEssentials
import LinuxFiles
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

/// States, events and switches of a document that is open.
@Suite(.timeLimit(.minutes(10))) struct DocumentStateTests {
    @Test func `A version in conflict is a state until it is resolved, and hinders no save`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            #expect(!document.state.contains(.inConflict))
            let versions = VersionStore(
                beside: scene.store,
                coordinator: FileCoordinator(runtimeDirectory: RuntimeDirectory(scene.runtime)))
            let other = scene.onDisk.directory.appending("other.pdf")
            try other.write(try scene.onDisk.bytes() + Array("% other\n".utf8))
            var version = try FileVersion.addVersion(
                ofItemAt: scene.path, withContentsOf: other, isConflict: true, in: versions)
            _ = try await scene.next(.versionGained)
            #expect(document.state.contains(.inConflict))
            _ = try await document.perform([.square("one")])
            await document.autosave()
            #expect(try scene.names() == ["one"])
            #expect(document.state.contains(.inConflict))
            try version.resolve(in: versions)
            _ = try await scene.next(.versionResolved)
            #expect(!document.state.contains(.inConflict))
        }
    }

    @Test func `A checkpoint that is written in intervals or by hand is told once`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open { $0.strategy = .manual }
            _ = try await document.perform([.square("one")])
            #expect(try await scene.next(.checkpointed).detail == nil)
            try await document.saveCheckpoint()
            #expect(try await scene.next(.checkpointed).detail == "durable")
            // There is nothing more to write.
            try await document.saveCheckpoint()
            _ = try await document.perform([.square("two")])
            #expect(try await scene.next(.checkpointed).detail == nil)
        }
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open { $0.strategy = .timed(interval: .milliseconds(10)) }
            _ = try await document.perform([.square("one")])
            while try await scene.next(.checkpointed).detail != "durable" {}
        }
    }

    @Test func `A checkpoint is left aside on wish until somebody decides`() async throws {
        try await OpenDocumentScene.use { scene in
            let first = try await scene.open()
            _ = try await first.perform([.square("one")])
            try await first.close(.keep)
            let document = try await scene.open { $0.loadsCheckpoint = false }
            #expect(try await document.annotations().isEmpty)
            #expect(try await document.hasUnsavedChanges() == false)
            await #expect(throws: DocumentError(.unsavedChanges, scene.path)) {
                try await document.perform([.square("two")])
            }
            try await document.close()
            #expect(try scene.names() == [])
            try await document.open()
            try await document.loadCheckpoint()
            #expect(try await document.annotations().compactMap(\.annotation.name) == ["one"])
            _ = try await document.perform([.square("two")])
            #expect(try await document.unsavedCount() == 2)
            try await document.close(.keep)
            try await document.open()
            #expect(try await document.revert() == 2)
            _ = try await document.perform([.square("three")])
            try await document.close()
            #expect(try scene.names() == ["three"])
        }
    }

    @Test func `A file that is let go is presented again, and examined`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            let runtime = RuntimeDirectory(scene.runtime)
            #expect(try FileCoordinator.presenters(ofItemAt: scene.path, in: runtime).count == 1)
            try await document.suspendPresenting()
            #expect(try FileCoordinator.presenters(ofItemAt: scene.path, in: runtime).isEmpty)
            let other = try scene.onDisk.open()
            _ = try other.perform([.square("theirs")])
            _ = try other.save()
            try await document.resumePresenting()
            _ = try await scene.next(.changed)
            #expect(try FileCoordinator.presenters(ofItemAt: scene.path, in: runtime).count == 1)
            try await document.resumePresenting()
            #expect(try FileCoordinator.presenters(ofItemAt: scene.path, in: runtime).count == 1)
        }
    }

    @Test func `A document has a name, a kind and a date`() async throws {
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open()
            #expect(document.localizedName == "table")
            #expect(document.fileType == "application/pdf")
            let date = try #require(document.fileModificationDate)
            #expect(abs(date.timeIntervalSinceNow) < 3600)
            try await document.move(to: scene.onDisk.directory.appending("Größe.v2.pdf"))
            #expect(document.localizedName == "Größe.v2")
        }
    }

    @Test func `The progress of many edits and of a repair is told`() async throws {
        final class Told: Sendable {
            let percentages = Mutex<[Int?]>([])
        }
        let told = Told()
        func take() -> [Int?] {
            told.percentages.withLock { all in
                defer { all = [] }
                return all
            }
        }
        try await OpenDocumentScene.use { scene in
            let document = try await scene.open {
                $0.observers.progressDidChange = { percent in told.percentages.withLock { $0.append(percent) } }
            }
            _ = try await document.perform([.square("one")])
            #expect(take().isEmpty)
            _ = try await document.perform((0..<1200).map { .square("n\($0)") })
            #expect(take() == [0, 21, 42, 64, 85, nil])
            #expect(document.progress == nil && !document.state.contains(.progressAvailable))
            _ = try await document.save(to: scene.onDisk.directory.appending("small.pdf"), for: .forCreating)
            #expect(take().isEmpty)
        }
        try await OpenDocumentScene.use("damaged-offsets.pdf") { scene in
            let document = try await scene.open {
                $0.observers.progressDidChange = { percent in told.percentages.withLock { $0.append(percent) } }
            }
            #expect(document.state.contains(.editingDisabled))
            let report = try await document.repair()
            #expect(report?.repaired != nil)
            #expect(take().first == 0)
            #expect(!document.state.contains(.editingDisabled))
            _ = try await document.perform([.square("one")])
        }
    }

    /// Whether a file can be cloned there, which takes no time.
    private func canClone(_ path: FilePath) throws -> Bool {
        let copy = try OpenFile(creating: path.removingLastComponent().appending("clone"))
        return try copy.cloneBeginning(of: OpenFile(reading: path), count: 1)
    }

    @Test func `The progress of copying a large document is told`() async throws {
        let told = Mutex<[Int?]>([])
        try await OpenDocumentScene.use { scene in
            // With a long comment before the cross-reference table.
            let bytes = try scene.onDisk.path.readBytes()
            let table = try #require(bytes.firstRange(of: Array("\nxref\n".utf8)))
            let trailer = try #require(bytes.firstRange(of: Array("startxref\n".utf8)))
            let objects = bytes[..<table.lowerBound] + Array("\n%".utf8) + [UInt8](repeating: 0x78, count: 40 << 20)
            let end = Array("\(objects.count + 1)\n%%EOF\n".utf8)
            try scene.onDisk.path.write(objects + bytes[table.lowerBound..<trailer.upperBound] + end)
            let isCloned = try canClone(scene.onDisk.path)
            let document = try await scene.open {
                $0.observers.progressDidChange = { percent in told.withLock { $0.append(percent) } }
            }
            _ = try await document.perform([.square("one")])
            _ = try await document.save(to: scene.onDisk.directory.appending("copy.pdf"), for: .forCreating)
            let all = told.withLock { $0 }
            #expect(all.first == 0 && all.last == .some(nil))
            let percentages = all.compactMap { $0 }
            #expect(percentages == percentages.sorted() && percentages.allSatisfy((0...100).contains))
            #expect(isCloned || percentages.count > 3, "\(all)")
        }
    }
}
