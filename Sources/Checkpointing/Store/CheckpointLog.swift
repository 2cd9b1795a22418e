internal import LinuxFiles
public import SystemPackage

/// The checkpoint of one document, open and locked: nobody else reads or writes it until this object is released.
///
/// What a crash leaves, and how it is repaired:
/// 1. While records are written: some of them, and a partial one at the end. None of them was acknowledged. The
/// complete ones count; the next record cuts off the partial one.
/// 2. After the file was created and before its first change: an empty file, or one without a complete header and
/// change. It counts as no checkpoint; the next record begins it anew, and `CheckpointStore.clear` removes it.
/// 3. While the log is rewritten: the old log, complete, and a temporary, which `CheckpointStore.clear` removes; or the
/// new log, complete.
public final class CheckpointLog {
    /// The checkpoint's identifier.
    public private(set) var identifier: CheckpointIdentifier
    /// The checkpoint's contents.
    public private(set) var contents: CheckpointContents
    /// The path of the log.
    public var path: FilePath { directory.path.appending(name) }

    let directory: Directory
    private var name: FilePath.Component { identifier.fileName }
    private var index: CheckpointIndex { CheckpointIndex(beside: directory.path) }
    /// What its holder has made of the contents; parked with them.
    package var companion: AnyObject?
    private(set) var file: OpenFile
    /// Excludes processes that do not see the lock of the file; `nil` while the log is parked.
    private var lock: CommitLock?
    /// The file has lost its name: it must not be written any more.
    private var isOver = false
    /// Why nothing more can be recorded, if the disk left it uncertain which file has the name.
    var failure: CheckpointError?
    /// Whether records are on the disk when the recording returns; otherwise a power cut may lose them, but a crash of
    /// this process cannot, until ``synchronize()`` or the next synchronized record.
    public var synchronizes = true
    /// Where the records begin that are made durable together; `nil` if each one is when it is written.
    var groupStart: Int?
    /// How many obsolete records are left in the log before it is rewritten.
    var toleratedRecords = 1000

    init(
        _ identifier: CheckpointIdentifier, in directory: consuming Directory, _ file: consuming OpenFile,
        _ lock: consuming CommitLock?
    ) throws(CheckpointError) {
        self.identifier = identifier
        let path = directory.path.appending(identifier.fileName)
        let bytes = try CheckpointContents.bytes(of: file, at: path)
        contents = try CheckpointContents(bytes, of: path)
        self.directory = directory
        self.file = file
        self.lock = lock
        guard self.lock?.mayBeWrittenTo == true else { return }
        // What a process that was taken for dead still writes goes to the old file.
        try replace(with: bytes)
        self.lock = self.lock.take()?.afterReplacement()
    }

    deinit {
        // The log was created for a change that was never recorded.
        if contents.header == nil, !isOver, (try? confirm()) != nil, (try? directory.names(name, file)) == true {
            try? directory.remove(name)
        }
        lock = nil
    }

    /// Records a change: when this returns, the change is on the disk and survives a power cut (invariant 1).
    ///
    /// - Parameters:
    ///   - payload: the change, without line feeds; sealed, if the header says so.
    ///   - editCount: the number of edits in it.
    ///   - takesBack: whether it takes a saved change back; then those that were undone can still be redone.
    ///   - header: the header of the log, if this is its first record.
    /// - Throws: ``CheckpointError/full(_:)``; ``CheckpointError/damaged(_:lostBytes:)`` for a log that cannot be read
    ///   to its end; or the reason why it cannot be written.
    public func record(
        _ payload: [UInt8], editCount: Int, takesBack: Bool = false,
        under header: @autoclosure () throws(CheckpointError) -> CheckpointHeader
    ) throws(CheckpointError) {
        let change = CheckpointedChange(payload: payload, editCount: editCount, takesBack: takesBack)
        try checkWritable()
        if contents.header == nil { try begin(under: header(), change) } else { try add { log in log.add(change) } }
    }

    /// Makes everything that was recorded durable, including other processes' records.
    ///
    /// - Throws: ``CheckpointError/systemCall(_:)`` if fsync fails: the kernel may have dropped what was written.
    public func synchronize() throws(CheckpointError) {
        try translating(file.synchronizeData())
        try translating(directory.synchronize())
    }

    /// Undoes the last `count` changes that count, back to one that takes a saved change back, and returns how many there
    /// were.
    ///
    /// - Throws: ``CheckpointError/damaged(_:lostBytes:)`` for a log that cannot be read to its end, or the reason why
    ///   it cannot be written.
    public func undo(_ count: Int = 1) throws(CheckpointError) -> Int {
        let count = min(count, contents.undoableCount)
        if count > 0 { try add { log in log.add(.undo, count) } }
        return count
    }

    /// Redoes the last `count` changes that were undone, and returns how many there were.
    ///
    /// - Throws: ``CheckpointError/damaged(_:lostBytes:)`` for a log that cannot be read to its end, or the reason why
    ///   it cannot be written.
    public func redo(_ count: Int = 1) throws(CheckpointError) -> Int {
        let count = min(count, contents.changeCounts.undone)
        if count > 0 { try add { log in log.add(.redo, count) } }
        return count
    }

