import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

@Suite struct DirectoryTests {
    @Test func `A directory is fsynced, a file is none, and a missing one is told`() throws {
        let scratch = try ScratchDirectory()
        try Directory(scratch.path).synchronize()
        let file = try scratch.file("f", [])
        #expect(throws: SystemCallError(call: "open", errno: ENOTDIR, path: file)) { _ = try Directory(file) }
    }

    @Test func `A directory of ours is writable and a missing one is not`() throws {
        let scratch = try ScratchDirectory()
        #expect(Directory.isWritable(scratch.path))
        #expect(!Directory.isWritable(scratch.path.appending("missing")))
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `A directory without write permission is not writable`() throws {
        #expect(!Directory.isWritable("/"))
    }

    @Test func `A second name never replaces another file`() throws {
        let scratch = try ScratchDirectory()
        let directory = try Directory(scratch.path)
        let old = try scratch.file("old", [1])
        try directory.addName("new", to: "old")
        #expect(try FileStatus(of: scratch.path.appending("new")).identity == FileStatus(of: old).identity)
        #expect(throws: SystemCallError(call: "linkat", errno: EEXIST, path: scratch.path.appending("new"))) {
            try directory.addName("new", to: "old")
        }
    }
}

@Suite struct PathResolutionTests {
    @Test func `Links and dots on the way are resolved`() throws {
        let scratch = try ScratchDirectory()
        let root = try scratch.path.resolvingLinks()
        _ = try scratch.file("f", [])
        try makeLink(scratch.path.appending("here"), to: ".")
        try require(scratch.path.appending("sub")) { mkdir($0, 0o700) }
        try makeLink(scratch.path.appending("link"), to: "here/f")
        #expect(try scratch.path.appending("sub/../here/./here/link").resolvingLinks() == root.appending("f"))
    }

    @Test func `A file that does not exist yet is found through its directory`() throws {
        let scratch = try ScratchDirectory()
        let root = try scratch.path.resolvingLinks()
        try makeLink(scratch.path.appending("here"), to: ".")
        #expect(try scratch.path.appending("here/new").resolvingLinks() == root.appending("new"))
        #expect(try FilePath("not-here-yet").resolvingLinks().isAbsolute)
    }

    @Test func `A link to nothing leads to where the file would be`() throws {
        let scratch = try ScratchDirectory()
        let root = try scratch.path.resolvingLinks()
        try makeLink(scratch.path.appending("first"), to: "second")
        try makeLink(scratch.path.appending("second"), to: root.appending("new"))
        #expect(try scratch.path.appending("first").resolvingLinks() == root.appending("new"))
    }

    @Test func `Links in a circle are an error`() throws {
        let scratch = try ScratchDirectory()
        try makeLink(scratch.path.appending("a"), to: "b")
        try makeLink(scratch.path.appending("b"), to: "a")
        let error = #expect(throws: SystemCallError.self) { try scratch.path.appending("a").resolvingLinks() }
        #expect(error?.errno == ELOOP)
    }

    @Test(arguments: ["", "missing/new", "missing/.."]) func `A missing directory is an error`(path: String) throws {
        let error = #expect(throws: SystemCallError.self) { try FilePath(path).resolvingLinks() }
        #expect(error?.errno == ENOENT)
    }

    @Test func `A name that is not UTF-8 keeps its bytes`() throws {
        let scratch = try ScratchDirectory()
        let name = try component([0xE4, 0xFF])
        let path = try scratch.file(name, [1])
        let resolved = try path.resolvingLinks()
        #expect(resolved.lastComponent == name)
        #expect(try contents(resolved) == [1])
    }
}
