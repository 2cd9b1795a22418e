import Glibc
import SystemPackage

/// A file beside a document that only one process can create, so that the server decides who commits (invariant 9).
///
/// For file systems where locks may be known to one machine alone. A process that finds a dead holder's file old by the
/// server's own clock removes it; a holder that was only slow notices before it publishes (`renew`), or finds that the
/// name from which it publishes is gone: whoever takes the lock clears such names first.
struct LockFile: ~Copyable, Sendable {
    private let directory: Directory
    private let name: FilePath.Component
    private let path: FilePath
    /// The text that only this holder has written into the file.
    private let token: [UInt8]

    /// The age in seconds at which the file is old. A holder renews it when it begins and before each step that
    /// publishes; no step takes that long.
    static let abandonedAge = 15

    private init(_ directory: consuming Directory, _ name: FilePath.Component, _ path: FilePath, _ token: [UInt8]) {
        self.directory = directory
        (self.name, self.path, self.token) = (name, path, token)
    }

    deinit {
        // A crash before this leaves the file, which others remove when it is old.
        if (try? renew()) != nil { try? directory.remove(name) }
    }

    /// Whether there is such a file beside `target`, however old.
    static func exists(besides target: FilePath) -> Bool {
        guard let name = target.lastComponent.map(TemporaryName.lock) else { return false }
        return (try? FileStatus(of: target.removingLastComponent().appending(name), followingLink: false)) != nil
    }

    /// Whether a process that knows only lock files may be saving `target`, to one that knows others. An old file is
    /// removed, and what its holder was about to publish; one that may not be removed is as good as none.
    static func isHeld(besides target: FilePath) throws(FileSaveError) -> Bool {
        // Most often there is none, and this is all.
        guard exists(besides: target), let targetName = target.lastComponent else { return false }
        do throws(SystemCallError) {
            let directory = try Directory(target.removingLastComponent())
            do throws(SystemCallError) {
                let name = TemporaryName.lock(for: targetName)
                guard try clearOld(name, in: directory, besides: targetName) else { return true }
            } catch {
                guard [EACCES, EPERM].contains(error.errno) else { throw error }
            }
            try Leftovers.clear(besides: targetName, in: directory)
            return false
        } catch { throw .systemCall(error) }
    }

    /// Creates the file; `nil` if there is one already, which is removed if it is old, and while another process publishes.
    static func created(for target: FilePath) throws(FileSaveError) -> LockFile? {
        guard let targetName = target.lastComponent else { return nil }
        let name = TemporaryName.lock(for: targetName)
        let directory = try saving(Directory(target.removingLastComponent()))
        let token = Array(TemporaryName.randomDigits().utf8)
        do {
            // A crash here leaves the file, empty or not, which others remove when it is old.
            let file = try OpenFile(name, in: directory, for: .creating)
            try file.write(token, at: 0)
        } catch {
            guard error.errno == EEXIST else { throw .systemCall(error) }
            _ = try saving(clearOld(name, in: directory, besides: targetName))
            return nil
        }
        let file = LockFile(directory, name, target, token)
        do throws(SystemCallError) {
            try Leftovers.clear(besides: targetName, in: file.directory)
        } catch {
            guard error.errno == EBUSY else { throw .systemCall(error) }
            return nil
        }
        return file
    }

    /// Checks that the file is the one that this process created, and renews it; `busy` if another process removed it.
    func renew() throws(FileSaveError) {
        do throws(SystemCallError) {
            let file = try OpenFile(name, in: directory, for: .updating)
            guard try file.readAll() == token else { throw SystemCallError(call: "read", errno: ENOENT, path: path) }
            // A crash here leaves the file as it was, renewed or not.
            try file.write(token, at: 0)
        } catch {
            throw error.errno == ENOENT ? .busy(path) : .systemCall(error)
        }
    }

    /// Removes the file of a holder that has not renewed it for long; false if there is still one. If several processes
    /// do this at once, each moves the file to a name of its own and checks what it got: anything but the old file goes
    /// back.
    private static func clearOld(
        _ name: FilePath.Component, in directory: borrowing Directory, besides target: FilePath.Component
    ) throws(SystemCallError) -> Bool {
        guard let old = try directory.status(of: name), old.kind == .regular else { return true }
        guard try directory.serverTime() - old.modificationTime.seconds > abandonedAge else { return false }
        let aside = TemporaryName.random(for: target)
        do {
            // A crash here leaves the old file under a name that is cleared like any temporary.
            try directory.rename(name, to: aside)
        } catch {
            // Another process was first.
            guard error.errno == ENOENT else { throw error }
            return false
        }
        let moved = try directory.status(of: aside)
        let isOld = moved?.identity == old.identity && moved?.modificationTime == old.modificationTime
        if !isOld {
            do {
                // If another process has created one meanwhile, the holder of this one notices before it publishes.
                try directory.renameToFree(aside, to: name)
            } catch {
                guard error.errno == EEXIST else { throw error }
            }
        }
        // An error is ignored: the file went back under its name, or else is cleared like any temporary.
        try? directory.remove(aside)
        return isOld
    }
}
