public import Checkpointing
internal import Crypto
public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// The directory where one user's versions of documents are: one directory for each document, readable by nobody else.
///
/// A version is two files: `ID.pdf`, all bytes of the document as it was, and `ID.json`, what is told of it. What a crash leaves,
/// and who mends it:
/// 1. While a version is added: nothing, a temporary, or bytes of which nothing is told. None of them counts as a version.
/// 2. While one is removed: the version, or one of its files, which does not count.
/// ``clear()`` removes all these, and so does whoever adds the next version of the same document.
public struct VersionStore: Sendable {
    /// The directory, `versions` in the data directory; it need not be there.
    public let directory: FilePath
    /// Tells presenters of versions that come and go; `nil` tells nobody.
    public var coordinator: FileCoordinator?

    /// - Parameter dataDirectory: where the user keeps data of programs; what is missing of it is made when a version is added.
    public init(dataDirectory: FilePath, coordinator: FileCoordinator? = nil) {
        directory = dataDirectory.appending("versions")
        self.coordinator = coordinator
    }

    /// The versions in the same data directory as the checkpoints.
    public init(beside checkpoints: CheckpointStore, coordinator: FileCoordinator? = nil) {
        self.init(dataDirectory: checkpoints.directory.removingLastComponent(), coordinator: coordinator)
    }

    /// Where the versions of a document are, or would be; the path is absolute, with links followed.
    func directory(of document: FilePath) -> FilePath {
        directory.appending(CheckpointIdentifier(for: document).description)
    }

    /// Whether a directory is there, and this user's alone.
    func isTrusted(_ directory: FilePath) throws(DocumentError) -> Bool {
        let status: FileStatus
        do throws(SystemCallError) {
            status = try FileStatus(of: directory, followingLink: false)
        } catch {
            guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw DocumentError(error) }
            return false
        }
        if let distrust = CheckpointError.UntrustedReason(status, asKind: .directory) {
            throw DocumentError(.checkpoint(.notTrusted(directory, distrust)), directory)
        }
        return true
    }

    /// The directories of all documents that have versions.
    func directories() throws(DocumentError) -> [FilePath] {
        guard try isTrusted(directory) else { return [] }
        let names = try translatingSystemCalls { () throws(SystemCallError) in try PrivateDirectory.names(in: directory)
        }
        var directories: [FilePath] = []
        for name in names.sorted(by: { $0.string < $1.string }) where try isTrusted(directory.appending(name)) {
            directories.append(directory.appending(name))
        }
        return directories
    }

    /// Removes what processes that died have left.
    ///
    /// - Returns: how many files were removed.
    @discardableResult
    public func clear() throws(DocumentError) -> Int {
        var removed = 0
        for directory in try directories() {
            // Where somebody adds a version at this moment, what looks like a leftover may be a part of that.
            guard let lock = try? OpenFile(reading: directory), (try? lock.tryLock(.exclusive)) == true else {
                continue
            }
            removed += try clear(directory)
            PrivateDirectory.removeIfEmpty(directory)
        }
        return removed
    }

    /// Removes what is no version from the directory of one document, which is locked.
    func clear(_ directory: FilePath) throws(DocumentError) -> Int {
        let names = try translatingSystemCalls { () throws(SystemCallError) in try PrivateDirectory.names(in: directory)
        }
        let all = Set(names)
        var removed = 0
        for name in names {
            let isAlone = VersionName(name).map { !all.isSuperset(of: [$0.contents, $0.record]) } ?? false
            if isAlone {
                directory.appending(name).removeName()
                removed += 1
            } else if (try? AtomicReplacement.clearLeftover(named: name, in: directory)) == true {
                removed += 1
            }
        }
        return removed
    }

    // MARK: Telling

    enum News { case gained, lost, resolved }

    /// Tells all presenters of a document about a version; nobody relies on their hearing it.
    func tell(_ news: News, _ version: FileVersion) {
        let identifier = FileVersionIdentifier(rawValue: version.persistentIdentifier)
        switch news {
        case .gained: try? coordinator?.item(at: version.document, didGain: identifier)
        case .lost: try? coordinator?.item(at: version.document, didLose: identifier)
        case .resolved: try? coordinator?.item(at: version.document, didResolve: identifier)
        }
    }
}

/// The names of the two files that a version is.
struct VersionName {
    let identifier: String

    init(identifier: String) { self.identifier = identifier }

    /// A new one, in eight hexadecimal digits, which a person can type: it follows from what the bytes are known by.
    ///
    /// - Parameter attempt: counts on where other versions have the names before.
    init(for fingerprint: [UInt8], attempt: Int) {
        identifier = SHA256.hash(data: fingerprint + Array(String(attempt).utf8)).prefix(4).hexadecimal
    }

    /// `nil` for what is no file of a version.
    init?(_ name: FilePath.Component) {
        guard ["pdf", "json"].contains(name.extension), name.stem.utf8.count == 8,
            name.stem.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        identifier = name.stem
    }

    var contents: FilePath.Component { FilePath.Component(identifier + ".pdf")! }
    var record: FilePath.Component { FilePath.Component(identifier + ".json")! }
}
