import Glibc
import LinuxFiles
import SystemPackage
import Testing

@Suite struct OpenFileTests {
    @Test func `What is written at an offset is read there`() throws {
        let scratch = try ScratchDirectory()
        let file = try OpenFile(creating: scratch.path.appending("new"))
        try file.write([1, 2, 3], at: 5)
        #expect(try file.read(at: 4, count: 3) == [0, 1, 2])
        #expect(try file.readAll() == [0, 0, 0, 0, 0, 1, 2, 3])
    }

    @Test func `Reading beyond the end yields what there is`() throws {
        let scratch = try ScratchDirectory()
        let file = try OpenFile(reading: scratch.file("f", [1, 2, 3]))
        #expect(try file.read(at: 2, count: 100) == [3])
        #expect(try file.read(at: 3, count: 100) == [])
    }

    @Test func `Appending continues at the end and tells where`() throws {
        let scratch = try ScratchDirectory()
        let file = try OpenFile(updating: scratch.file("f", [1, 2, 3]))
        #expect(try file.append([4, 5]) == 3)
        #expect(try file.append([6]) == 5)
        try file.truncate(to: 4)
        try file.synchronizeData()
        try file.synchronize()
        #expect(try file.readAll() == [1, 2, 3, 4])
    }

    @Test func `Creating never takes a name that is in use`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("f", [1])
        let error = #expect(throws: SystemCallError.self) { _ = try OpenFile(creating: path) }
        #expect(error == SystemCallError(call: "open", errno: EEXIST, path: path))
        #expect(try contents(path) == [1])
    }

    @Test func `Opening a FIFO without a writer does not hang, and its kind is known`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path.appending("fifo")
        try require(path) { mkfifo($0, 0o600) }
        #expect(try OpenFile(reading: path).status().kind == .fifo)
    }

    @Test func `A missing file is named in the error`() throws {
        let error = #expect(throws: SystemCallError.self) { _ = try OpenFile(reading: "/nowhere/f") }
        #expect(error?.path == "/nowhere/f")
        #expect(error?.description == "no such file or directory")
    }

    @Test func `A full device is an error, not a short write`() throws {
        let file = try OpenFile(updating: "/dev/full")
        #expect(throws: SystemCallError(call: "pwrite", errno: ENOSPC, path: "/dev/full")) {
            try file.write([1], at: 0)
        }
    }

    @Test func `The status tells size, mode, owner, links and identity`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("f", [1, 2, 3], mode: 0o640)
        try require(path) { path in scratch.path.appending("second").withPlatformString { link(path, $0) } }
        let status = try OpenFile(reading: path).status()
        #expect(status.kind == .regular)
        #expect(status.size == 3)
        #expect(status.mode == 0o640)
        #expect(status.owner == geteuid())
        #expect(status.hardLinkCount == 2)
        #expect(status.changeTime >= status.modificationTime)
        #expect(try FileStatus(of: scratch.path.appending("second")).identity == status.identity)
        #expect(try FileStatus(of: scratch.path).kind == .directory)
    }

    @Test func `A status follows a link at the end of the path only if it is told to`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("f", [1])
        let link = scratch.path.appending("link")
        try makeLink(link, to: path)
        #expect(try FileStatus(of: link).identity == FileStatus(of: path).identity)
        #expect(try FileStatus(of: link, followingLink: false).kind == .symbolicLink)
    }

    @Test func `An exclusive lock keeps others out until its file closes`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("f", [])
        let other = try OpenFile(reading: path)
        do {
            let holder = try OpenFile(reading: path)
            #expect(try holder.tryLock(.exclusive))
            #expect(try other.tryLock(.shared) == false)
            #expect(try other.tryLock(.exclusive) == false)
        }
        #expect(try other.tryLock(.exclusive))
    }

    @Test func `Shared locks get along, and unlocking lets an exclusive one in`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("f", [])
        let first = try OpenFile(reading: path)
        let second = try OpenFile(reading: path)
        #expect(try first.tryLock(.shared))
        #expect(try second.tryLock(.shared))
        #expect(try first.tryLock(.exclusive) == false)
        try second.unlock()
        #expect(try first.tryLock(.exclusive))
    }
}
