import FileDocuments
import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents

struct FileVersionTests {
    @Test func `Where nothing was kept there are no versions, and no directory is made`() async throws {
        try await VersionScene.use { scene in
            let versions = try FileVersion.otherVersionsOfItem(at: scene.document, in: scene.store)
            #expect(versions.isEmpty)
            #expect(try FileVersion.all(in: scene.store).isEmpty)
            #expect(try scene.store.clear() == 0)
            #expect((try? FileStatus(of: scene.data)) == nil)
        }
    }

    @Test func `A version has all that was kept, and is found by its identifier`() async throws {
        try await VersionScene.use { scene in
            try scene.document.setMode(0o640)
            let status = try FileStatus(of: scene.document)
            let added = try FileVersion.addVersion(
                ofItemAt: scene.document, withContentsOf: scene.document, name: "before", isConflict: true,
                reason: "for the test", in: scene.store)
            let found = try FileVersion.version(
                of: scene.document, forPersistentIdentifier: added.persistentIdentifier, in: scene.store)
            #expect(try found.path.readBytes() == scene.document.readBytes())
            #expect(found.path == added.path && found.document == scene.document && found.bytes == status.size)
            #expect(found.name == "before" && found.reason == "for the test")
            #expect(found.nameOfSavingComputer == ThisProcess.hostName)
            #expect(Int(found.modificationDate.timeIntervalSince1970) == status.modificationTime.seconds)
            #expect(found.isConflict && !found.isResolved && !found.isDiscardable && found.hasLocalContents)
            #expect(found.record.rights.mode == 0o640)
            #expect(throws: DocumentError(.noSuchVersion("00000000"), scene.document)) {
                try FileVersion.version(of: scene.document, forPersistentIdentifier: "00000000", in: scene.store)
            }
        }
    }

    @Test func `The document itself is the current version`() async throws {
        try await VersionScene.use { scene in
            let current = try #require(try FileVersion.currentVersionOfItem(at: scene.document))
            #expect(current.path == scene.document && current.name == "table.pdf")
            #expect(!current.isConflict && current.isResolved && !current.isDiscardable)
            try scene.document.remove()
            #expect(!current.hasLocalContents)
            #expect(try FileVersion.currentVersionOfItem(at: scene.document) == nil)
            let directory = scene.document.removingLastComponent()
            #expect(throws: DocumentError(.notAFile("a directory"), directory)) {
                try FileVersion.currentVersionOfItem(at: directory)
            }
        }
    }

    @Test func `A conflict is resolved once, and never again in conflict`() async throws {
        try await VersionScene.use { scene in
            var version = try scene.add("theirs", isConflict: true)
            let other = try scene.add("other")
            #expect(other.isResolved && other.isDiscardable && !other.isConflict)
            let unresolved = { try FileVersion.unresolvedConflictVersionsOfItem(at: scene.document, in: scene.store) }
            #expect(try unresolved().map(\.persistentIdentifier) == [version.persistentIdentifier])
            for _ in 1...2 { try version.resolve(in: scene.store) }
            #expect(version.isResolved && version.isConflict && version.isDiscardable)
            #expect(try unresolved().isEmpty)
            #expect(try scene.texts() == ["theirs", "other"])
        }
    }

    @Test func `Removing a version leaves the others, and nothing of the last`() async throws {
        try await VersionScene.use { scene in
            let first = try scene.add("first")
            try scene.add("second", isConflict: true)
            try scene.add("third")
            try first.remove(in: scene.store)
            #expect(!first.hasLocalContents)
            #expect(try scene.texts() == ["second", "third"])
            try FileVersion.removeOtherVersionsOfItem(at: scene.document, in: scene.store)
            #expect(try scene.texts().isEmpty)
            #expect(try scene.store.directory.list().isEmpty)
            #expect(try scene.add("fourth").text() == "fourth")
        }
    }

    @Test func `A version takes the document's place, which keeps its attributes`() async throws {
        try await VersionScene.use { scene in
            let version = try scene.add("theirs", isConflict: true)
            try scene.document.setMode(0o604)
            let before = try FileStatus(of: scene.document)
            try version.replaceItem(at: scene.document, in: scene.store)
            let after = try FileStatus(of: scene.document)
            #expect(try scene.document.readBytes() == Array("theirs".utf8))
            #expect(after.mode == before.mode && after.owner == before.owner && after.identity != before.identity)
            #expect(try scene.texts() == ["theirs"])
            #expect(try scene.document.removingLastComponent().list() == ["table.pdf"])
        }
    }

    @Test func `A version that is promoted is a file of its own, and no version any more`() async throws {
        try await VersionScene.use { scene in
            try scene.document.setMode(0o600)
            let version = try FileVersion.addVersion(
                ofItemAt: scene.document, withContentsOf: scene.document, in: scene.store)
            let promoted = scene.document.removingLastComponent().appending("promoted.pdf")
            try version.replaceItem(at: promoted, byMoving: true, in: scene.store)
            #expect(try promoted.readBytes() == scene.document.readBytes())
            #expect(try FileStatus(of: promoted).mode == 0o600)
            #expect(try scene.texts().isEmpty)
        }
    }

    @Test func `Versions are those of a path, links to it included, whether the document is there or not`() async throws
    {
        try await VersionScene.use { scene in
            let link = scene.document.removingLastComponent().appending("link.pdf")
            try link.makeLink(to: "table.pdf")
            try scene.add("theirs")
            #expect(try FileVersion.otherVersionsOfItem(at: link, in: scene.store).count == 1)
            try scene.document.remove()
            #expect(try scene.texts() == ["theirs"])
            let elsewhere = scene.document.removingLastComponent().appending("other.pdf")
            #expect(try FileVersion.otherVersionsOfItem(at: elsewhere, in: scene.store).isEmpty)
        }
    }

    @Test func `A document whose name is no text has versions like any other`() async throws {
        try await VersionScene.use { scene in
            let name = FilePath.Component(platformString: [CChar(bitPattern: 0xFF), 0x61, 0])!
            let document = scene.document.removingLastComponent().appending(name)
            try document.write("strange".utf8)
            let version = try FileVersion.addVersion(ofItemAt: document, withContentsOf: document, in: scene.store)
            #expect(version.document == document)
            #expect(try FileVersion.otherVersionsOfItem(at: document, in: scene.store).count == 1)
            #expect(try FileVersion.all(in: scene.store).map(\.document) == [document])
        }
    }

    @Test func `What is kept twice of one document in conflict is one version`() async throws {
        try await VersionScene.use { scene in
            let keep = { (isConflict: Bool) in
                try ReplacedVersion(
                    keeping: SourceFile(scene.document), of: scene.document,
                    as: VersionNote(.overwritten, isConflict: isConflict),
                    in: scene.store)
            }
            let first = try keep(true)
            let second = try keep(true)
            #expect(first.version.persistentIdentifier == second.version.persistentIdentifier)
            let count = { try FileVersion.all(in: scene.store).count }
            #expect(try count() == 1)
            _ = try keep(false)
            #expect(try count() == 2)
            try scene.document.write(scene.document.readBytes().reversed())
            _ = try keep(true)
            #expect(try count() == 3)
        }
    }

    @Test func `Old versions go about which nothing is to be decided, the others when that is forced`() async throws {
        try await VersionScene.use { scene in
            try scene.add("theirs", isConflict: true)
            try scene.add("ours")
            let now = FileTime.now.seconds
            #expect(try scene.store.prune(olderThan: 60, now: now, force: true, dryRun: false).isEmpty)
            let planned = try scene.store.prune(olderThan: 60, now: now + 120, force: false, dryRun: true)
            #expect(try planned.map { try $0.text() } == ["ours"])
            #expect(try scene.texts() == ["theirs", "ours"])
            #expect(try scene.store.prune(olderThan: 60, now: now + 120, force: false, dryRun: false) == planned)
            #expect(try scene.texts() == ["theirs"])
            try await removeDirectory(of: scene.document)
            #expect(try scene.store.prune(olderThan: 60, now: now + 120, force: true, dryRun: false).count == 1)
            #expect(try scene.store.directory.list().isEmpty)
        }
    }

    @Test
    func
        `Of versions that were added, the latest ones are kept; names, conflicts and what others replaced do not count`()
        async throws
    {
        try await VersionScene.use { scene in
            var store = scene.store
            // That of what saves replace, beside what was asked for.
            store.keptCount = 3
            try scene.add("theirs", isConflict: true)
            try FileVersion.addVersion(
                ofItemAt: scene.document, withContentsOf: scene.document, name: "named", in: store)
            let replaced = try ReplacedVersion(
                keeping: SourceFile(scene.document), of: scene.document, as: VersionNote(.overwritten), in: store)
            replaced.announce()
            _ = consume replaced
            let file = scene.document.removingLastComponent().appending("source")
            for number in 1...12 {
                try file.write("added \(number)".utf8)
                try FileVersion.addVersion(ofItemAt: scene.document, withContentsOf: file, in: store)
            }
            let document = String(decoding: try scene.document.readBytes(), as: UTF8.self)
            #expect(try scene.texts() == Set(["theirs", document] + (3...12).map { "added \($0)" }))
            #expect(try FileVersion.all(in: store).count { $0.name == "named" } == 1)
        }
    }

    @Test func `Of what saves replaced, as many stay as the user keeps, and who keeps none removes none`() async throws
    {
        try await VersionScene.use { scene in
            var store = scene.store
            for (step, limit) in [0, 0, 0, 0, 2, 0].enumerated() {
                store.keptCount = limit
                try scene.document.write("saved \(step)".utf8)
                let kept = try ReplacedVersion(
                    keeping: SourceFile(scene.document), of: scene.document, as: VersionNote(.saved), in: store)
                kept.announce()
            }
            #expect(try scene.texts() == ["saved 3", "saved 4", "saved 5"])
        }
    }

    @Test func `A clock that was ahead once costs no version that was added since`() async throws {
        try await VersionScene.use { scene in
            for number in 1...3 {
                let version = try scene.add("version \(number)")
                let record = version.path.removingLastComponent().appending(version.persistentIdentifier + ".json")
                if number == 2 { _ = try await Command("touch", ["-d", "+2 years", record.string]).run() }
            }
            #expect(try scene.texts() == ["version 1", "version 2", "version 3"])
        }
    }

    @Test func `What was kept twice keeps its name, its cause and what it was replaced by`() async throws {
        try await VersionScene.use { scene in
            let keep = { (note: VersionNote) in
                let kept = try ReplacedVersion(
                    keeping: SourceFile(scene.document), of: scene.document, as: note, in: scene.store)
                return kept.version
            }
            let named = try keep(VersionNote(.added, name: "Draft"))
            let back = try keep(VersionNote(.wentBackToVersion("1f2e3d4c")))
            #expect(back.persistentIdentifier != named.persistentIdentifier)
            #expect(
                [named, back].map(\.persistentIdentifier).contains(try keep(VersionNote(.saved)).persistentIdentifier))
            #expect(
                try keep(VersionNote(.wentBackToVersion("1f2e3d4c"))).persistentIdentifier == back.persistentIdentifier)
            #expect(try keep(VersionNote(.added, name: "Draft")).persistentIdentifier == named.persistentIdentifier)
            let all = try FileVersion.otherVersionsOfItem(at: scene.document, in: scene.store)
            #expect(
                all.count == 2 && all.map(\.record).contains(named.record) && all.map(\.record).contains(back.record))
        }
    }

    @Test func `A version that another process has kept as well is not dropped, nor one of bytes that are gone`()
        async throws
    {
        try await VersionScene.use { scene in
            let keep = { (note: VersionNote) in
                try ReplacedVersion(keepingItemAt: scene.document, as: note, in: scene.store)
            }
            let outer = try keep(VersionNote(.saved))
            _ = try keep(VersionNote(.saved))
            outer.drop()
            _ = consume outer
            #expect(try FileVersion.all(in: scene.store).count == 1)
            try scene.document.write("changed".utf8)
            let automatic = try keep(VersionNote(.saved))
            let file = try FileDescriptor.open(scene.document, .writeOnly)
            try file.closeAfter { _ = try file.writeAll("CHANGED".utf8) }
            automatic.drop()
            #expect(try scene.texts().contains("changed"))
        }
    }

    @Test func `A version has the document's own extension, and those of earlier programs are still read`() async throws
    {
        try await VersionScene.use { scene in
            for (name, ending) in [
                ("notes.txt", "txt"), ("Makefile", "bytes"), ("data.json", "bytes"), ("a.tar.gz", "gz"),
                ("a." + String(repeating: "x", count: 33), "bytes"),
            ] {
                let document = scene.document.removingLastComponent().appending(name)
                try document.write(name.utf8)
                let version = try FileVersion.addVersion(ofItemAt: document, withContentsOf: document, in: scene.store)
                #expect(version.path.extension == ending)
                #expect(try FileVersion.otherVersionsOfItem(at: document, in: scene.store) == [version])
                // As programs before 0.2.0 named them, and without what only later ones note.
                let old = version.path.removingLastComponent().appending("\(version.persistentIdentifier).pdf")
                try old.write(version.path.readBytes())
                try version.path.remove()
                let record = old.removingLastComponent().appending("\(version.persistentIdentifier).json")
                var text = String(decoding: try record.readBytes(), as: UTF8.self)
                text = text.replacing(#""cause":"added","#, with: "")
                try record.write(text.utf8)
                let found = try FileVersion.otherVersionsOfItem(at: document, in: scene.store)
                #expect(found.map(\.path) == [old] && found[0].reason == "kept on request" && found[0].isDiscardable)
                #expect(try scene.store.clear() == 0)
                try found[0].remove(in: scene.store)
                #expect(try FileVersion.otherVersionsOfItem(at: document, in: scene.store).isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("replaced by version 1f2e3d4c", VersionCause.wentBackToVersion("1f2e3d4c")),
        ("replaced by revision 12", .wentBackToRevision(12)), ("put back by undo", .overwritten), ("", .overwritten),
        ("replaced by revision x", .overwritten),
    ]) func `Why a version was kept is read from the words of earlier programs`(words: String, cause: VersionCause) {
        #expect(VersionCause(words: words) == cause)
    }

    @Test func `A version stays while its document is being replaced, and after that if it was renewed`() async throws {
        try await VersionScene.use { scene in
            try FileVersion.addVersion(ofItemAt: scene.document, withContentsOf: scene.document, in: scene.store)
            let found = try FileVersion.all(in: scene.store)
            let now = FileTime.now.seconds + 60
            let prune = { try scene.store.prune(olderThan: 0, now: now, force: true, dryRun: false) }
            let replaced = try ReplacedVersion(
                keeping: SourceFile(scene.document), of: scene.document, as: VersionNote(.added),
                in: scene.store)
            #expect(try prune().isEmpty)
            replaced.announce()
            _ = consume replaced
            // Who found it before decides nothing about it any more.
            #expect(throws: DocumentError(.busy, scene.document)) { try found[0].remove(in: scene.store) }
            #expect(try prune().count == 1)
            #expect(try scene.store.directory.list().isEmpty)
        }
    }

    @Test func `A version that was not needed stays if another process relies on it`() async throws {
        try await VersionScene.use { scene in
            let keep = {
                try ReplacedVersion(
                    keeping: SourceFile(scene.document), of: scene.document, as: VersionNote(.overwritten),
                    in: scene.store)
            }
            let (first, second) = (try keep(), try keep())
            first.drop()
            #expect(try FileVersion.all(in: scene.store).count == 1)
            _ = (consume first, consume second)
            let alone = try keep()
            #expect(try FileVersion.all(in: scene.store).count == 1)
            alone.drop()
            #expect(try FileVersion.all(in: scene.store).count == 1)
        }
    }

    private func removeDirectory(of document: FilePath) async throws {
        _ = try await Command("rm", ["-r", document.removingLastComponent().string]).run()
    }
}
