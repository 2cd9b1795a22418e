public import Checkpointing
internal import Cryptography
internal import LinuxFiles
public import SystemPackage

/// A document's file that is read whole into memory.
public final class OpenedItem: OpenedFile {
    public let source: SourceFile
    /// The digest of the contents, which proves every byte.
    public let stateLine: String
    /// The contents.
    let bytes: [UInt8]
    public let isEarlier: Bool
    private let successor: OpenedItem?

    /// - Parameter successor: the present document, if this is an earlier one.
    init(_ path: FilePath, before successor: OpenedItem? = nil) throws(DocumentError) {
        (self.successor, isEarlier) = (successor, successor != nil)
        let source = try translating(of: path) { try SourceFile(path) }
        guard source.status.kind == .regular else { throw DocumentError(.notAFile(source.status.kind.noun), path) }
        self.source = source
        bytes = try translating(of: path) { try source.file.readAll() }
        stateLine = Self.state(of: bytes)
        try requireUntouched()
    }

    private func requireUntouched() throws(DocumentError) {
        let path = source.file.path
        guard try translating(of: path, { try source.isUntouched() }) else { throw DocumentError(.beingWritten, path) }
    }

    static func state(of bytes: [UInt8]) -> String { "sha256-" + SHA256.digest(of: bytes).hexadecimal }

    public var present: OpenedItem { successor ?? self }
    public var length: Int { bytes.count }
    public var isDamaged: Bool { false }
    public var isReusable: Bool { !isEarlier && source.recorded.isSettled && !source.isShared }
    public var reasonForWholeReading: String? { nil }

    public func secret() -> [UInt8]? { nil }

    public func header(at path: FilePath, salt: String?) -> CheckpointHeader {
        var header = CheckpointHeader(path: path, base: stateLine)
        header.file = source.recorded
        return header
    }

    public func comparison(with header: CheckpointHeader) -> BaseComparison? {
        header.base == stateLine ? .same : .different
    }

    public func includes(_ stateLine: String) -> Bool {
        let saved: SavedBytes? = JSONLine.value(Array(stateLine.utf8))
        return (saved?.state ?? stateLine) == self.stateLine
    }

    public var undoNeedsCopy: Bool { true }

    /// Each save has led from the state before it to the next one.
    public func saves(_ notes: [String]) -> (found: [(index: Int, name: String)], isOfAnother: Bool) {
        let saves = notes.map { JSONLine.value(Array($0.utf8)) as SavedBytes? }
        var (state, found) = (stateLine, [(index: Int, name: String)]())
        for index in saves.indices.reversed() {
            guard let save = saves[index], save.state == state else { continue }
            found.insert((index, save.state), at: 0)
            state = save.base
        }
        return (found, found.isEmpty && saves.contains { $0 != nil })
    }

    /// Only the file itself shows that.
    public func isMoved(from header: CheckpointHeader) -> Bool { false }

    /// A save replaces the whole file.
    public func isBeginning(ofFileAt path: FilePath) -> Bool { false }

    public func requiringUnchanged<Result>(
        _ body: () throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let result = try body()
        try requireUntouched()
        return result
    }

    /// The bytes are in memory.
    public func checkReading() {}
}

/// A save of bytes: the states before and after it.
struct SavedBytes: Codable {
    let base: String
    let state: String

    var saveNote: SaveNote {
        let line = JSONLine.text(self)
        return SaveNote(line: line, note: line)
    }
}
