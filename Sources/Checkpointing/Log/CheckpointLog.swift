internal import LinuxFiles
public import SystemPackage

/// The checkpoint of one document, open and locked: nobody else reads or writes it until this object goes.
///
/// What a crash leaves, and who mends it:
/// 1. While records are written: some of them and a part of one at the end. Nobody was told that they are there. Those that
///    are whole count; the next record cuts the part off.
/// 2. After the file was made and before its first change: an empty file, or one without a whole header and change. It counts
///    as none; the next record begins it anew, and `CheckpointStore.clear` removes it.
/// 3. While the log is written anew: the old log, whole, and a temporary, which `CheckpointStore.clear` removes; or the new
///    one, whole.
public final class CheckpointLog {
    /// Which checkpoint it is.
    public private(set) var identifier: CheckpointIdentifier
    /// What it says.
    public private(set) var contents: CheckpointContents
    /// Where it stands.
    public var path: FilePath { directory.path.appending(name) }

    let directory: Directory
    private var name: FilePath.Component { identifier.fileName }
    private var index: CheckpointIndex { CheckpointIndex(beside: directory.path) }
    private var file: OpenFile
    /// The name was taken from the file: it must not be written any more.
    private var isOver = false
    /// Why nothing more can be recorded, where the disk left in doubt which file has the name.
    private var failure: CheckpointError?
    /// Whether what is recorded is on the disk when the recording returns; otherwise a power cut may take it, but not a crash
    /// of this process, until ``synchronize()`` or the next record that is synchronized.
    public var synchronizes = true
    /// So many records of no use are left in the log before it is written anew.
    var toleratedRecords = 1000

    init(_ identifier: CheckpointIdentifier, in directory: consuming Directory, _ file: consuming OpenFile)
        throws(CheckpointError)
    {
        self.identifier = identifier
        let bytes: [UInt8]
        let path = directory.path.appending(identifier.fileName)
        bytes = try CheckpointContents.bytes(of: file, at: path)
        contents = try CheckpointContents(bytes, of: path)
        self.directory = directory
        self.file = file
    }

    deinit {
        // Made for a change that was never recorded.
        if contents.header == nil, !isOver, (try? directory.names(name, file)) == true { try? directory.remove(name) }
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
        try record([CheckpointedChange(payload: payload, editCount: editCount)], under: header())
    }

    /// Records changes together, as one; a crash before this returns may leave the first of them without the others.
    func record(
        _ changes: [CheckpointedChange], under header: @autoclosure () throws(CheckpointError) -> CheckpointHeader
    ) throws(CheckpointError) {
        try checkWritable()
        if contents.header == nil {
            try begin(under: header(), changes)
        } else {
            try add { log in log.add(changes) }
        }
    }

    /// Makes everything that was recorded durable, whoever recorded it.
    public func synchronize() throws(CheckpointError) {
        try translating { () throws(SystemCallError) in
            try file.synchronizeData()
            try directory.synchronize()
        }
    }

    /// Takes back the last `count` changes that count, and returns how many there were.
    public func undo(_ count: Int = 1) throws(CheckpointError) -> Int {
        let count = min(count, contents.changeCounts.applied)
        if count > 0 { try add { log in log.add(.undo, count) } }
        return count
    }

    /// Makes the last `count` changes that were taken back again, and returns how many there were.
    public func redo(_ count: Int = 1) throws(CheckpointError) -> Int {
        let count = min(count, contents.changeCounts.undone)
        if count > 0 { try add { log in log.add(.redo, count) } }
        return count
    }

    /// Notes, before a save, how the document will be known when all changes are in it: a save that was interrupted
    /// before its checkpoint was removed is then told from one that never took place.
    ///
    /// - Parameter state: one line.
    public func noteSaving(as state: String) throws(CheckpointError) {
        if contents.header != nil { try add { log in log.add(.saving, 1, Array(state.utf8)) } }
    }

    /// Writes the log anew, with another header and one change more, in one step: what was taken back is gone.
    public func rewrite(
        under header: CheckpointHeader, adding payload: [UInt8], editCount: Int
    ) throws(CheckpointError) {
        let change = CheckpointedChange(payload: payload, editCount: editCount)
        try rewrite(under: header, adding: change)
    }

    /// Writes the log anew with another header, in one step.
    public func rewrite(under header: CheckpointHeader) throws(CheckpointError) {
        try rewrite(under: header, adding: nil)
    }

    private func rewrite(
        under header: CheckpointHeader, adding change: CheckpointedChange?
    ) throws(CheckpointError) {
        try checkWritable()
        let old = contents.header
        index.add(identifier, header)
        try replace(with: contents.compacted(under: header, adding: change))
        // A crash before this leaves an entry that the header belies.
        if let old { index.remove(identifier, old, keeping: header) }
    }

    /// Removes the checkpoint: its changes are in the document, on the disk, or nobody wants them (invariant 3).
    public func remove() throws(CheckpointError) {
        guard !isOver else { return }
        removeBase()
        // A crash here, or a power cut soon after, leaves the log, and a later command finds what `noteSaving` noted.
        try translating { () throws(SystemCallError) in try directory.remove(name) }
        isOver = true
        if let header = contents.header { index.remove(identifier, header) }
        try? AtomicReplacement.clearLeftover(of: path)
    }

    /// Gives the checkpoint of a document that was moved the identifier of its new path, which must have none yet.
    public func rename(to new: CheckpointIdentifier) throws(CheckpointError) {
        if let header = contents.header { index.add(new, header) }
        // A crash here leaves the old name or the new one; a power cut may bring the old one back, to be found again.
        try giveFreeName(new.fileName)
        moveBase(to: new)
        if let header = contents.header { index.remove(identifier, header) }
        identifier = new
    }

