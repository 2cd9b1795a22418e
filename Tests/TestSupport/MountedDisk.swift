package import SystemPackage

/// A disk that is mounted for one test.
package struct MountedDisk: Sendable {
    /// Makes it, with a place for an image, and mounts it.
    private let mount: @Sendable (_ image: FilePath, _ mountPoint: FilePath) async throws -> Void

    /// One mebibyte, in memory.
    package static let small = MountedDisk { _, mountPoint in
        try await run("mount", "-t", "tmpfs", "-o", "size=\(smallSize)", "tmpfs", mountPoint.string)
    }

    /// In bytes.
    package static let smallSize = 1 << 20

    /// A disk whose file system lets files share their blocks (btrfs), in a file.
    package static let cloning = MountedDisk { image, mountPoint in
        // As much as the file system needs at the least; what is not written takes no room.
        try await run("truncate", "-s", "128M", image.string)
        try await run("mkfs.btrfs", "-q", image.string)
        try await run("mount", "-o", "loop", image.string, mountPoint.string)
    }

    /// A disk whose file system counts times in whole seconds (ext4 with inodes of 128 bytes), in a file.
    package static let coarse = MountedDisk { image, mountPoint in
        try await run("truncate", "-s", "16M", image.string)
        try await run("mkfs.ext4", "-q", "-I", "128", image.string)
        try await run("mount", "-o", "loop", image.string, mountPoint.string)
    }

    /// Whether this process may mount it, and the kernel knows the file system; found out by trying.
    package func isPermitted() async throws -> Bool {
        do {
            try await use { _ in }
            return true
        } catch is ReaderError {
            return false
        }
    }

    /// Mounts the disk, calls `body` with its directory, and unmounts it.
    package func use(_ body: (FilePath) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let mountPoint = try directory.making("mounted")
            try await mount(directory.appending("image"), mountPoint)
            do {
                try await body(mountPoint)
            } catch {
                try? await Self.unmount(mountPoint)
                throw error
            }
            try await Self.unmount(mountPoint)
        }
    }

    /// Lazily: a program that another test has just started has, until it is executed, all files open that this process had.
    private static func unmount(_ mountPoint: FilePath) async throws {
        try await run("umount", "--lazy", mountPoint.string)
    }

    private static func run(_ program: String, _ arguments: String...) async throws {
        // A shell, so that a program that is not there is an answer as well.
        let result = try await Command("sh", ["-c", #""$0" "$@""#, program] + arguments).run()
        guard result.exitStatus == 0 else { throw ReaderError(reader: program, result) }
    }
}
