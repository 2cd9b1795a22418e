import Glibc
import LinuxFiles
import SystemPackage
import Testing

@Suite struct PrivateFolderTests {
    @Test func `What is missing of a path is made, for this user alone, and what is there is kept`() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path.appending("a").appending("b").appending("c")
        for _ in 0..<2 {
            try PrivateFolder.makeDurably(path)
            for folder in [path, path.removingLastComponent(), path.removingLastComponent().removingLastComponent()] {
                #expect(try FileStatus(of: folder).mode == 0o700)
            }
            _ = try? OpenFile(creating: path.appending("kept"))
        }
        #expect(try FileStatus(of: path.appending("kept")).kind == .regular)
    }

    @Test func `A folder above that others may look into is no hindrance; the folder itself must be private`() throws {
        let scratch = try ScratchFolder()
        let open = scratch.path.appending("open")
        try require(open) { mkdir($0, 0o700) }
        try require(open) { chmod($0, 0o755) }
        try PrivateFolder.makeDurably(open.appending("private"))
        #expect(throws: SystemCallError(call: "open", errno: EACCES, path: open)) {
            try PrivateFolder.makeDurably(open)
        }
    }

    @Test func `A file or a link in the way is an error, and stays`() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.file([1])
        #expect(throws: SystemCallError(call: "open", errno: ENOTDIR, path: file)) {
            try PrivateFolder.makeDurably(file)
        }
        #expect(throws: SystemCallError.self) { try PrivateFolder.makeDurably(file.appending("inside")) }
        let link = scratch.path.appending("link")
        try makeLink(link, to: scratch.path)
        #expect(throws: SystemCallError(call: "open", errno: ENOTDIR, path: link)) {
            try PrivateFolder.makeDurably(link)
        }
        // A link on the way, to a folder that is there, is followed.
        try PrivateFolder.makeDurably(link.appending("inside"))
        #expect(try FileStatus(of: scratch.path.appending("inside")).kind == .folder)
        #expect(try contents(file) == [1])
    }
}