    /// Keeps a log that cannot be read to its end out of the way, under another name; the last thing to be done with it.
    ///
    /// - Returns: where it is: what was set aside before is kept, too.
    public func setAside() throws(CheckpointError) -> FilePath {
        removeBase()
        var attempt = 1
        while true {
            let aside = identifier.asideName(attempt)
            do throws(CheckpointError) {
                try giveFreeName(aside)
            } catch {
                guard case .systemCall(let cause) = error, Errno(rawValue: cause.errno) == .fileExists else {
                    throw error
                }
                attempt += 1
                continue
            }
            isOver = true
            if let header = contents.header { index.remove(identifier, header) }
            // A power cut before this returns may bring the old name back, where the log is found again.
            try translating { () throws(SystemCallError) in try directory.synchronize() }
            return directory.path.appending(aside)
        }
    }

    private func giveFreeName(_ new: FilePath.Component) throws(CheckpointError) {
        do throws(SystemCallError) {
            try directory.renameToFree(name, to: new)
            // A crash here leaves both names where the file system had to make a link: one log that is found twice.
            if try directory.names(name, file) { try directory.remove(name) }
        } catch {
            throw .systemCall(error)
        }
    }

    // MARK: Letting others in

    /// Whether it can be parked, to be gone on with later.
    package var isContinuable: Bool { !isOver && failure == nil && contents.header != nil && !contents.isDamaged }

    /// Lets others read and write the log until `resume`, and keeps what was read of it.
    package func park() throws(CheckpointError) {
        try translating { () throws(SystemCallError) in try file.unlock() }
    }

    /// Waits for the log, and reads what others have added.
    ///
    /// - Returns: `false` where it was removed or written anew, and this object is of no more use.
    package func resume(until deadline: ContinuousClock.Instant) throws(CheckpointError) -> Bool {
        try CheckpointLock.take(.exclusive, on: file, at: path, until: deadline)
        do throws(SystemCallError) {
            let size = try file.status().size
            // What was read stays: as long as a file is the log, it only grows.
            guard try directory.names(name, file), size >= contents.validLength, failure == nil,
                size <= CheckpointContents.greatestLength
            else {
                isOver = true
                return false
            }
            if size != contents.validLength || contents.lostBytes > 0 {
                contents.continued(
                    with: try file.read(at: contents.validLength, count: size - contents.validLength))
            }
            return true
        } catch {
            throw .systemCall(error)
        }
    }

    // MARK: Writing

    private func checkWritable() throws(CheckpointError) {
        precondition(!isOver, "The log was removed or set aside.")
        if let failure { throw failure }
        if contents.isDamaged { throw .damaged(path, lostBytes: contents.lostBytes) }
    }

    private func begin(under header: CheckpointHeader, _ changes: [CheckpointedChange]) throws(CheckpointError) {
        var log = LogBytes(beginningUnder: header)
        log.add(changes)
        let contents = try CheckpointContents(log.bytes, of: path)
        // Before the log: once a change is acknowledged, its file leads to it.
        index.add(identifier, header)
        do throws(CheckpointError) {
            try write(log.bytes, at: 0)
        } catch {
            index.remove(identifier, header)
            throw error
        }
        // A power cut before this returns may take the log's name; nobody has been told of the change.
        if synchronizes { try translating { () throws(SystemCallError) in try directory.synchronize() } }
        self.contents = contents
    }

    private func add(_ records: (inout LogBytes) -> Void) throws(CheckpointError) {
        try checkWritable()
        var log = LogBytes(after: contents.lastChecksum)
        records(&log)
        try write(log.bytes, at: contents.validLength)
        contents.continued(with: log.bytes)
        if contents.uselessRecords > toleratedRecords, let header = contents.header {
            do throws(CheckpointError) {
                try replace(with: contents.compacted(under: header))
            } catch {
                // What was recorded is on the disk: a log that cannot be made smaller now will be another time.
                toleratedRecords = 2 * contents.uselessRecords
            }
        }
    }

    /// Writes behind what can be read, and waits until it is on the disk; on an error the log is as it was.
    private func write(_ bytes: [UInt8], at end: Int) throws(CheckpointError) {
        guard bytes.count <= CheckpointContents.greatestLength - end else { throw .full(path) }
        do throws(SystemCallError) {
            // A crash here leaves the part of a record that was there, or none.
            if try file.status().size > end { try file.truncate(to: end) }
            do throws(SystemCallError) {
                // A crash here leaves a part of the records, and so may a power cut before this has returned.
                try file.write(bytes, at: end)
                if synchronizes { try file.synchronizeData() }
            } catch {
                // Should this fail as well, what is left at the end is a part, or a change that nobody was told of.
                try? file.truncate(to: end)
                throw error
            }
        } catch {
            throw .systemCall(error)
        }
    }

    /// Puts another file with these bytes in the log's place, and goes on with that.
    private func replace(with bytes: [UInt8]) throws(CheckpointError) {
        guard bytes.count <= CheckpointContents.greatestLength else { throw .full(path) }
        let contents = try CheckpointContents(bytes, of: path)
        do throws(FileSaveError) {
            var replacement = try AtomicReplacement(replacing: path)
            try replacement.append(bytes)
            let finished = try replacement.finish(keepingAttributesOf: file)
            // Locked since it was made: whoever finds the new file by its name waits for this object as before.
            let new = try finished.openFile()
            try finished.commit()
            file = new
            self.contents = contents
        } catch {
            // A power cut could bring the old file back, without what would be written to the new one.
            if case .nameNotDurable = error { failure = CheckpointError(error, at: path) }
            throw CheckpointError(error, at: path)
        }
    }
}
