/// The bytes of consecutive records to write.
struct LogBytes {
    private(set) var bytes: [UInt8] = []
    private var checksum: UInt32

    /// Begins a log with its first line and its header.
    init(beginningUnder header: CheckpointHeader) {
        bytes = CheckpointContents.firstLine
        checksum = 0
        add(.header, 1, header.payload)
    }

    /// Continues after a record with this checksum.
    init(after checksum: UInt32) { self.checksum = checksum }

    mutating func add(_ kind: LogRecord.Kind, _ count: Int, _ payload: some Collection<UInt8> = []) {
        let record = LogRecord.bytes(kind, count: count, payload: payload, after: checksum)
        bytes += record.bytes
        checksum = record.checksum
    }

    mutating func add(_ change: CheckpointedChange) {
        add(change.takesBack ? .back : .change, change.editCount, change.payload)
    }
}
