import Glibc
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@Suite struct InPlaceAppendTests {
    @Test func `The bytes follow the old ones, and inode, links and mode stay`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2], mode: 0o640)
        let second = scratch.path.appending("second")
        try require(path) { path in second.withPlatformString { link(path, $0) } }
        let before = try FileStatus(of: path)
        try InPlaceAppend(to: path).commit([[3], [4, 5]], at: 2, of: before)
        #expect(try contents(second) == [1, 2, 3, 4, 5])
        let after = try FileStatus(of: path)
        #expect(after.identity == before.identity)
        #expect(after.hardLinkCount == 2)
        #expect(after.mode == 0o640)
    }

    @Test func `A torn tail that the caller vouches for is cut off first`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2, 66, 66, 66, 66])
        try InPlaceAppend(to: path).commit([[3]], at: 2, of: FileStatus(of: path))
        #expect(try contents(path) == [1, 2, 3])
    }

    @Test func `A refused check leaves the file as it was, torn tail and all`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2, 66])
        let status = try FileStatus(of: path)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3]], at: 2, of: status) { () throws(FileSaveError) in
                throw .changedMeanwhile(path)
            }
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == [1, 2, 66])
    }

    @Test func `A file that has become shorter is not filled up`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let status = try FileStatus(of: path)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3]], at: 2, of: status)
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == [1])
    }

    @Test func `A link is followed`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        try makeLink(scratch.path.appending("link"), to: "original")
        try InPlaceAppend(to: scratch.path.appending("link")).commit([[2]], at: 1, of: FileStatus(of: path))
        #expect(try contents(path) == [1, 2])
    }

    @Test func `Only regular files are appended to`() throws {
        let error = saveError { () throws(FileSaveError) in _ = try InPlaceAppend(to: "/dev/null") }
        #expect(error == .systemCall(.init(call: "open", errno: EINVAL, path: "/dev/null")))
    }

    @Test func `A write that fails half way is cut back to the old length`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2])
        let base = try extendToGreatestSize(path) - 10
        try OpenFile(updating: path).truncate(to: base)
        let status = try FileStatus(of: path)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3, 4], [UInt8](repeating: 5, count: 100)], at: base, of: status)
        }
        guard case .systemCall = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try FileStatus(of: path).size == base)
        #expect(try OpenFile(reading: path).read(at: 0, count: 3) == [1, 2, 0])
    }

    @Test(.enabled("Mounting a small disk is not permitted here") { try await MountedDisk.small.isPermitted() })
    func `A disk without room is found out before anything is written`() async throws {
        try await MountedDisk.small.use { disk in
            let path = disk.appending("f")
            try OpenFile(creating: path).write([1, 2, 66], at: 0)
            let status = try FileStatus(of: path)
            let error = saveError { () throws(FileSaveError) in
                try InPlaceAppend(to: path).commit(
                    [[UInt8](repeating: 3, count: MountedDisk.smallSize)], at: 2, of: status)
            }
            guard case .notEnoughSpace(path, MountedDisk.smallSize - 1, 1..<MountedDisk.smallSize) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try contents(path) == [1, 2, 66])
        }
    }
}