    /// Withdraws the last change that counts if it takes a saved one back and nothing else has followed.
    ///
    /// - Returns: whether there was one.
    public func withdraw() throws(CheckpointError) -> Bool {
        guard contents.canWithdraw else { return false }
        try add { log in log.add(.withdraw, 1) }
        return true
    }

    /// Notes, before a save, how to recognise the document with all changes in it: this distinguishes a save that was
    /// interrupted before its checkpoint was removed from one that never took place.
    ///
    /// - Parameter state: one line.
    public func noteSaving(as state: String) throws(CheckpointError) {
        if contents.header != nil { try add { log in log.add(.saving, 1, Array(state.utf8)) } }
    }

    /// Rewrites the log with another header, in one step.
    ///
    /// - Parameters:
    ///   - header: the new header.
    ///   - payload: one more change; `nil` adds none.
    ///   - editCount: the number of edits in it.
    ///   - takesBack: whether it takes a saved change back; after any other, nothing can be redone.
    public func rewrite(
        under header: CheckpointHeader, adding payload: [UInt8]? = nil, editCount: Int = 1, takesBack: Bool = false
    ) throws(CheckpointError) {
        let change = payload.map { CheckpointedChange(payload: $0, editCount: editCount, takesBack: takesBack) }
        try checkWritable()
        let old = contents.header
        index.add(identifier, header)
        try replace(with: contents.compacted(under: header, adding: change))
        // A crash before this leaves an entry that contradicts the header.
        guard let old else { return }
        index.remove(identifier, old, keeping: header)
        if old.base != header.base { removeOriginal(ofBase: old.base) }
    }

    /// Rewrites the log with other changes of the same effect, in one step, unless a group of changes has begun.
    ///
    /// - Parameter changes: all that count; those that take saved changes back come first.
    package func rewrite(with changes: [CheckpointedChange]) throws(CheckpointError) {
        try checkWritable()
        guard groupStart == nil, let header = contents.header else { return }
        var log = LogBytes(beginningUnder: header)
        for change in changes { log.add(change) }
        try replace(with: log.bytes)
    }

    /// Removes the checkpoint: its changes are on the disk in the document, or no longer wanted (invariant 3).
    ///
    /// - Throws: ``CheckpointError/systemCall(_:)``; the checkpoint is there then.
    public func remove() throws(CheckpointError) {
        guard !isOver else { return }
        try confirm()
        removeOriginal()
        // A crash here, or a power cut soon after, leaves the log, and a later command finds what `noteSaving` noted.
        try translating(directory.remove(name))
        end()
    }

    /// The log no longer has its name: nothing finds it as unsaved changes, and nobody writes it any more.
    func end() {
        isOver = true
        if let header = contents.header { index.remove(identifier, header) }
        try? AtomicReplacement.clearLeftover(of: path)
        lock = nil
    }

    /// Gives the checkpoint of a moved document the identifier of its new path, which must not have a checkpoint yet.
    ///
    /// - Parameters:
    ///   - new: the identifier of the new path.
    ///   - isFinal: whether the old identifier will be another document's, so that no power cut may bring it back.
    public func rename(to new: CheckpointIdentifier, isFinal: Bool = false) throws(CheckpointError) {
        let path = directory.path.appending(new.fileName)
        let newLock = try CheckpointLock.takeLockFile(on: file, at: path, until: .now + CommitLock.usualTimeout)
        if let header = contents.header { index.add(new, header) }
        linkOriginal(to: new)
        // A crash here leaves the old name or the new one; a power cut may bring the old one back, to be found again.
        try giveFreeName(new.fileName)
        if isFinal { try translating(directory.synchronize()) }
        lock = newLock.afterReplacement()
        moveOriginal(to: new)
        if let header = contents.header { index.remove(identifier, header) }
        identifier = new
    }

    /// Names the document's present path in the header, so that lists show it and the log is found if the document is moved
    /// again. A log that cannot be read to its end stays as it is.
    package func setPath(_ path: FilePath) throws(CheckpointError) {
        guard var header = contents.header, header.path != path, !contents.isDamaged else { return }
        header.path = path
        try rewrite(under: header)
    }

    /// Sets aside a log that cannot be read to its end, under another name; this object must not be used afterwards.
    ///
    /// - Returns: the log's new path; logs set aside before are kept, too.
    public func setAside() throws(CheckpointError) -> FilePath {
        removeOriginal()
        var attempt = 1
        while true {
            let aside = identifier.asideName(attempt)
            do {
                try giveFreeName(aside)
            } catch {
                guard case .systemCall(let cause) = error, Errno(rawValue: cause.errno) == .fileExists else {
                    throw error
                }
                attempt += 1
                continue
            }
            end()
            // A power cut before this returns may bring the old name back, where the log is found again.
            try translating(directory.synchronize())
            return directory.path.appending(aside)
        }
    }

    private func giveFreeName(_ new: FilePath.Component) throws(CheckpointError) {
        try confirm()
        try translating(directory.renameToFree(name, to: new))
        // A crash here leaves both names if the file system had to make a link: one log that is found twice.
        if try translating(directory.names(name, file)) { try translating(directory.remove(name)) }
    }

