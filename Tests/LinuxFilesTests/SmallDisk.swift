import Glibc
import LinuxFiles
import SystemPackage
import Testing

/// A disk of one mebibyte, in memory, mounted for one test.
struct SmallDisk: ~Copyable {
    static let size = 1 << 20

    /// Whether this process may mount; found out by trying.
    static let isAvailable = (try? SmallDisk()) != nil

    private let mountPoint: ScratchDirectory

    var path: FilePath { mountPoint.path }

    init() throws {
        let mountPoint = try ScratchDirectory()
        try require(mountPoint.path) { mount("tmpfs", $0, "tmpfs", 0, "size=\(Self.size)") }
        self.mountPoint = mountPoint
    }

    deinit {
        _ = mountPoint.path.withPlatformString { umount2($0, CInt(MNT_DETACH)) }
    }
}
