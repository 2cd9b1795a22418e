import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

/// Files opened by their name in an open directory.
@Suite struct FileInDirectoryTests {
    @Test func `A file is made for its user alone, read and written by its name`() throws {
        let scratch = try ScratchDirectory()
        let directory = try Directory(scratch.path)
        let new = try OpenFile("f", in: directory, for: .creating)
        #expect(try new.status().mode == 0o600)
        try new.write([1, 2], at: 0)
        try OpenFile("f", in: directory, for: .updating).write([3], at: 1)
        let file = try OpenFile("f", in: directory, for: .reading)
        #expect(try file.readAll() == [1, 3])
        #expect(file.path == scratch.path.appending("f"))
        #expect(throws: SystemCallError(call: "pwrite", errno: EBADF, path: file.path)) { try file.write([4], at: 0) }
    }

    @Test func `A name that is taken is not made again, and one that is missing is told`() throws {
        let scratch = try ScratchDirectory()
        let directory = try Directory(scratch.path)
        let path = try scratch.file([1])
        #expect(throws: SystemCallError(call: "openat", errno: EEXIST, path: path)) {
            _ = try OpenFile("original", in: directory, for: .creating)
        }
        #expect(try contents(path) == [1])
        for use in [OpenFile.Use.reading, .updating] {
            let missing = scratch.path.appending("missing")
            #expect(throws: SystemCallError(call: "openat", errno: ENOENT, path: missing)) {
                _ = try OpenFile("missing", in: directory, for: use)
            }
        }
    }

    @Test func `A link is not followed, not even to be made`() throws {
        let scratch = try ScratchDirectory()
        let directory = try Directory(scratch.path)
        let link = scratch.path.appending("link")
        _ = try scratch.file([1])
        try makeLink(link, to: "original")
        for (use, reason) in [(OpenFile.Use.reading, ELOOP), (.updating, ELOOP), (.creating, EEXIST)] {
            #expect(throws: SystemCallError(call: "openat", errno: reason, path: link)) {
                _ = try OpenFile("link", in: directory, for: use)
            }
        }
    }

    @Test func `A FIFO does not hang`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path.appending("fifo")
        try require(path) { mkfifo($0, 0o600) }
        let directory = try Directory(scratch.path)
        for use in [OpenFile.Use.reading, .updating] {
            #expect(try OpenFile("fifo", in: directory, for: use).status().kind == .fifo)
        }
    }

    @Test func `A directory that was moved is still where its names are`() throws {
        let scratch = try ScratchDirectory()
        let before = scratch.path.appending("before")
        try PrivateDirectory.make(before)
        let directory = try Directory(before)
        let after = scratch.path.appending("after")
        try require(before) { before in after.withPlatformString { rename(before, $0) } }
        _ = try OpenFile("f", in: directory, for: .creating)
        #expect(try FileStatus(of: after.appending("f")).kind == .regular)
    }
}
