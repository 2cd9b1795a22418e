internal import LinuxFiles
internal import SystemPackage

/// Waits for the lock of a log: tries, waits until the log is closed somewhere, and tries again, until the deadline.
enum CheckpointLock {
    private static let pause = Duration.milliseconds(10)

    /// - Parameter path: the path of the file to lock, named in errors.
    static func take(
        _ lock: FileLock, on file: borrowing OpenFile, at path: FilePath, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) {
        if try tryLock(lock, on: file, at: path) { return }
        // If the kernel has no more event queues, retrying now and then must do.
        let events = try? FileEvents()
        _ = try? events?.watch(file, for: .closed)
        while try !tryLock(lock, on: file, at: path) {
            let remaining = deadline - .now
            guard remaining > .zero else { throw .timedOut(path) }
            try translating { () throws(SystemCallError) in
                // Not all at once: of many waiting processes, each retries a little earlier or later.
                let news = try wait(for: [events], atMost: min(remaining, pause * Double.random(in: 0.5...1)))
                if news[0] { _ = try events?.read() }
            }
        }
    }

    /// Takes the lock that processes behind a mount of the directory see, too.
    ///
    /// - Parameter path: the path of the log.
    static func takeLockFile(
        on file: borrowing OpenFile, at path: FilePath, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CommitLock {
        do { return try CommitLock(on: file, at: path, appending: true, timeout: deadline - .now) } catch {
            throw CheckpointError(error, at: path)
        }
    }

    /// The same where the log is not open.
    static func takeLockFile(
        at path: FilePath, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CommitLock {
        let directory: OpenFile
        do { directory = try OpenFile(reading: path.removingLastComponent()) } catch { throw .systemCall(error) }
        return try takeLockFile(on: directory, at: path, until: deadline)
    }

    /// Waits until a process that may be replacing the log has done so, or removes what a dead one left.
    static func passLockFile(at path: FilePath, until deadline: ContinuousClock.Instant) throws(CheckpointError) {
        let lock = try takeLockFile(at: path, until: deadline)
        // Nobody writes any more to a log that is not there.
        if path.isAbsent { _ = lock.afterReplacement() }
    }

    private static func tryLock(
        _ lock: FileLock, on file: borrowing OpenFile, at path: FilePath
    ) throws(CheckpointError) -> Bool {
        do {
            return try file.tryLock(lock)
        } catch {
            guard error.saysNoLocks else { throw .systemCall(error) }
            // There, the lock file decides.
            guard FileSystem.mayHaveLocalLocks(at: path) else { throw .locksNotSupported(path) }
            return true
        }
    }
}
