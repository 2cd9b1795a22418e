package import SystemPackage

/// A disk of one mebibyte, in memory, mounted for one test.
package enum SmallDisk {
    package static let size = 1 << 20

    /// Whether this process may mount; found out by trying.
    package static func isPermitted() async throws -> Bool {
        do {
            try await use { _ in }
            return true
        } catch is ReaderError {
            return false
        }
    }

    /// Mounts the disk, calls `body` with its directory, and unmounts it.
    package static func use(_ body: (FilePath) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let mount = try await Command("mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", directory.string])
                .run()
            guard mount.exitStatus == 0 else { throw ReaderError(reader: "mount", mount) }
            do {
                try await body(directory)
            } catch {
                _ = try await Command("umount", [directory.string]).run()
                throw error
            }
            _ = try await Command("umount", [directory.string]).run()
        }
    }
}
