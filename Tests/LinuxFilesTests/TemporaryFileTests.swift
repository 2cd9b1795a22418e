import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

/// Invariant 7: what a dead process left is recognised and cleared, and what a living one writes is left alone.
@Suite struct TemporaryFileTests {
    @Test func `The leftover of a dead process is cleared away`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1])
        let leftover = try scratch.file(".original.pdfco-tmp", [6, 6, 6], mode: 0o644)
        let inode = try FileStatus(of: leftover).identity
        let held = try OpenFile(reading: leftover)
        let replacement = try AtomicReplacement(replacing: path)
        #expect(try FileStatus(of: leftover).identity != inode)
        #expect(try FileStatus(of: leftover).size == 0)
        #expect(try held.status().hardLinkCount == 0)
        try replacement.finish().commit()
        #expect(try scratch.names() == ["original"])
    }

    @Test func `While another saves, the file is busy, and its temporary stays untouched`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1])
        var first = try AtomicReplacement(replacing: path)
        try first.append([2])
        #expect(errorReplacing(path) == .busy(first.target))
        #expect(errorCreating(path) == .busy(first.target))
        try first.finish().commit()
        #expect(try contents(path) == [2])
        _ = try AtomicReplacement(replacing: path)
    }

    @Test func `A link planted under the temporary's name is neither followed nor removed`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1])
        let victim = try scratch.file("victim", [7])
        try makeLink(scratch.path.appending(".original.pdfco-tmp"), to: "victim")
        let error = errorReplacing(path)
        #expect(error == .systemCall(.init(call: "openat", errno: ELOOP, path: try temporary(of: path))))
        #expect(try contents(victim) == [7])
        #expect(try scratch.names() == [".original.pdfco-tmp", "original", "victim"])
    }

    @Test func `A folder or FIFO under the temporary's name is not removed`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1])
        let planted = try temporary(of: path)
        let expected = FileSaveError.systemCall(.init(call: "openat", errno: EEXIST, path: planted))
        try require(planted) { mkdir($0, 0o700) }
        #expect(errorReplacing(path) == expected)
        try require(planted) { rmdir($0) }
        try require(planted) { mkfifo($0, 0o600) }
        #expect(errorReplacing(path) == expected)
    }

    @Test func `A temporary that ends removes its own name only`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1])
        let temporaryPath = try temporary(of: path)
        let replacement = try AtomicReplacement(replacing: path)
        try require(temporaryPath) { unlink($0) }
        let other = try AtomicReplacement(replacing: path)
        _ = consume replacement
        #expect(try scratch.names() == [".original.pdfco-tmp", "original"])
        _ = consume other
        #expect(try scratch.names() == ["original"])
    }

    @Test func `Many savers at once save one after the other or find the file busy`() async throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([0, 0])
        let saved = await withTaskGroup(of: Int.self) { group in
            for saver in UInt8(1)...8 {
                group.addTask { saves(path, saver, attempts: 50) }
            }
            return await group.reduce(0, +)
        }
        #expect(saved > 0)
        let bytes = try contents(path)
        #expect(bytes.count == 2 && bytes[0] == bytes[1] && bytes[0] > 0)
        #expect(try scratch.names() == ["original"])
    }

    @Test func `The name is the target's, cut between characters to fit into 255 bytes`() throws {
        #expect(TemporaryFile.name(for: "a.pdf").string == ".a.pdf.pdfco-tmp")
        let longest = FilePath.Component(String(repeating: "x", count: 244))!
        #expect(TemporaryFile.name(for: longest).string == ".\(longest.string).pdfco-tmp")
        let tooLong = FilePath.Component("x" + String(repeating: "ä", count: 127))!
        let name = TemporaryFile.name(for: tooLong).string
        #expect(name == ".x" + String(repeating: "ä", count: 121) + ".pdfco-tmp")
        #expect(name.utf8.count == 254)
    }
}

private func temporary(of path: FilePath) throws -> FilePath {
    let resolved = try path.resolvingLinks()
    return resolved.removingLastComponent().appending(TemporaryFile.name(for: resolved.lastComponent!))
}

private func errorReplacing(_ path: FilePath) -> FileSaveError? {
    saveError { () throws(FileSaveError) in _ = try AtomicReplacement(replacing: path) }
}

private func errorCreating(_ path: FilePath) -> FileSaveError? {
    saveError { () throws(FileSaveError) in _ = try AtomicReplacement(creating: path) }
}

/// Saves two equal bytes again and again; counts the saves that found nobody else.
private func saves(_ path: FilePath, _ byte: UInt8, attempts: Int) -> Int {
    (0..<attempts).reduce(0) { count, _ in
        let error = saveError { () throws(FileSaveError) in
            var replacement = try AtomicReplacement(replacing: path)
            try replacement.append([byte])
            try replacement.append([byte])
            try replacement.finish().commit()
        }
        if let error, case .busy = error { return count }
        #expect(error == nil)
        return count + 1
    }
}
