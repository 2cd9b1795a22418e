import Checkpointing
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// What stands in the directory of the versions: nobody else's business, and whole or nothing.
struct VersionDirectoryTests {
    @Test func `Nobody else can look into versions`() async throws {
        try await VersionScene.use { scene in
            try scene.document.setMode(0o666)
            try FileVersion.addVersion(ofItemAt: scene.document, withContentsOf: scene.document, in: scene.store)
            for directory in [scene.data, scene.store.directory, scene.directory] {
                #expect(try FileStatus(of: directory).mode == 0o700)
            }
            let names = try scene.directory.list()
            #expect(names.count == 2)
            for name in names { #expect(try FileStatus(of: scene.directory.appending(name)).mode == 0o600) }
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
                "cause", "computer", "document", "group", "isConflict", "isResolved", "mode", "modified", "name",
                "originator", "reason",
            ]
            #expect(expected.allSatisfy { keys.contains(Substring($0)) })
            #expect(keys.count { $0.hasPrefix(":") } == expected.count)
        }
    }

    @Test func `A directory that others can look into is refused, and a link to one`() async throws {
        try await VersionScene.use { scene in
            try scene.add("theirs")
            for directory in [scene.directory, scene.store.directory] {
                try directory.setMode(0o755)
                expectUntrustedReason(scene, of: directory, .openToOthers(mode: 0o755))
                try directory.setMode(0o700)
            }
            #expect(try scene.texts() == ["theirs"])
            let aside = scene.data.appending("aside")
            _ = try await Command("mv", [scene.store.directory.string, aside.string]).run()
            try scene.store.directory.makeLink(to: aside.string)
            expectUntrustedReason(scene, of: scene.store.directory, .symbolicLink)
        }
    }

    @Test(.enabled(if: ThisProcess.effectiveUser == 0, "only root can give directories away"))
    func `A directory of another user is refused`() async throws {
        try await VersionScene.use { scene in
            try scene.add("theirs")
            for directory in [scene.directory, scene.store.directory] {
                _ = try await Command("chown", ["65534", directory.string]).run()
                expectUntrustedReason(scene, of: directory, .ofAnotherUser(65534))
                _ = try await Command("chown", ["0", directory.string]).run()
            }
        }
    }

    private func expectUntrustedReason(
        _ scene: VersionScene, of directory: FilePath, _ reason: CheckpointError.UntrustedReason,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = DocumentError(.checkpoint(.notTrusted(directory, reason)), directory)
        #expect(throws: error, sourceLocation: sourceLocation) { try scene.add("more") }
        #expect(throws: error, sourceLocation: sourceLocation) { try scene.texts() }
        #expect(throws: error, sourceLocation: sourceLocation) { try FileVersion.all(in: scene.store) }
    }

    /// What a crash leaves while a version is added or removed, each with whether it is a version.
    @Test func `What a crash leaves is no version, and is cleared`() async throws {
        try await VersionScene.use { scene in
            let whole = try scene.add("whole", isConflict: true)
            let record = try scene.directory.appending(whole.persistentIdentifier + ".json").readBytes()
            let leave = { (name: String, bytes: [UInt8]) in
                try OpenFile(creating: scene.directory.appending(name)).write(bytes, at: 0)
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
            #expect(try scene.directory.list().count == 2)
            #expect(try scene.store.clear() == 0)
            // So does whoever adds the next version.
            try leaveAll()
            try scene.add("next")
            #expect(try scene.directory.list().count == 4)
            #expect(try scene.texts() == ["whole", "next"])
        }
    }

    @Test func `A record that is cut at any byte loses nobody's bytes`() async throws {
        try await VersionScene.use { scene in
            let version = try scene.add("theirs", isConflict: true)
            let path = scene.directory.appending(version.persistentIdentifier + ".json")
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
            let bytes = scene.directory.appending("00000001.pdf")
            try OpenFile(creating: bytes).write([1], at: 0)
            let adder = try OpenFile(reading: scene.directory)
            #expect(try adder.tryLock(.shared))
            #expect(try scene.store.clear() == 0)
            try scene.add("beside it")
            #expect((try? FileStatus(of: bytes)) != nil)
            try adder.unlock()
            #expect(try scene.store.clear() == 1)
            // While another one clears, this one waits.
            let clearer = try OpenFile(reading: scene.directory)
            #expect(try clearer.tryLock(.exclusive))
            let events = try FileEvents()
            _ = try events.watch(scene.directory, for: .closed)
            let adding = Task { try scene.add("after it") }
            while try events.read().isEmpty { await Task.yield() }
            try clearer.unlock()
            #expect(try await adding.value.text() == "after it")
        }
    }
}
