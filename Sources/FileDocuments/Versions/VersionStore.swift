public import Checkpointing
internal import Cryptography
public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// The directory with one user's versions of documents: one subdirectory for each document, readable by that user only.
///
/// A version consists of two files: all bytes of the document as it was, in `ID` with the document's extension, or `bytes` for an
/// extension, and `ID.json`, its metadata. What a
/// crash leaves, and how it is cleaned up:
/// 1. While a version is added: nothing, a temporary file, or bytes without metadata. None of them counts as a version.
/// 2. While a version is removed: the version, or one of its files, which does not count as a version.
/// ``clear()`` removes all of these, and so does adding the next version of the same document.
public struct VersionStore: Sendable {
    /// The directory, `versions` in the data directory; it need not exist.
    public let directory: FilePath
    /// Notifies presenters of versions that are added, removed or resolved; `nil` notifies none.
    public var coordinator: FileCoordinator?

    /// How many versions of a document are kept that saves have replaced; 0 removes none. Of those that were asked for, ten stay in any case.
    package var keptCount = 0

    /// - Parameters:
    ///   - dataDirectory: the user's data directory; missing components are created when a version is added.
    ///   - coordinator: for the removal of versions; `nil` does not coordinate it.
    public init(dataDirectory: FilePath, coordinator: FileCoordinator? = nil) {
        directory = dataDirectory.appending("versions")
        self.coordinator = coordinator
    }

    /// Creates a store in the same data directory as the checkpoints.
    public init(beside checkpoints: CheckpointStore, coordinator: FileCoordinator? = nil) {
        self.init(dataDirectory: checkpoints.directory.removingLastComponent(), coordinator: coordinator)
    }

    /// Returns the directory for the versions of a document, whose path is absolute, with symbolic links followed.
    package func directory(of document: FilePath) -> FilePath {
        directory.appending(CheckpointIdentifier(for: document).description)
    }

    /// Whether a directory exists; throws if it is not private to this user.
    func isTrusted(_ directory: FilePath) throws(DocumentError) -> Bool {
        let status: FileStatus
        do {
            status = try FileStatus(of: directory, followingLink: false)
        } catch {
            guard error.saysNothingIsThere else { throw DocumentError(error) }
            return false
        }
        if let distrust = CheckpointError.UntrustedReason(status, asKind: .directory) {
            throw DocumentError(.checkpoint(.notTrusted(directory, distrust)), directory)
        }
        return true
    }

    /// Returns the directories of all documents that have versions.
    func directories() throws(DocumentError) -> [FilePath] {
        guard try isTrusted(directory) else { return [] }
        let names = try translating {
            try PrivateDirectory.names(in: directory)
        }
        var directories: [FilePath] = []
        for name in names.sorted(by: { $0.string < $1.string }) where try isTrusted(directory.appending(name)) {
            directories.append(directory.appending(name))
        }
        return directories
    }

    /// Waits for the lock under which versions of a document, whose path is absolute, are added and renewed: until it ends, nobody
    /// removes any. The document's directory is created if needed, and cleared.
    func lockToAdd(ofItemAt document: FilePath) throws(DocumentError) -> DirectoryLock {
        let (path, deadline) = (self.directory(of: document), ContinuousClock.now + CommitLock.usualTimeout)
        while true {
            let isThere = try isTrusted(directory) ? try isTrusted(path) : false
            if !isThere {
                try translating { try PrivateDirectory.makeDurably(path) }
            }
            do {
                if let lock = try DirectoryLock(.exclusive, on: path) {
                    _ = try clear(path)
                    if try lock.change(to: .shared) { return lock }
                }
                if let lock = try DirectoryLock(.shared, on: path) { return lock }
            } catch {
                // Another process has removed it since.
                let error = DocumentError(error)
                guard error.situation == .noSuchFile else { throw error }
            }
            guard ContinuousClock.now < deadline else { throw DocumentError(.busy, document) }
            _ = try translating { try wait(for: [], atMost: .milliseconds(2)) }
        }
    }

    /// Removes files left by processes that died.
    ///
    /// - Returns: the number of files removed.
    @discardableResult
    public func clear() throws(DocumentError) -> Int {
        var removed = 0
        for directory in try directories() {
            // If another process is adding a version, what looks like a leftover may be part of it.
            guard let lock = try? DirectoryLock(.exclusive, on: directory) else { continue }
            removed += try clear(directory)
            PrivateDirectory.removeIfEmpty(directory)
            withExtendedLifetime(lock) {}
        }
        return removed
    }

    /// Removes everything that is not a version from the directory of one document, which is locked. Where locks may be local, another
    /// process may just be adding it.
    func clear(_ directory: FilePath) throws(DocumentError) -> Int {
        guard !FileSystem.mayHaveLocalLocks(at: directory) else { return 0 }
        let names = try translating {
            try PrivateDirectory.names(in: directory)
        }
        let all = Set(VersionName.all(in: names).map(\.identifier))
        var removed = 0
        for name in names {
            if let identifier = VersionName.identifier(in: name), !all.contains(identifier) {
                directory.appending(name).removeName()
                removed += 1
            } else if (try? AtomicReplacement.clearLeftover(named: name, in: directory)) == true {
                removed += 1
            }
        }
        return removed
    }

    // MARK: Notifying presenters

    enum Event { case gained, lost, resolved }

    /// Notifies all presenters of a document about a version, on a best-effort basis.
    func notify(_ event: Event, _ version: FileVersion) {
        let identifier = FileVersionIdentifier(rawValue: version.persistentIdentifier)
        switch event {
        case .gained: try? coordinator?.item(at: version.document, didGain: identifier)
        case .lost: try? coordinator?.item(at: version.document, didLose: identifier)
        case .resolved: try? coordinator?.item(at: version.document, didResolve: identifier)
        }
    }
}
