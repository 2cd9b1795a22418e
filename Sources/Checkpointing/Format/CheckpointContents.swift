internal import LinuxFiles
internal import SystemPackage

/// The contents of a log, read from its bytes.
///
/// Every record before the first unreadable one counts, and none after it (invariant 5): later changes may depend on
/// the lost ones.
public struct CheckpointContents: Sendable {
    /// The document that the changes belong to; `nil` if the log was cut off before the end of its header, and is
    /// empty.
    public internal(set) var header: CheckpointHeader?
    /// How to recognise the document with the changes in it, if a save of them has begun and no change was made since.
    public internal(set) var saving: String?
    /// The length of the log in bytes.
    package var length: Int { bytes.count }
    /// The number of unreadable bytes at the end.
    public var lostBytes: Int { bytes.count - validLength }
    /// Whether more was lost than the one unacknowledged record that a crash cuts off while it is being written.
    public private(set) var isDamaged = false

    private var bytes: [UInt8]
    /// The changes that count, then the undone ones that can be redone.
    private var changes: [LogRecord] = []
    /// How many of the changes count.
    private var applied = 0
    /// How many of the changes that take saved ones back, which come first, were followed by a change of another kind.
    private var settledBacks = 0
    /// How many records could be omitted.
    private var obsoleteRecords = 0
    private(set) var validLength = 0
    package private(set) var lastChecksum: UInt32 = 0

    /// The first line of every log.
    static let opening = "pdfco-checkpoint "
    static let version = 1
    static var firstLine: [UInt8] { Array("\(opening)\(version)\n".utf8) }

    /// The header and the first change are written together.
    private static let recordsAtFirst = 2

    enum Fault: Error {
        case foreign, damagedHeader
        case newerVersion(Int)
    }

    /// - Throws: if the bytes do not begin like a log, or an unreadable part is not at its end.
    init(_ bytes: [UInt8]) throws(Fault) {
        self.bytes = bytes
        guard let start = try Self.start(bytes) else { return }
        let first = bytes.withUnsafeBytes { LogRecord($0, at: start, after: 0) }
        guard let first, first.kind == .header, let header = CheckpointHeader(payload: bytes[first.payload]) else {
            // Cut off while the first records were written: they were never acknowledged.
            guard bytes.withUnsafeBytes({ LogRecord.isCutOff($0, at: start, records: Self.recordsAtFirst) }) else {
                throw .damagedHeader
            }
            return
        }
        (validLength, lastChecksum) = (first.end, first.checksum)
        readRecords()
        if validLength == first.end, !isDamaged {
            // The header is written together with the first change, which is missing.
            (validLength, lastChecksum) = (0, 0)
        } else {
            self.header = header
        }
    }

    /// Returns the header of the log that begins with these bytes.
    static func header(_ beginning: [UInt8]) -> CheckpointHeader? {
        guard let start = try? start(beginning),
            let record = beginning.withUnsafeBytes({ LogRecord($0, at: start, after: 0) }), record.kind == .header
        else { return nil }
        return CheckpointHeader(payload: beginning[record.payload])
    }

    /// Returns the offset after the first line; `nil` if the log ends within it.
    private static func start(_ bytes: [UInt8]) throws(Fault) -> Int? {
        let expected = Array(opening.utf8)
        guard bytes.starts(with: expected) else {
            // If the bytes were not on the disk yet, a power cut may leave zeros: they were never acknowledged.
            let isLost =
                bytes.first == 0
                && bytes.withUnsafeBytes { LogRecord.isCutOff($0, at: 0, records: recordsAtFirst + 1) }
            guard expected.starts(with: bytes) || isLost else { throw .foreign }
            return nil
        }
        let digits = bytes[expected.count...].prefix { (0x30...0x39).contains($0) }
        guard digits.endIndex < bytes.count else {
            guard digits.count < 10 else { throw .foreign }
            return nil
        }
        guard bytes[digits.endIndex] == 0x0A, digits.first != 0x30,
            let version = Int(String(decoding: digits, as: UTF8.self))
        else { throw .foreign }
        guard version == Self.version else { throw .newerVersion(version) }
        return digits.endIndex + 1
    }

    /// Reads the records after those already read, up to the first unreadable one.
    private mutating func readRecords() {
        let bytes = bytes
        bytes.withUnsafeBytes { all in
            while let record = LogRecord(all, at: validLength, after: lastChecksum) { add(record) }
            isDamaged = validLength < all.count && !LogRecord.isCutOff(all, at: validLength)
        }
    }

    private mutating func add(_ record: LogRecord) {
        (validLength, lastChecksum) = (record.end, record.checksum)
        saving = nil
        if record.kind != .change, record.kind != .back { obsoleteRecords += 1 }
        switch record.kind {
        case .header: break
        case .change:
            obsoleteRecords += changes.count - applied
            changes.removeSubrange(applied...)
            if changes.last?.kind == .back { settledBacks = applied }
            changes.append(record)
            applied += 1
        case .back:
            changes.insert(record, at: applied)
            applied += 1
        case .withdraw:
            guard canWithdraw else { break }
            applied -= 1
            changes.remove(at: applied)
            obsoleteRecords += 1
        case .undo: applied -= min(record.count, applied)
        case .redo: applied += min(record.count, changes.count - applied)
        case .saving: saving = String(decoding: bytes[record.payload], as: UTF8.self)
        }
    }

