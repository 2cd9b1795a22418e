/// One change that a checkpoint holds: the edits of one command, all or none.
public struct CheckpointedChange: Sendable, Equatable {
    /// What was recorded, as it stands in the log: sealed, where the document is encrypted.
    public var payload: [UInt8]
    /// How many edits it makes.
    public var editCount: Int
}

/// What a log says, read from its bytes.
///
/// Every record before the first that cannot be read counts, and none behind it (invariant 5): later changes may rest on
/// what was lost.
public struct CheckpointContents: Sendable {
    /// What the changes belong to; `nil` where the log was cut off before it says so, and holds nothing.
    public internal(set) var header: CheckpointHeader?
    /// How to know the document with the changes in it, where a save of them has begun and none was made since.
    public internal(set) var saving: String?
    /// The number of bytes at the end that cannot be read.
    public var lostBytes: Int { bytes.count - validLength }
    /// Whether more was lost than the one record that a crash cuts off while it is written, which nobody was told is there.
    public private(set) var isDamaged = false

    private var bytes: [UInt8]
    /// The changes that count, then those that were taken back and can be made again.
    private var changes: [LogRecord] = []
    /// How many of the changes count.
    private var applied = 0
    /// How many records could be left out.
    private var idleRecords = 0
    private(set) var validLength = 0
    private(set) var lastChecksum: UInt32 = 0

    /// The first line of every log.
    static let opening = "pdfco-checkpoint "
    static let version = 1
    static var firstLine: [UInt8] { Array("\(opening)\(version)\n".utf8) }

    enum Fault: Error {
        case foreign, damagedHeader
        case newerVersion(Int)
    }

    /// - Throws: where the beginning is not that of a log, or what cannot be read in it is not its end.
    init(_ bytes: [UInt8]) throws(Fault) {
        self.bytes = bytes
        guard let start = try Self.start(bytes) else { return }
        let records = bytes.withUnsafeBytes { Self.records(in: $0, from: start) }
        guard let first = records.first, first.kind == .header,
            let header = CheckpointHeader(payload: bytes[first.payload])
        else {
            // Cut off while the first records were written: nobody was told of them.
            guard records.isEmpty, !bytes[start...].dropLast().contains(0x0A) else { throw .damagedHeader }
            return
        }
        self.header = header
        for record in records.dropFirst() { add(record) }
        validLength = records.last?.end ?? start
        lastChecksum = records.last?.checksum ?? 0
        isDamaged = bytes[validLength...].contains(0x0A)
    }

    /// The place behind the first line; `nil` where the log ends in it.
    private static func start(_ bytes: [UInt8]) throws(Fault) -> Int? {
        let expected = Array(opening.utf8)
        guard bytes.starts(with: expected) else {
            guard expected.starts(with: bytes) else { throw .foreign }
            return nil
        }
        let line = bytes[expected.count...].prefix(20)
        guard let end = line.firstIndex(of: 0x0A) else {
            guard bytes.count < expected.count + 20 else { throw .foreign }
            return nil
        }
        guard let version = Int(String(decoding: line[..<end], as: UTF8.self)) else { throw .foreign }
        guard version == Self.version else { throw .newerVersion(version) }
        return end + 1
    }

    private static func records(in bytes: UnsafeRawBufferPointer, from start: Int) -> [LogRecord] {
        var records: [LogRecord] = []
        var place = start
        while place < bytes.count,
            let record = LogRecord(bytes, at: place, after: records.last?.checksum ?? 0)
        {
            records.append(record)
            place = record.end
        }
        return records
    }

    private mutating func add(_ record: LogRecord) {
        switch record.kind {
        case .header: idleRecords += 1
        case .change:
            idleRecords += changes.count - applied
            changes.removeSubrange(applied...)
            changes.append(record)
            applied += 1
            saving = nil
        case .undo:
            applied -= min(record.count, applied)
            idleRecords += 1
            saving = nil
        case .redo:
            applied += min(record.count, changes.count - applied)
            idleRecords += 1
            saving = nil
        case .saving:
            saving = String(decoding: bytes[record.payload], as: UTF8.self)
            idleRecords += 1
        }
    }

    // MARK: Changes

    /// How many edits are not in the document.
    public var editCount: Int { changes.prefix(applied).reduce(0) { $0 + $1.count } }

    /// How many changes count, and how many were taken back and can be made again.
    public var changeCounts: (applied: Int, undone: Int) { (applied, changes.count - applied) }

    /// The changes that count, oldest first.
    public var appliedChanges: [CheckpointedChange] {
        changes.prefix(applied).map { CheckpointedChange(payload: Array(bytes[$0.payload]), editCount: $0.count) }
    }

    /// The changes that were taken back and can be made again, the next one first.
    public var undoneChanges: [CheckpointedChange] {
        changes.dropFirst(applied).map { CheckpointedChange(payload: Array(bytes[$0.payload]), editCount: $0.count) }
    }

    /// Runs `body` with the payload of each change that counts, without copying it.
    public func forEachPayload<Failure: Error>(
        _ body: (Int, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        for index in 0..<applied {
            let result: Result<Void, Failure> = bytes.withUnsafeBytes { bytes in
                do throws(Failure) {
                    return .success(try body(index, UnsafeRawBufferPointer(rebasing: bytes[changes[index].payload])))
                } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
    }

    // MARK: Writing

    /// Adds a record that has been written behind the others.
    mutating func append(_ record: [UInt8], kind: LogRecord.Kind) {
        bytes.removeSubrange(validLength...)
        isDamaged = false
        bytes += record
        guard let read = bytes.withUnsafeBytes({ LogRecord($0, at: validLength, after: lastChecksum) }) else {
            preconditionFailure("What was written can be read.")
        }
        add(read)
        validLength = read.end
        lastChecksum = read.checksum
    }

    /// Whether so much of the log is of no use that writing it anew is worth it.
    var isWorthCompacting: Bool { idleRecords > 1000 && idleRecords > changes.count }

    /// A log that says the same in as few records as possible, under another header.
    func compacted(under header: CheckpointHeader) -> [UInt8] {
        var log = Self.beginning(header)
        func add(_ kind: LogRecord.Kind, _ count: Int, _ payload: some Collection<UInt8>) {
            let (record, checksum) = LogRecord.bytes(kind, count: count, payload: payload, after: log.checksum)
            log.bytes += record
            log.checksum = checksum
        }
        for change in changes { add(.change, change.count, bytes[change.payload]) }
        if applied < changes.count { add(.undo, changes.count - applied, []) }
        if let saving { add(.saving, 1, Array(saving.utf8)) }
        return log.bytes
    }

    /// The first line and the header.
    static func beginning(_ header: CheckpointHeader) -> (bytes: [UInt8], checksum: UInt32) {
        let (record, checksum) = LogRecord.bytes(.header, count: 1, payload: header.payload, after: 0)
        return (firstLine + record, checksum)
    }
}
