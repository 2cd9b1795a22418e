internal import LinuxFiles
public import SystemPackage

/// The directory of one user's checkpoints: one file for each document, readable by nobody else.
public struct CheckpointStore: Sendable {
    /// The directory, `checkpoints` in the data directory; it need not exist.
    public let directory: FilePath
    /// How long to wait for a checkpoint that another process is writing.
    public var timeout: Duration

    /// - Parameters:
    ///   - dataDirectory: the directory of a program's data; missing directories are created when a change is recorded. A
    ///     relative path is that of now, even if the working directory changes later.
    ///   - timeout: how long to wait for a checkpoint that another process is writing.
    public init(dataDirectory: FilePath, timeout: Duration = .seconds(30)) {
        let working = dataDirectory.isRelative ? try? FilePath(".").resolvingLinks() : nil
        directory = (working?.pushing(dataDirectory) ?? dataDirectory).appending("checkpoints")
        self.timeout = timeout
    }

    /// The store of what was saved: changes that can be taken back.
    public var history: CheckpointStore { CheckpointStore(historyBeside: self) }

    private init(historyBeside store: CheckpointStore) {
        directory = store.directory.removingLastComponent().appending("history")
        timeout = store.timeout
    }

    /// Returns the store in the user's data directory, as the XDG Base Directory Specification places it:
    /// `$XDG_DATA_HOME/PROGRAM`, else `~/.local/share/PROGRAM`.
    ///
    /// - Parameters:
    ///   - program: the name of the program's directory. `pdfco`, the default, shares the unsaved changes to
    ///     documents with the command `pdfco`, and heeds `PDFCO_DATA_DIR` before the other variables, as it does.
    ///   - timeout: how long to wait for a checkpoint that another process is writing.
    /// - Throws: ``CheckpointError/noDataDirectory`` if none of the variables, nor `HOME`, is set.
    public static func standard(
        of program: FilePath.Component = "pdfco", timeout: Duration = .seconds(30)
    ) throws(CheckpointError) -> CheckpointStore {
        let chosen = program == "pdfco" ? ThisProcess.environmentPath("PDFCO_DATA_DIR") : nil
        let directory =
            chosen ?? ThisProcess.environmentPath("XDG_DATA_HOME")?.appending(program)
            ?? ThisProcess.environmentPath("HOME")?.pushing(".local/share").appending(program)
        guard let directory else { throw .noDataDirectory }
        return CheckpointStore(dataDirectory: directory, timeout: timeout)
    }

    /// Whether there is no directory, so that this user has recorded nothing.
    package var isMissing: Bool { [.noSuchFileOrDirectory, .notDirectory].contains(obstacle) }

    /// Whether this user may not enter the directory, or one above it.
    package var isForbidden: Bool { obstacle == .permissionDenied }

    private var obstacle: Errno? {
        do {
            // A name in it, which need not exist, is looked up only by those who may enter it.
            _ = try FileStatus(of: directory.appending("."), followingLink: false)
            return nil
        } catch { return Errno(rawValue: error.errno) }
    }

    /// Returns the path of a checkpoint, which need not exist.
    public func path(of identifier: CheckpointIdentifier) -> FilePath { directory.appending(identifier.fileName) }

    /// Opens a document's checkpoint for writing, and creates an empty one if there is none.
    ///
    /// An empty checkpoint is removed when the returned log is released, unless a change was recorded.
    ///
    /// - Throws: ``CheckpointError/timedOut(_:)`` if another process holds it for longer than ``timeout``;
    ///   ``CheckpointError/notTrusted(_:_:)`` if others may read or write it; or the reason why it cannot be read.
    public func log(_ identifier: CheckpointIdentifier) throws(CheckpointError) -> CheckpointLog {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let log = try lockedLog(identifier, until: deadline) { return log }
            try makeDirectory()
            if let log = try lockedLog(identifier, creating: true, until: deadline) { return log }
            try checkTime(identifier, until: deadline)
        }
    }

    /// Opens a document's checkpoint for writing; `nil` if there is none.
    ///
    /// - Throws: ``CheckpointError/timedOut(_:)`` if another process holds it for longer than ``timeout``;
    ///   ``CheckpointError/notTrusted(_:_:)`` if others may read or write it; or the reason why it cannot be read.
    public func existingLog(_ identifier: CheckpointIdentifier) throws(CheckpointError) -> CheckpointLog? {
        try lockedLog(identifier, until: .now + timeout)
    }

    /// Returns the contents of a document's checkpoint; `nil` if there is none.
    ///
    /// - Throws: ``CheckpointError/timedOut(_:)`` if another process holds it for longer than ``timeout``;
    ///   ``CheckpointError/notTrusted(_:_:)`` if others may read or write it; or the reason why it cannot be read.
    public func contents(_ identifier: CheckpointIdentifier) throws(CheckpointError) -> CheckpointContents? {
        let (name, path, deadline) = (identifier.fileName, path(of: identifier), ContinuousClock.now + timeout)
        var contents: CheckpointContents?
        while let parent = try openDirectory(), let file = try openFile(name, in: parent, for: .reading) {
            try CheckpointLock.take(.shared, on: file, at: path, until: deadline)
            // Else it was removed or rewritten meanwhile.
            if try translating(parent.names(name, file)) {
                contents = try CheckpointContents(CheckpointContents.bytes(of: file, at: path), of: path)
                break
            }
            try checkTime(identifier, until: deadline)
        }
        // A process whose lock is not seen may just be writing the log.
        if contents.map({ $0.header == nil || $0.lostBytes > 0 }) ?? true,
            AtomicReplacement.isUnderWayElsewhere(at: path)
        {
            contents = try lockedLog(identifier, until: deadline)?.contents
        }
        return contents?.header == nil ? nil : contents
    }

    /// Returns a checkpoint's header without reading the rest or waiting for its lock; `nil` if it is not available.
    public func header(_ identifier: CheckpointIdentifier) -> CheckpointHeader? {
        (try? foundHeader(identifier)) ?? nil
    }

    /// Returns a checkpoint's header likewise; `nil` if this user has not written one.
    package func foundHeader(_ identifier: CheckpointIdentifier) throws(CheckpointError) -> CheckpointHeader? {
        try lookingUp { () throws(CheckpointError) in
            guard let parent = try openDirectory(),
                let file = try openFile(identifier.fileName, in: parent, for: .reading)
            else { return nil }
            return CheckpointContents.header(try finding(file.read(at: 0, count: LogLimits.headerEnd)))
        }
    }

    /// Returns all checkpoints, in no particular order, including unreadable ones.
    ///
    /// - Throws: ``CheckpointError/notTrusted(_:_:)`` if others may read or write the directory.
    public func identifiers() throws(CheckpointError) -> [CheckpointIdentifier] {
        guard try openDirectory() != nil else { return [] }
        return try finding(PrivateDirectory.names(in: directory)).compactMap(CheckpointIdentifier.init(fileName:))
    }
}
