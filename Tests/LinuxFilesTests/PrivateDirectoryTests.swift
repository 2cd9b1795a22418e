import Glibc
import LinuxFiles
import SystemPackage
import Testing

@Suite struct PrivateDirectoryTests {
    @Test func `What is missing of a path is made, for this user alone, and what is there is kept`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path.appending("a").appending("b").appending("c")
        for _ in 0..<2 {
            try PrivateDirectory.makeDurably(path)
            for directory in [path, path.removingLastComponent(), path.removingLastComponent().removingLastComponent()]
            {
                #expect(try FileStatus(of: directory).mode == 0o700)
            }
            _ = try? OpenFile(creating: path.appending("kept"))
        }
        #expect(try FileStatus(of: path.appending("kept")).kind == .regular)
    }

    @Test func `A directory above that others may look into is no hindrance; the directory itself must be private`()
        throws
    {
        let scratch = try ScratchDirectory()
        let open = scratch.path.appending("open")
        try require(open) { mkdir($0, 0o700) }
        try require(open) { chmod($0, 0o755) }
        try PrivateDirectory.makeDurably(open.appending("private"))
        #expect(throws: SystemCallError(call: "open", errno: EACCES, path: open)) {
            try PrivateDirectory.makeDurably(open)
        }
    }

    @Test func `A file or a link in the way is an error, and stays`() throws {
        let scratch = try ScratchDirectory()
        let file = try scratch.file([1])
        #expect(throws: SystemCallError(call: "open", errno: ENOTDIR, path: file)) {
            try PrivateDirectory.makeDurably(file)
        }
        #expect(throws: SystemCallError.self) { try PrivateDirectory.makeDurably(file.appending("inside")) }
        let link = scratch.path.appending("link")
        try makeLink(link, to: scratch.path)
        #expect(throws: SystemCallError(call: "open", errno: ENOTDIR, path: link)) {
            try PrivateDirectory.makeDurably(link)
        }
        // A link on the way, to a directory that is there, is followed.
        try PrivateDirectory.makeDurably(link.appending("inside"))
        #expect(try FileStatus(of: scratch.path.appending("inside")).kind == .directory)
        #expect(try contents(file) == [1])
    }

    @Test func `A directory is made even if others remove it while it is empty`() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path.appending("shared")
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 {
                        #expect(throws: Never.self) { try PrivateDirectory.make(path) }
                        PrivateDirectory.removeIfEmpty(path)
                    }
                }
            }
        }
    }
}
