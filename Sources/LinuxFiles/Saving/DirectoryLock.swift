package import SystemPackage

/// The lock of a directory, flock(2): whoever adds files to it or renews them shares it, and whoever removes files has it alone. It ends
/// with this object.
package final class DirectoryLock: Sendable {
    private let directory: OpenFile

    /// Takes the lock; `nil` if others hold it until the deadline, or if the path leads to another directory by now.
    package init?(
        _ kind: FileLock, on path: FilePath, until deadline: ContinuousClock.Instant = .now
    ) throws(SystemCallError) {
        directory = try OpenFile(reading: path)
        while try !change(to: kind) {
            guard ContinuousClock.now < deadline else { return nil }
            _ = try wait(for: [], atMost: .milliseconds(2))
        }
    }

    /// Takes the lock in another way, without waiting; returns whether it has it now. In between, another process may have it.
    package func change(to kind: FileLock) throws(SystemCallError) -> Bool {
        guard try directory.tryLock(kind), let named = try FileStatus(ifThere: directory.path) else { return false }
        return try directory.status().identity == named.identity
    }

    // Otherwise a program that another thread is just starting would keep the lock a moment longer.
    deinit { try? directory.unlock() }
}
