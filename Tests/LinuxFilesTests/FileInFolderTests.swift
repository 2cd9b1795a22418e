import Glibc
import SystemPackage
import Testing

@testable import LinuxFiles

/// Files opened by their name in an open folder.
@Suite struct FileInFolderTests {
    @Test func `A file is made for its user alone, read and written by its name`() throws {
        let scratch = try ScratchFolder()
        let folder = try Folder(scratch.path)
        let new = try OpenFile("f", in: folder, for: .creating)
        #expect(try new.status().mode == 0o600)
        try new.write([1, 2], at: 0)
        try OpenFile("f", in: folder, for: .updating).write([3], at: 1)
        let file = try OpenFile("f", in: folder, for: .reading)
        #expect(try file.readAll() == [1, 3])
        #expect(file.path == scratch.path.appending("f"))
        #expect(throws: SystemCallError(call: "pwrite", errno: EBADF, path: file.path)) { try file.write([4], at: 0) }
    }

    @Test func `A name that is taken is not made again, and one that is missing is told`() throws {
        let scratch = try ScratchFolder()
        let folder = try Folder(scratch.path)
        let path = try scratch.file([1])
        #expect(throws: SystemCallError(call: "openat", errno: EEXIST, path: path)) {
            _ = try OpenFile("original", in: folder, for: .creating)
        }
        #expect(try contents(path) == [1])
        for use in [OpenFile.Use.reading, .updating] {
            let missing = scratch.path.appending("missing")
            #expect(throws: SystemCallError(call: "openat", errno: ENOENT, path: missing)) {
                _ = try OpenFile("missing", in: folder, for: use)
            }
        }
    }

    @Test func `A link is not followed, not even to be made`() throws {
        let scratch = try ScratchFolder()
        let folder = try Folder(scratch.path)
        let link = scratch.path.appending("link")
        _ = try scratch.file([1])
        try makeLink(link, to: "original")
        for (use, reason) in [(OpenFile.Use.reading, ELOOP), (.updating, ELOOP), (.creating, EEXIST)] {
            #expect(throws: SystemCallError(call: "openat", errno: reason, path: link)) {
                _ = try OpenFile("link", in: folder, for: use)
            }
        }
    }

    @Test func `A FIFO does not hang`() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path.appending("fifo")
        try require(path) { mkfifo($0, 0o600) }
        let folder = try Folder(scratch.path)
        for use in [OpenFile.Use.reading, .updating] {
            #expect(try OpenFile("fifo", in: folder, for: use).status().kind == .fifo)
        }
    }

    @Test func `A folder that was moved is still where its names are`() throws {
        let scratch = try ScratchFolder()
        let before = scratch.path.appending("before")
        try PrivateFolder.make(before)
        let folder = try Folder(before)
        let after = scratch.path.appending("after")
        try require(before) { before in after.withPlatformString { rename(before, $0) } }
        _ = try OpenFile("f", in: folder, for: .creating)
        #expect(try FileStatus(of: after.appending("f")).kind == .regular)
    }
}
