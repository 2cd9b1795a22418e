import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

@Suite struct AtomicReplacementTests {
    @Test func `The new file is the old bytes and the new ones, in several chunks`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2, 3, 4])
        let original = try OpenFile(reading: path)
        var replacement = try AtomicReplacement(replacing: path)
        _ = try replacement.copyBeginning(of: original, count: 3, reserve: 3)
        try replacement.append([10])
        try replacement.append([11, 12])
        let finished = try replacement.finish(keepingAttributesOf: original)
        #expect(try finished.map().withBytes { Array($0) } == [1, 2, 3, 10, 11, 12])
        #expect(try contents(path) == [1, 2, 3, 4])
        let identity = try finished.status().identity
        try finished.commit()
        #expect(try contents(path) == [1, 2, 3, 10, 11, 12])
        #expect(try FileStatus(of: path).identity == identity)
        #expect(try original.readAll() == [1, 2, 3, 4])
        #expect(try scratch.names() == ["original"])
    }

    @Test func `Until the commit the temporary can be read by its user alone`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1], mode: 0o644)
        let replacement = try AtomicReplacement(replacing: path)
        #expect(try FileStatus(of: scratch.path.appending(TemporaryName.fixed(for: "original"))).mode == 0o600)
        _ = consume replacement
    }

    @Test func `A replacement let go at any step leaves nothing`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        _ = try AtomicReplacement(replacing: path)
        #expect(try scratch.names() == ["original"])
        var replacement = try AtomicReplacement(replacing: path)
        try replacement.append([2])
        _ = consume replacement
        #expect(try scratch.names() == ["original"])
        _ = try AtomicReplacement(replacing: path).finish()
        #expect(try scratch.names() == ["original"])
        #expect(try contents(path) == [1])
    }

    @Test func `A symbolic link is followed and kept`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let link = scratch.path.appending("link")
        try makeLink(link, to: "original")
        try replace(link, with: [2])
        #expect(try contents(path) == [2])
        #expect(try FileStatus(of: link, followingLink: false).kind == .symbolicLink)
        #expect(try scratch.names() == ["link", "original"])
    }

    @Test func `A new file appears whole, with the mode that the umask allows`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path.appending("new")
        var replacement = try AtomicReplacement(creating: path)
        try replacement.append([1, 2])
        let finished = try replacement.finish()
        #expect(try scratch.names() == [TemporaryName.fixed(for: "new").string])
        try finished.commit()
        #expect(try contents(path) == [1, 2])
        #expect(try scratch.names() == ["new"])
        let usual = try OpenFile(creating: scratch.path.appending("usual"), mode: 0o666).status()
        #expect(try FileStatus(of: path).mode == usual.mode)
    }

    @Test func `A new file never replaces one that came meanwhile`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path.appending("new")
        let finished = try AtomicReplacement(creating: path).finish()
        _ = try scratch.file("new", [1])
        let error = commitError(finished)
        #expect(error == .nameTaken(try path.resolvingLinks()))
        #expect(try contents(path) == [1])
        #expect(try scratch.names() == ["new"])
    }

    @Test func `An original that has become shorter is an error`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2])
        let original = try OpenFile(reading: path)
        let error = saveError { () throws(FileSaveError) in
            var replacement = try AtomicReplacement(replacing: path)
            _ = try replacement.copyBeginning(of: original, count: 3, reserve: 0)
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try scratch.names() == ["original"])
    }

    @Test func `A directory moved during the save takes the save along`() throws {
        let scratch = try ScratchDirectory()
        let before = scratch.path.appending("before")
        let after = scratch.path.appending("after")
        try require(before) { mkdir($0, 0o700) }
        let path = before.appending("f")
        try OpenFile(creating: path).write([1], at: 0)
        var replacement = try AtomicReplacement(replacing: path)
        try require(before) { before in after.withPlatformString { rename(before, $0) } }
        try replacement.append([2])
        try replacement.finish().commit()
        #expect(try contents(after.appending("f")) == [2])
    }

    @Test func `A directory is no target`() throws {
        let error = saveError { () throws(FileSaveError) in _ = try AtomicReplacement(replacing: "/") }
        #expect(error?.description == "it is a directory")
    }

    @Test(arguments: [
        [UInt8](repeating: 0x78, count: 255), [0xE4, 0xFF, 0x2E], [UInt8](String(repeating: "ä", count: 127).utf8),
    ])
    func `A name of any bytes and of the greatest length can be saved`(name: [UInt8]) throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file(component(name), [1])
        try replace(path, with: [2])
        #expect(try contents(path) == [2])
        #expect(try scratch.names().count == 1)
    }
}

/// Replaces a file's bytes by others.
private func replace(_ path: FilePath, with bytes: [UInt8]) throws(FileSaveError) {
    var replacement = try AtomicReplacement(replacing: path)
    try replacement.append(bytes)
    try replacement.finish().commit()
}

private func commitError(_ finished: consuming FinishedReplacement) -> FileSaveError? {
    do {
        try finished.commit()
        return nil
    } catch {
        return error
    }
}
