import Checkpointing
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// What stands in the folder of the versions: nobody else's business, and whole or nothing.
struct VersionFolderTests {
    @Test func `Nobody else can look into versions`() async throws {
        try await VersionScene.use { scene in
            try scene.document.setMode(0o666)
            try FileVersion.addVersion(ofItemAt: scene.document, withContentsOf: scene.document, in: scene.store)
            for folder in [scene.data, scene.store.folder, scene.folder] {
                #expect(try FileStatus(of: folder).mode == 0o700)
            }
            let names = try scene.folder.list()
            #expect(names.count == 2)
            for name in names { #expect(try FileStatus(of: scene.folder.appending(name)).mode == 0o600) }
        }
    }

    @Test func `The record has nothing of what stands in the document`() async throws {
        try await VersionScene.use { scene in
            try scene.document.write(Fixture.named("encrypted.pdf").readBytes())
            let version = try FileVersion.addVersion(
                ofItemAt: scene.document, withContentsOf: scene.document, isConflict: true, in: scene.store)
            #expect(try version.path.readBytes() == Fixture.named("encrypted.pdf").readBytes())
            let record = version.path.removingLastComponent().appending(version.persistentIdentifier + ".json")
            let keys = try #require(String(validating: record.readBytes(), as: UTF8.self)).split(separator: "\"")
            let expected = [
                "computer", "document", "group", "isConflict", "isResolved", "mode", "modified", "name", "reason",
            ]
            #expect(expected.allSatisfy { keys.contains(Substring($0)) })
            #expect(keys.count { $0.hasPrefix(":") } == expected.count)
        }
    }

    @Test func `A folder that others can look into is refused, and a link to one`() async throws {
        try await VersionScene.use { scene in
            try scene.add("theirs")
            for folder in [scene.folder, scene.store.folder] {
                try folder.setMode(0o755)
                expectDistrust(scene, of: folder, .openToOthers(mode: 0o755))
                try folder.setMode(0o700)
            }
            #expect(try scene.texts() == ["theirs"])
            let aside = scene.data.appending("aside")
            _ = try await Command("mv", [scene.store.folder.string, aside.string]).run()
            try scene.store.folder.makeLink(to: aside.string)
            expectDistrust(scene, of: scene.store.folder, .symbolicLink)
        }
    }

    @Test(.enabled(if: ThisProcess.effectiveUser == 0, "only root can give folders away"))
    func `A folder of another user is refused`() async throws {
        try await VersionScene.use { scene in
            try scene.add("theirs")
            for folder in [scene.folder, scene.store.folder] {
                _ = try await Command("chown", ["65534", folder.string]).run()
                expectDistrust(scene, of: folder, .ofAnotherUser(65534))
                _ = try await Command("chown", ["0", folder.string]).run()
            }
        }
    }

    private func expectDistrust(
        _ scene: VersionScene, of folder: FilePath, _ reason: CheckpointError.Distrust,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = DocumentError(.checkpoint(.notTrusted(folder, reason)), folder)
        #expect(throws: error, sourceLocation: sourceLocation) { try scene.add("more") }
        #expect(throws: error, sourceLocation: sourceLocation) { try scene.texts() }
        #expect(throws: error, sourceLocation: sourceLocation) { try FileVersion.all(in: scene.store) }
    }

    /// What a crash leaves while a version is added or removed, each with whether it is a version.
    @Test func `What a crash leaves is no version, and is cleared`() async throws {
        try await VersionScene.use { scene in
            let whole = try scene.add("whole", isConflict: true)
            let record = try scene.folder.appending(whole.persistentIdentifier + ".json").readBytes()
            let leave = { (name: String, bytes: [UInt8]) in
                try OpenFile(creating: scene.folder.appending(name)).write(bytes, at: 0)
            }
            let leaveAll = {
                try leave("00000001.pdf", Array("bytes without a record".utf8))
                try leave("00000002.json", record)
                try leave(".00000003.pdf.pdfco-tmp", Array("a part".utf8))
                try leave(".\(whole.persistentIdentifier).json.pdfco-tmp", Array(record.prefix(20)))
            }
            try leaveAll()
            #expect(try scene.texts() == ["whole"])
            #expect(try FileVersion.all(in: scene.store).count == 1)
            #expect(try scene.store.clear() == 4)
            #expect(try scene.folder.list().count == 2)
            #expect(try scene.store.clear() == 0)
            // So does whoever adds the next version.
            try leaveAll()
            try scene.add("next")
            #expect(try scene.folder.list().count == 4)
            #expect(try scene.texts() == ["whole", "next"])
        }
    }

    @Test func `A record that is cut at any byte loses nobody's bytes`() async throws {
        try await VersionScene.use { scene in
            let version = try scene.add("theirs", isConflict: true)
            let path = scene.folder.appending(version.persistentIdentifier + ".json")
            let record = try path.readBytes()
            for count in 0..<record.count - 2 {
                try path.write(record.prefix(count))
                #expect(try scene.texts().isEmpty)
                #expect(try scene.store.clear() == 0)
            }
            #expect(try version.text() == "theirs")
            try path.write(record)
            #expect(try scene.texts() == ["theirs"])
        }
    }

    @Test func `What another process is adding is left alone`() async throws {
        try await VersionScene.use { scene in
            try scene.add("whole")
            let bytes = scene.folder.appending("00000001.pdf")
            try OpenFile(creating: bytes).write([1], at: 0)
            let adder = try OpenFile(reading: scene.folder)
            #expect(try adder.tryLock(.shared))
            #expect(try scene.store.clear() == 0)
            try scene.add("beside it")
            #expect((try? FileStatus(of: bytes)) != nil)
            try adder.unlock()
            #expect(try scene.store.clear() == 1)
        }
    }
}