    // MARK: Letting others in

    /// Whether the log can be parked and resumed later. Where locks may be local, only opening it shows whether it is still the log.
    package var isContinuable: Bool {
        !isOver && failure == nil && contents.header != nil && !contents.isDamaged
            && !FileSystem.mayHaveLocalLocks(at: directory.path)
    }

    /// Lets others read and write the log until `resume`, and keeps its contents in memory.
    package func park() throws(CheckpointError) {
        lock = nil
        try translating(file.unlock())
    }

    /// Waits for the log, and reads what others have added.
    ///
    /// - Returns: `false` if it was removed or rewritten, and this object is no longer usable.
    package func resume(until deadline: ContinuousClock.Instant) throws(CheckpointError) -> Bool {
        try CheckpointLock.take(.exclusive, on: file, at: path, until: deadline)
        lock = try CheckpointLock.takeLockFile(on: file, at: path, until: deadline)
        let (size, known) = (try translating(file.status()).size, contents.validLength)
        // The contents already read remain valid: as long as a file is the log, it only grows.
        guard lock?.mayBeWrittenTo == false, try translating(directory.names(name, file)), failure == nil,
            (known...LogLimits.length).contains(size)
        else {
            isOver = true
            return false
        }
        if size != known || contents.lostBytes > 0 {
            contents.continued(with: try translating(file.read(at: known, count: size - known)))
        }
        return true
    }

    // MARK: Writing

    /// Checks that no other process took this one for dead: it may have read the log before the last record.
    func confirm() throws(CheckpointError) {
        do { try lock?.confirm() } catch {
            let reason = CheckpointError(error, at: path)
            failure = reason
            throw reason
        }
    }

    private func checkWritable() throws(CheckpointError) {
        precondition(!isOver, "The log was removed or set aside.")
        if let failure { throw failure }
        if contents.isDamaged { throw .damaged(path, lostBytes: contents.lostBytes) }
    }

    private func begin(under header: CheckpointHeader, _ change: CheckpointedChange) throws(CheckpointError) {
        var log = LogBytes(beginningUnder: header)
        log.add(change)
        let contents = try CheckpointContents(log.bytes, of: path)
        // Before the log: once a change is acknowledged, the index leads from its file to it.
        index.add(identifier, header)
        do {
            try write(log.bytes, at: 0)
        } catch {
            index.remove(identifier, header)
            throw error
        }
        // A power cut before this returns may remove the log's name; the change has not been acknowledged yet.
        if synchronizes { try translating(directory.synchronize()) }
        self.contents = contents
    }

    private func add(_ records: (inout LogBytes) -> Void) throws(CheckpointError) {
        try checkWritable()
        var log = LogBytes(after: contents.lastChecksum)
        records(&log)
        try write(log.bytes, at: contents.validLength)
        contents.continued(with: log.bytes)
        if groupStart == nil { compact() }
    }

    /// Rewrites a log most of whose records are obsolete.
    func compact() {
        guard contents.compactableRecords > toleratedRecords, let header = contents.header else { return }
        do {
            try replace(with: contents.compacted(under: header))
        } catch {
            // The records are on the disk: a log that cannot be compacted now will be compacted another time.
            toleratedRecords = 2 * contents.compactableRecords
        }
    }

    /// Writes after the readable part, and waits until it is on the disk; on an error the log is as it was.
    private func write(_ bytes: [UInt8], at end: Int) throws(CheckpointError) {
        guard bytes.count <= LogLimits.length - end else { throw .full(path) }
        // A crash here leaves the old partial record, or none.
        if try translating(file.status()).size > end { try translating(file.truncate(to: end)) }
        do throws(SystemCallError) {
            // A crash here leaves a part of the records, and so may a power cut before this has returned.
            try file.write(bytes, at: end)
            if synchronizesEach { try file.synchronizeData() }
        } catch {
            // If this fails as well, a partial record or an unacknowledged change is left at the end.
            try? file.truncate(to: end)
            throw .systemCall(error)
        }
        if groupStart == nil { try confirm() }
    }

    /// Replaces the log's file by another one with these bytes, and continues with that.
    func replace(with bytes: [UInt8]) throws(CheckpointError) {
        guard bytes.count <= LogLimits.length else { throw .full(path) }
        let contents = try CheckpointContents(bytes, of: path)
        do throws(FileSaveError) {
            var replacement = try AtomicReplacement(replacing: path)
            try replacement.append(bytes)
            let finished = try replacement.finish(keepingAttributesOf: file)
            // Locked since it was created: a process that finds the new file by its name waits for this object as
            // before.
            let new = try finished.openFile()
            try lock?.confirm()
            // Closes the old one: libfuse replaces a file that is open in two steps.
            file = new
            do throws(FileSaveError) { try finished.commit() } catch {
                // The old file may have the name, or a power cut could bring it back, without records written to the
                // new one.
                failure = CheckpointError(error, at: path)
                throw error
            }
        } catch {
            throw CheckpointError(error, at: path)
        }
        self.contents = contents
        try confirm()
    }
}
