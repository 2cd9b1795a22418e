import CLinux
import Glibc
package import SystemPackage

/// What kind of file system something is on, statfs(2).
package enum FileSystem {
    /// NFS, SMB, CIFS, SMB2, FUSE, 9P, AFS, Ceph, Lustre, GFS2, OCFS2, and the shared folders of VirtualBox: others may change
    /// the files without this machine's kernel knowing, inotify(7).
    private static let shared: Set<UInt32> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x00C3_6400, 0x0BD0_0BD0,
        0x0116_1970, 0x7461_636F, 0x786F_4256,
    ]

    /// Whether ``FileEvents`` hear of every change there; `false` also where that cannot be found out.
    package static func tellsOfChanges(at path: FilePath) -> Bool {
        var status = statfs()
        guard path.withPlatformString({ statfs($0, &status) }) == 0 else { return false }
        return !shared.contains(UInt32(truncatingIfNeeded: status.f_type))
    }
}