    // MARK: Changes

    /// The number of edits that are not in the document.
    public var editCount: Int { changes.prefix(applied).reduce(0) { $0 + $1.count } }

    /// How many changes count, and how many were undone and can be redone.
    public var changeCounts: (applied: Int, undone: Int) { (applied, changes.count - applied) }

    /// How many of the last changes that count can be undone: all but those that take saved changes back.
    public var undoableCount: Int { applied - (changes.prefix(applied).lastIndex { $0.kind == .back } ?? -1) - 1 }

    /// Whether the last change that counts took a saved one back, and no change of another kind has followed.
    public var canWithdraw: Bool { applied > settledBacks && changes[applied - 1].kind == .back }

    /// How many of the changes that count were there when those that were undone were made.
    public var countBeforeUndone: Int { canWithdraw ? settledBacks : applied }

    /// The changes that count, oldest first.
    public var appliedChanges: [CheckpointedChange] { changes.prefix(applied).map(checkpointed) }

    /// The changes that were undone and can be redone, the next one first.
    public var undoneChanges: [CheckpointedChange] { changes.dropFirst(applied).map(checkpointed) }

    private func checkpointed(_ record: LogRecord) -> CheckpointedChange {
        CheckpointedChange(
            payload: Array(bytes[record.payload]), editCount: record.count, takesBack: record.kind == .back)
    }

    /// Runs `body` with the payload of each change that counts, without copying it.
    ///
    /// - Parameters:
    ///   - first: the index of the first change, from 0.
    ///   - body: receives the index of the change, and its payload, which is valid only during the call.
    public func forEachPayload<Failure: Error>(
        from first: Int = 0, _ body: (Int, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        for index in first..<max(first, applied) {
            try withPayload(index) { payload throws(Failure) in try body(index, payload) }
        }
    }

    /// Runs `body` with the payload of one change that counts, by its index from 0, without copying it.
    public func withPayload<Value, Failure: Error>(
        _ index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result: Result<Value, Failure> = bytes.withUnsafeBytes { bytes in
            do throws(Failure) {
                return .success(try body(UnsafeRawBufferPointer(rebasing: bytes[changes[index].payload])))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Returns the checksum of one change, by its index from 0: it covers all records before it as well.
    package func checksum(ofChange index: Int) -> UInt32 { changes[index].checksum }

    // MARK: Writing

    /// Reads bytes that follow the records already read, replacing what could not be read before.
    mutating func continued(with bytes: [UInt8]) {
        self.bytes.removeSubrange(validLength...)
        self.bytes += bytes
        readRecords()
    }

    /// The number of obsolete records if they outnumber the others, so that rewriting the log is worthwhile; otherwise
    /// 0.
    var compactableRecords: Int { obsoleteRecords > changes.count ? obsoleteRecords : 0 }

    /// Returns a log with the same contents in as few records as possible, under another header.
    func compacted(under header: CheckpointHeader, adding change: CheckpointedChange? = nil) -> [UInt8] {
        var log = LogBytes(beginningUnder: header)
        let backs = changes.prefix { $0.kind == .back }
        let others = changes[backs.count...]
        func add(_ records: some Sequence<LogRecord>) {
            for kept in records { log.add(kept.kind, kept.count, bytes[kept.payload]) }
        }
        let keepsUndone = change?.takesBack ?? true
        // The others come before the changes that took saved ones back after they were undone.
        let isSettled = settledBacks == backs.count
        add(backs.prefix(settledBacks))
        add(keepsUndone ? others : others.prefix(applied - min(applied, backs.count)))
        if keepsUndone, applied < changes.count { log.add(.undo, changes.count - applied) }
        if !isSettled { add(backs.dropFirst(settledBacks)) }
        if let change {
            log.add(change)
        } else if let saving {
            log.add(.saving, 1, Array(saving.utf8))
        }
        return log.bytes
    }
}

extension CheckpointContents {
    /// Returns all bytes of a log, unless it is longer than any log can be.
    static func bytes(of file: borrowing OpenFile, at path: FilePath) throws(CheckpointError) -> [UInt8] {
        let size = try finding(file.statusAtServer()).size
        guard size <= LogLimits.length else { throw .tooLarge(path, bytes: size) }
        return try finding(file.read(at: 0, count: size))
    }

    /// Reads a log, whose path is named in errors.
    init(_ bytes: [UInt8], of path: FilePath) throws(CheckpointError) {
        do {
            try self.init(bytes)
        } catch {
            switch error {
            case .foreign: throw .foreign(path)
            case .newerVersion(let version): throw .newerVersion(path, version: version)
            case .damagedHeader: throw .damagedHeader(path)
            }
        }
    }
}