/// What happens to the file between the check and the end of the write (invariant 9, invariant 13).
@Suite struct DisturbedAppendTests {
    @Test func `A file that is not as it was opened is left alone, tail and all`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2])
        let status = try FileStatus(of: path)
        try OpenFile(updating: path).write([7, 7], at: 2)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3]], at: 2, of: status)
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == [1, 2, 7, 7])
    }

    @Test func `Where the path leads elsewhere after the write, the bytes are cut off again and the other file stays`()
        throws
    {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2])
        let moved = scratch.path.appending("moved")
        let status = try FileStatus(of: path)
        // Between the look at the path, before the check, and the write.
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3]], at: 2, of: status) { () throws(FileSaveError) in
                do { try replaceFile(path, movingTo: moved, with: [9, 9]) } catch { Issue.record(error) }
            }
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == [9, 9])
        #expect(try contents(moved) == [1, 2])
    }

    @Test(arguments: [[], [8], [8, 8, 8, 8]] as [[UInt8]])
    func `A file that another program writes anew during the save stays what that made it`(other: [UInt8]) throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 2])
        let status = try FileStatus(of: path)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3]], at: 2, of: status) { () throws(FileSaveError) in
                do {
                    let file = try OpenFile(updating: path)
                    try file.truncate(to: 0)
                    try file.write(other, at: 0)
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(error == .changedMeanwhile(path))
        #expect(try contents(path) == other)
    }

    @Test func `A link that leads elsewhere after the write is a conflict, and the bytes are cut off again`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let other = try scratch.file("other", [7])
        let link = scratch.path.appending("link")
        try makeLink(link, to: "original")
        let status = try FileStatus(of: path)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: link).commit([[3]], at: 1, of: status) { () throws(FileSaveError) in
                do {
                    try require(link) { unlink($0) }
                    try makeLink(link, to: "other")
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(error == .changedMeanwhile(link))
        #expect(try contents(path) == [1])
        #expect(try contents(other) == [7])
    }

    @Test(arguments: [true, false], [0o444, 0o440, 0o400] as [UInt32])
    func `During an append there is a locked lock file, and none afterwards, nor after an error`(
        fails: Bool, mode: UInt32
    ) throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        // A process that died has left one, with the rights that its umask left.
        let lockFile = try scratch.file(".original.pdfco-lock", [], mode: mode)
        let status = try FileStatus(of: path)
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3]], at: 1, of: status, timeout: .zero) { () throws(FileSaveError) in
                #expect((try? FileStatus(of: lockFile))?.mode == 0o444)
                #expect((try? OpenFile(reading: lockFile).tryLock(.exclusive)) == false)
                if fails { throw .changedMeanwhile(path) }
            }
        }
        #expect(error == (fails ? .changedMeanwhile(path) : nil))
        #expect(try contents(path) == (fails ? [1] : [1, 3]))
        #expect(try scratch.names() == ["original"])
    }

    @Test(arguments: ["mkdir .original.pdfco-lock", "ln -s nowhere .original.pdfco-lock"])
    func `What is no lock file blocks nobody`(made: String) async throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        var command = Command("/bin/sh", ["-c", made])
        command.directory = scratch.path
        try #require(try await command.run().exitStatus == 0)
        try InPlaceAppend(to: path).commit([[3]], at: 1, of: FileStatus(of: path), timeout: .zero)
        #expect(try contents(path) == [1, 3])
        #expect(try scratch.names() == [".original.pdfco-lock", "original"])
    }

    /// A reader of another user may have one.
    @Test func `Another program's lock on the whole file keeps nobody waiting`() async throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let script =
            "import fcntl; f = open('\(path)'); fcntl.lockf(f, fcntl.LOCK_SH); print('locked', flush=True); input()"
        let holder = try RunningCommand(Command("python3", ["-c", script]), takesInput: true)
        #expect(try holder.next() == "locked")
        try InPlaceAppend(to: path).commit([[3]], at: 1, of: FileStatus(of: path), timeout: .zero)
        holder.kill()
        #expect(try contents(path) == [1, 3])
        #expect(try scratch.names() == ["original"])
    }

    @Test func `A process that was taken for dead before it writes writes nothing, and cuts nothing off`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1, 66])
        let status = try FileStatus(of: path)
        let taker = try scratch.file("taker", [7])
        let error = saveError { () throws(FileSaveError) in
            try InPlaceAppend(to: path).commit([[3]], at: 1, of: status) { () throws(FileSaveError) in
                rename(taker.string, scratch.path.appending(".original.pdfco-lock").string)
            }
        }
        #expect(error == .busy(path))
        #expect(try contents(path) == [1, 66])
        #expect(try scratch.names() == [".original.pdfco-lock", "original"])
    }

    @Test func `A file that somebody else commits on is busy, and its lock ends with its holder`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file([1])
        let status = try FileStatus(of: path)
        do {
            let lock = try CommitLock(on: OpenFile(reading: path), at: path)
            let error = saveError { () throws(FileSaveError) in
                try InPlaceAppend(to: path).commit([[2]], at: 1, of: status, timeout: .zero)
            }
            #expect(error == .busy(path))
            _ = consume lock
        }
        try InPlaceAppend(to: path).commit([[2]], at: 1, of: status, timeout: .zero)
        #expect(try contents(path) == [1, 2])
    }
}

private func replaceFile(_ path: FilePath, movingTo moved: FilePath, with bytes: [UInt8]) throws {
    try require(path) { path in moved.withPlatformString { rename(path, $0) } }
    try OpenFile(creating: path).write(bytes, at: 0)
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
