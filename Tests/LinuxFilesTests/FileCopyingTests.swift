import Glibc
import LinuxFiles
import SystemPackage
import Testing

@Suite struct FileCopyingTests {
    @Test(arguments: [0, 1, 4096, 1_500_000, 3_000_000])
    func `The first bytes of a file arrive, in whatever way the file system offers`(count: Int) throws {
        let scratch = try ScratchDirectory()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        let source = try OpenFile(reading: scratch.file(bytes))
        let copy = try OpenFile(creating: scratch.path.appending("copy"))
        _ = try copy.copyBeginning(of: source, count: count, reserve: 0)
        #expect(try copy.readAll() == Array(bytes[..<count]))
    }

    @Test(.enabled(if: (try? FileStatus(of: "/dev/shm").identity) != nil, "needs a second file system"))
    func `Between file systems the bytes are copied, not shared`() throws {
        let scratch = try ScratchDirectory()
        let elsewhere = try OpenFile(creating: FilePath("/dev/shm").appending("elsewhere-\(getpid())"))
        try require(elsewhere.path) { unlink($0) }
        let bytes = [UInt8](repeating: 7, count: 1_200_000)
        try elsewhere.write(bytes, at: 0)
        let copy = try OpenFile(creating: scratch.path.appending("copy"))
        #expect(try copy.copyBeginning(of: elsewhere, count: 1_100_000, reserve: 0) != .clone)
        #expect(try copy.readAll() == Array(bytes[..<1_100_000]))
    }

    @Test func `A source that the kernel cannot copy is read and written`() throws {
        // Files of /proc have bytes but say they have none: copy_file_range(2) copies nothing, and reading goes on.
        let scratch = try ScratchDirectory()
        let source = try OpenFile(reading: "/proc/version")
        let copy = try OpenFile(creating: scratch.path.appending("copy"))
        #expect(try copy.copyBeginning(of: source, count: 6, reserve: 0) == .readAndWrite)
        #expect(try copy.readAll() == Array("Linux ".utf8))
    }
}
