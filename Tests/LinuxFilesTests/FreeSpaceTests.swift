import SystemPackage
import TestSupport
import Testing

@testable import LinuxFiles

@Suite struct FreeSpaceTests {
    @Test func `What fits is no error`() throws {
        let scratch = try ScratchDirectory()
        try OpenFile(reading: scratch.file([1])).requireFreeSpace(1)
    }

    @Test func `A file system without a size is not held to it`() throws {
        try OpenFile(reading: "/proc/self/status").requireFreeSpace(1 << 40)
    }

    @Test(.enabled("Mounting a small disk is not permitted here") { try await MountedDisk.small.isPermitted() })
    func `A replacement without room for copy and addition fails before copying, and leaves nothing`() async throws {
        try await MountedDisk.small.use { disk in
            let path = disk.appending("f")
            let original = try OpenFile(creating: path)
            try original.write([UInt8](repeating: 1, count: 400_000), at: 0)
            let error = saveError { () throws(FileSaveError) in
                var replacement = try AtomicReplacement(replacing: path)
                _ = try replacement.copyBeginning(of: original, count: 400_000, reserve: 300_000)
            }
            guard case .notEnoughSpace(_, 700_000, 600_000..<700_000) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try FileStatus(of: path).size == 400_000)
            #expect(throws: SystemCallError.self) { try FileStatus(of: disk.appending(TemporaryName.fixed(for: "f"))) }
        }
    }

    @Test func `The message says how much is needed and how much is there`() {
        let error = FileSaveError.notEnoughSpace(path: "/f", needed: 700, available: 500)
        #expect(error.description == "not enough space on the disk: 700 bytes needed, 500 available")
    }
}
