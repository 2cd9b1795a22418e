import CLinux
import Glibc
package import SystemPackage

/// The kind of file system that a file or directory is on, statfs(2).
package struct FileSystem: Sendable {
    private let magic: UInt32

    /// Looks up the file system of an open file or directory, fstatfs(2).
    package init(of file: borrowing OpenFile) throws(SystemCallError) {
        let descriptor = file.descriptor
        try self.init(file.path) { fstatfs(descriptor, &$0) }
    }

    init(of directory: borrowing Directory) throws(SystemCallError) {
        let descriptor = directory.descriptor
        try self.init(directory.path) { fstatfs(descriptor, &$0) }
    }

    private init(_ path: FilePath, _ call: (inout statfs) -> CInt) throws(SystemCallError) {
        var status = statfs()
        try systemCall("fstatfs", path) { call(&status) }
        magic = UInt32(truncatingIfNeeded: status.f_type)
    }

    /// NFS, SMB, CIFS, SMB2, FUSE, 9P, AFS (two of them), Ceph, Coda, Lustre, GFS2, OCFS2, and the shared directories of
    /// VirtualBox: others may change the files without this machine's kernel knowing, inotify(7).
    private static let shared: Set<UInt32> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x6B41_4653, 0x00C3_6400,
        0x7375_7245, 0x0BD0_0BD0, 0x0116_1970, 0x7461_636F, 0x786F_4256,
    ]

    /// Whether locks may be known only to this machine or this mount, so that another one may hold the same lock.
    package var mayHaveLocalLocks: Bool { Self.shared.contains(magic) }

    /// The same for a path; true also if that cannot be determined.
    package static func mayHaveLocalLocks(at path: FilePath) -> Bool { at(path)?.mayHaveLocalLocks ?? true }

    /// Whether ``FileEvents`` reports every change at the path; `false` also if that cannot be determined.
    package static func tellsOfChanges(at path: FilePath) -> Bool {
        at(path).map { !$0.mayHaveLocalLocks } ?? false
    }

    /// Whether a file at the path may be missing for a moment while it is replaced: libfuse gives a file that is open
    /// another name (`.fuse_hidden…`) before the new one takes its name.
    package static func replacesInSteps(at path: FilePath) -> Bool { at(path)?.mayHaveLocalLocks ?? false }

    private static func at(_ path: FilePath) -> FileSystem? {
        try? FileSystem(path) { status in path.withPlatformString { statfs($0, &status) } }
    }
}
