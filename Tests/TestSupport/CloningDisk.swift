package import SystemPackage

/// A disk whose file system lets files share their blocks (btrfs), in a file, mounted for one test.
package enum CloningDisk {
    /// Whether this process may mount one, and the kernel knows the file system; found out by trying.
    package static func isPermitted() async throws -> Bool {
        do {
            try await use { _ in }
            return true
        } catch is ReaderError {
            return false
        }
    }

    /// Makes the disk, mounts it, calls `body` with its directory, and unmounts it.
    package static func use(_ body: (FilePath) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let (image, mounted) = (directory.appending("image").string, try directory.making("mounted"))
            // As much as the file system needs at the least; what is not written takes no room.
            try await run("truncate", "-s", "128M", image)
            try await run("mkfs.btrfs", "-q", image)
            try await run("mount", "-o", "loop", image, mounted.string)
            do {
                try await body(mounted)
            } catch {
                _ = try await Command("umount", [mounted.string]).run()
                throw error
            }
            try await run("umount", mounted.string)
        }
    }

    private static func run(_ program: String, _ arguments: String...) async throws {
        // A shell, so that a program that is not there is an answer as well.
        let result = try await Command("sh", ["-c", #""$0" "$@""#, program] + arguments).run()
        guard result.exitStatus == 0 else { throw ReaderError(reader: program, result) }
    }
}
