internal import LinuxFiles
public import SystemPackage

/// The directory where one user's checkpoints are: one file for each document, readable by nobody else.
public struct CheckpointStore: Sendable {
    /// The directory, `checkpoints` in the data directory; it need not be there.
    public let directory: FilePath
    /// How long to wait for a checkpoint that another process is writing.
    public var timeout: Duration

    /// - Parameter dataDirectory: where the user keeps data of programs; what is missing of it is made when a change is recorded.
    public init(dataDirectory: FilePath, timeout: Duration = .seconds(30)) {
        directory = dataDirectory.appending("checkpoints")
        self.timeout = timeout
    }

    /// Where a checkpoint stands, or would.
    public func path(of identifier: CheckpointIdentifier) -> FilePath { directory.appending(identifier.fileName) }

    /// Opens a document's checkpoint to write it, and makes an empty one where there is none.
    ///
    /// An empty one is removed with the log that is returned, unless a change was recorded.
    public func log(_ identifier: CheckpointIdentifier) throws(CheckpointError) -> CheckpointLog {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let log = try existingLog(identifier, until: deadline) { return log }
            try makeDirectory()
            if let log = try newLog(identifier, until: deadline) { return log }
            // Others made it and removed it again, all in between.
            try checkTime(identifier, until: deadline)
        }
    }

    /// Opens a document's checkpoint to write it; `nil` where there is none.
    public func existingLog(_ identifier: CheckpointIdentifier) throws(CheckpointError) -> CheckpointLog? {
        try existingLog(identifier, until: .now + timeout)
    }

    /// What a document's checkpoint says; `nil` where there is none.
    public func contents(_ identifier: CheckpointIdentifier) throws(CheckpointError) -> CheckpointContents? {
        let deadline = ContinuousClock.now + timeout
        while let parent = try openDirectory(), let file = try openFile(identifier.fileName, in: parent, for: .reading)
        {
            if let bytes = try lockedBytes(identifier, file, in: parent, until: deadline) {
                let contents = try CheckpointContents(bytes, of: path(of: identifier))
                return contents.header == nil ? nil : contents
            }
            try checkTime(identifier, until: deadline)
        }
        return nil
    }

    /// What a checkpoint belongs to, found out without reading the rest or waiting for its lock; `nil` where that is not to be had.
    public func header(_ identifier: CheckpointIdentifier) -> CheckpointHeader? {
        guard let parent = try? openDirectory(),
            let file = try? openFile(identifier.fileName, in: parent, for: .reading),
            let beginning = try? file.read(at: 0, count: 1 << 14)
        else { return nil }
        return CheckpointContents.header(beginning)
    }

    /// The checkpoints that are there, in no order, also such as cannot be read.
    public func identifiers() throws(CheckpointError) -> [CheckpointIdentifier] {
        guard try openDirectory() != nil else { return [] }
        let names = try translating { () throws(SystemCallError) in try PrivateDirectory.names(in: directory) }
        return names.compactMap(CheckpointIdentifier.init(fileName:))
    }
}
