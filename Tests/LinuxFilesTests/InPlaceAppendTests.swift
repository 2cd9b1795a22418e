import Glibc
import LinuxFiles
import SystemPackage
import Testing

@Suite struct InPlaceAppendTests {
    @Test func `The bytes follow the old ones, and inode, links and mode stay`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1, 2], mode: 0o640)
        let second = scratch.path.appending("second")
        try require(path) { path in second.withPlatformString { link(path, $0) } }
        let before = try FileStatus(of: path)
        try InPlaceAppend(to: path).commit([[3], [4, 5]], at: 2)
        #expect(try contents(second) == [1, 2, 3, 4, 5])
        let after = try FileStatus(of: path)
        #expect(after.identity == before.identity)
        #expect(after.hardLinkCount == 2)
        #expect(after.mode == 0o640)
    }

    @Test func `A torn tail that the caller vouches for is cut off first`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1, 2, 66, 66, 66, 66])
        try InPlaceAppend(to: path).commit([[3]], at: 2)
        #expect(try contents(path) == [1, 2, 3])
    }

    @Test func `A refused check leaves the file as it was, torn tail and all`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1, 2, 66])
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3]], at: 2) { () throws(FileSaveError) in
                throw .changedMeanwhile(path)
            }
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == [1, 2, 66])
    }

    @Test func `A file that has become shorter is not filled up`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1])
        let error = saveError { () throws(FileSaveError) in try InPlaceAppend(to: path).commit([[3]], at: 2) }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == [1])
    }

    @Test func `A link is followed`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1])
        try makeLink(scratch.path.appending("link"), to: "original")
        try InPlaceAppend(to: scratch.path.appending("link")).commit([[2]], at: 1)
        #expect(try contents(path) == [1, 2])
    }

    @Test func `Only regular files are appended to`() throws {
        let error = saveError { () throws(FileSaveError) in _ = try InPlaceAppend(to: "/dev/null") }
        #expect(error == .systemCall(.init(call: "open", errno: EINVAL, path: "/dev/null")))
    }

    @Test func `A write that fails half way is cut back to the old length`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file([1, 2])
        let base = try extendToGreatestSize(path) - 10
        try OpenFile(updating: path).truncate(to: base)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3, 4], [UInt8](repeating: 5, count: 100)], at: base)
        }
        guard case .systemCall = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try FileStatus(of: path).size == base)
        #expect(try OpenFile(reading: path).read(at: 0, count: 3) == [1, 2, 0])
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting is not permitted here"))
    func `A disk without room is found out before anything is written`() throws {
        let disk = try SmallDisk()
        let path = disk.path.appending("f")
        try OpenFile(creating: path).write([1, 2, 66], at: 0)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[UInt8](repeating: 3, count: SmallDisk.size)], at: 2)
        }
        guard case .notEnoughSpace(path, SmallDisk.size - 1, 1..<SmallDisk.size) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try contents(path) == [1, 2, 66])
    }
}

/// Makes a sparse file as large as its file system allows, and returns that size.
private func extendToGreatestSize(_ path: FilePath) throws -> Int {
    let file = try OpenFile(updating: path)
    var possible = 2
    var impossible = Int.max
    while possible + 1 < impossible {
        let middle = possible + (impossible - possible) / 2
        if (try? file.truncate(to: middle)) == nil { impossible = middle } else { possible = middle }
    }
    try file.truncate(to: possible)
    return possible
}
