internal import LinuxFiles
public import SystemPackage

/// The checkpoint of one document, open and locked: nobody else reads or writes it until this object goes.
///
/// What a crash leaves, and who mends it:
/// 1. While a record is written: a part of it at the end. Nobody was told that it is there; the next `record` cuts it off.
/// 2. After the file was made and before its first record: an empty file, or one without a whole header. It counts as none.
/// 3. While the log is written anew: the old log, whole, and a temporary; `CheckpointStore.clear` removes that.
public final class CheckpointLog {
    /// Which checkpoint it is.
    public private(set) var identifier: CheckpointIdentifier
    /// What it says.
    public private(set) var contents: CheckpointContents
    /// Where it stands.
    public var path: FilePath { folder.path.appending(name) }

    private let folder: Folder
    private var name: FilePath.Component { identifier.fileName }
    private let file: OpenFile
    /// Another file has the name, or none has: this one must not be written any more.
    private var isOver = false

    init(_ identifier: CheckpointIdentifier, in folder: consuming Folder, _ file: consuming OpenFile)
        throws(CheckpointError)
    {
        self.identifier = identifier
        let bytes: [UInt8]
        do throws(SystemCallError) { bytes = try file.readAll() } catch { throw CheckpointError(error) }
        contents = try CheckpointContents(bytes, of: folder.path.appending(identifier.fileName))
        self.folder = folder
        self.file = file
    }

    deinit {
        // Made for a change that was never recorded.
        if contents.header == nil, !isOver { try? folder.remove(name) }
    }

    /// Records a change: when this returns it is on the disk, and can be found there after a power cut (invariant 1).
    ///
    /// - Parameters:
    ///   - payload: what the change is, without line feeds; sealed, where the header says so.
    ///   - editCount: how many edits it makes.
    ///   - header: what the log begins with, if it is its first record.
    public func record(
        _ payload: [UInt8], editCount: Int, under header: @autoclosure () throws(CheckpointError) -> CheckpointHeader
    ) throws(CheckpointError) {
        if contents.header == nil {
            try begin(under: header(), payload, editCount: editCount)
        } else {
            try add(.change, count: editCount, payload: payload)
        }
    }

    /// Takes back the last `count` changes that count, and returns how many there were.
    public func undo(_ count: Int = 1) throws(CheckpointError) -> Int {
        let count = min(count, contents.changeCounts.applied)
        if count > 0 { try add(.undo, count: count) }
        return count
    }

    /// Makes the last `count` changes that were taken back again, and returns how many there were.
    public func redo(_ count: Int = 1) throws(CheckpointError) -> Int {
        let count = min(count, contents.changeCounts.undone)
        if count > 0 { try add(.redo, count: count) }
        return count
    }

    /// Notes, before a save, how the document will be known when all changes are in it: a save that was interrupted
    /// before its checkpoint was removed is then told from one that never took place.
    ///
    /// - Parameter state: one line.
    public func noteSaving(as state: String) throws(CheckpointError) {
        if contents.header != nil { try add(.saving, count: 1, payload: Array(state.utf8)) }
    }

    /// Writes the log anew, with another header and one change more, in one step; the last thing to be done with it.
    public func rewrite(
        under header: CheckpointHeader, adding payload: [UInt8], editCount: Int
    ) throws(CheckpointError) {
        try checkWritable()
        var contents = contents
        contents.header = header
        let (record, _) = LogRecord.bytes(
            .change, count: editCount, payload: payload, after: contents.lastChecksum)
        contents.append(record, kind: .change)
        try replace(with: contents.compacted(under: header))
    }

    /// Removes the checkpoint: its changes are in the document, on the disk, or nobody wants them (invariant 3).
    public func remove() throws(CheckpointError) {
        guard !isOver else { return }
        // A crash here, or a power cut soon after, leaves the log, and a later command finds what `noteSaving` noted.
        try translating { () throws(SystemCallError) in try folder.remove(name) }
        isOver = true
        try? AtomicReplacement.clearLeftover(of: path)
    }

    /// Gives the checkpoint of a document that was moved the identifier of its new path, which must have none yet.
    public func rename(to new: CheckpointIdentifier) throws(CheckpointError) {
        // A crash here leaves the old name or the new one; a power cut may bring the old one back, to be found again.
        try translating { () throws(SystemCallError) in try folder.renameToFree(name, to: new.fileName) }
        identifier = new
    }

    /// Keeps a log that cannot be read to its end out of the way, under another name; the last thing to be done with it.
    public func setAside() throws(CheckpointError) -> FilePath {
        let aside = identifier.asideName
        try translating { () throws(SystemCallError) in try folder.rename(name, to: aside) }
        isOver = true
        return folder.path.appending(aside)
    }

    // MARK: Writing

    private func checkWritable() throws(CheckpointError) {
        precondition(!isOver, "The log was removed or written anew.")
        if contents.isDamaged { throw .damaged(path, lostBytes: contents.lostBytes) }
    }

    private func begin(
        under header: CheckpointHeader, _ payload: [UInt8], editCount: Int
    ) throws(CheckpointError) {
        let beginning = CheckpointContents.beginning(header)
        let (record, _) = LogRecord.bytes(.change, count: editCount, payload: payload, after: beginning.checksum)
        let bytes = beginning.bytes + record
        let contents = try CheckpointContents(bytes, of: path)
        try write(bytes, at: 0)
        // A power cut before this returns may take the log's name; nobody has been told of the change.
        try translating { () throws(SystemCallError) in try folder.synchronize() }
        self.contents = contents
    }

    private func add(_ kind: LogRecord.Kind, count: Int, payload: [UInt8] = []) throws(CheckpointError) {
        try checkWritable()
        let (record, _) = LogRecord.bytes(kind, count: count, payload: payload, after: contents.lastChecksum)
        try write(record, at: contents.validLength)
        contents.append(record, kind: kind)
        if contents.isWorthCompacting, let header = contents.header {
            // The change is recorded: a log that cannot be made smaller now will be another time.
            try? replace(with: contents.compacted(under: header))
        }
    }

    /// Writes behind what can be read, and waits until it is on the disk; on an error the log is as it was.
    private func write(_ bytes: [UInt8], at end: Int) throws(CheckpointError) {
        do throws(SystemCallError) {
            // A crash here leaves the part of a record that was there, or none.
            if try file.status().size > end { try file.truncate(to: end) }
            do throws(SystemCallError) {
                // A crash here leaves a part of the record, and so may a power cut before this has returned.
                try file.write(bytes, at: end)
                try file.synchronizeData()
            } catch {
                // Should this fail as well, what is left at the end is a part, or a change that nobody was told of.
                try? file.truncate(to: end)
                throw error
            }
        } catch {
            throw CheckpointError(error)
        }
    }

    private func replace(with bytes: [UInt8]) throws(CheckpointError) {
        do throws(FileSaveError) {
            var new = try AtomicReplacement(replacing: path)
            try new.append(bytes)
            try new.finish(keepingAttributesOf: file).commit()
            isOver = true
        } catch {
            throw CheckpointError(error, at: path)
        }
    }
}
