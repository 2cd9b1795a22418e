import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

/// Invariant 7: what a dead process left is recognised and cleared, and what a living one writes is left alone.
@Suite struct TemporaryFileTests {
    @Test func `The leftover of a dead process is cleared away`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let leftover = try scratch.file(TemporaryName.fixed(for: "original"), [6, 6, 6], mode: 0o644)
        let inode = try FileStatus(of: leftover).identity
        let held = try OpenFile(reading: leftover)
        let replacement = try AtomicReplacement(replacing: path)
        #expect(try FileStatus(of: leftover).identity != inode)
        #expect(try FileStatus(of: leftover).size == 0)
        #expect(try held.status().hardLinkCount == 0)
        try replacement.finish().commit()
        #expect(try scratch.names() == ["original"])
    }

    @Test func `While another saves, its temporary stays untouched, and one of another name is made`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        var first = try AtomicReplacement(replacing: path)
        try first.append([2])
        var second = try AtomicReplacement(replacing: path)
        try second.append([3])
        #expect(try scratch.names().count == 3)
        try first.finish().commit()
        #expect(try contents(path) == [2])
        try second.finish().commit()
        #expect(try contents(path) == [3])
        #expect(try scratch.names() == ["original"])
    }

    @Test
    func `A link, a directory or a FIFO under the temporary's name is neither followed nor removed, nor in the way`()
        throws
    {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let victim = try scratch.file("victim", [7])
        let planted = try temporary(of: path)
        for plant in [
            { try makeLink(planted, to: "victim") }, { try require(planted) { mkdir($0, 0o700) } },
            { try require(planted) { mkfifo($0, 0o600) } },
        ] {
            try plant()
            try saveOnce(path, [2])
            #expect(try contents(path) == [2])
            #expect(try contents(victim) == [7])
            #expect(try scratch.names() == [TemporaryName.fixed(for: "original").string, "original", "victim"])
            if planted.withPlatformString({ unlink($0) }) != 0 { try require(planted) { rmdir($0) } }
        }
    }

    @Test func `A temporary that ends removes its own name only`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let temporaryPath = try temporary(of: path)
        let replacement = try AtomicReplacement(replacing: path)
        try require(temporaryPath) { unlink($0) }
        let other = try AtomicReplacement(replacing: path)
        _ = consume replacement
        #expect(try scratch.names() == [TemporaryName.fixed(for: "original").string, "original"])
        _ = consume other
        #expect(try scratch.names() == ["original"])
    }

    @Test func `Many savers at once leave the file of one of them, whole, and nothing else`() async throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([0, 0])
        let saved = await withTaskGroup(of: Int.self) { group in
            for saver in UInt8(1)...8 {
                group.addTask { saves(path, saver, attempts: 50) }
            }
            return await group.reduce(0, +)
        }
        #expect(saved == 8 * 50)
        let bytes = try contents(path)
        #expect(bytes.count == 2 && bytes[0] == bytes[1] && bytes[0] > 0)
        #expect(try scratch.names() == ["original"])
    }

    @Test func `The name is the target's, cut between characters to fit into 255 bytes`() throws {
        #expect(TemporaryName.fixed(for: "a.pdf").string.wholeMatch(of: /\.a\.pdf\.0{8}[0-9a-f]{8}\.pdfco-tmp/) != nil)
        let longest = FilePath.Component(String(repeating: "x", count: 227))!
        #expect(TemporaryName.fixed(for: longest).string.hasPrefix(".\(longest.string).00000000"))
        let tooLong = FilePath.Component("x" + String(repeating: "ä", count: 127))!
        let name = TemporaryName.fixed(for: tooLong).string
        #expect(name.hasPrefix(".x" + String(repeating: "ä", count: 113) + ".00000000"))
        #expect(name.utf8.count == 255)
    }
}

private func temporary(of path: FilePath) throws -> FilePath {
    let resolved = try path.resolvingLinks()
    return resolved.removingLastComponent().appending(TemporaryName.fixed(for: resolved.lastComponent!))
}

private func saveOnce(_ path: FilePath, _ bytes: [UInt8]) throws(FileSaveError) {
    var replacement = try AtomicReplacement(replacing: path)
    try replacement.append(bytes)
    try replacement.finish().commit()
}

/// Saves two equal bytes again and again; counts the saves.
private func saves(_ path: FilePath, _ byte: UInt8, attempts: Int) -> Int {
    (0..<attempts).reduce(0) { count, _ in
        let error = saveError { () throws(FileSaveError) in
            var replacement = try AtomicReplacement(replacing: path)
            try replacement.append([byte])
            try replacement.append([byte])
            try replacement.finish().commit()
        }
        #expect(error == nil)
        return count + 1
    }
}
