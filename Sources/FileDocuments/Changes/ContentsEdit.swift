internal import Checkpointing
internal import FoundationEssentials

/// What a change of contents has changed in what is written: one splice in each file.
struct ContentsEdit: Codable {
    struct Splice: Codable {
        let offset: Int
        let removed: Int
        let inserted: Data
        /// The checksum of what was removed, with what stands around it.
        let checksum: UInt32

        /// How many bytes before and after the removed ones have to be the same.
        private static let context = 32

        init(_ old: [UInt8], offset: Int, removed: Int, inserted: some Sequence<UInt8>) {
            (self.offset, self.removed, self.inserted) = (offset, removed, Data(inserted))
            checksum = Self.checksum(of: old, offset, removed) ?? 0
        }

        private static func checksum(of bytes: [UInt8], _ offset: Int, _ removed: Int) -> UInt32? {
            guard offset >= 0, removed >= 0, offset <= bytes.count, removed <= bytes.count - offset else { return nil }
            let end = min(bytes.count, offset + removed + context)
            return bytes[max(0, offset - context)..<end].withUnsafeBytes { CRC32C.checksum(of: $0) }
        }

        /// - Throws: ``ContentsDiffer``, if the bytes that it replaces are not there.
        func apply(to bytes: inout [UInt8]) throws {
            guard Self.checksum(of: bytes, offset, removed) == checksum else { throw ContentsDiffer() }
            bytes.replaceSubrange(offset..<offset + removed, with: inserted)
        }
    }

    private let files: [String: Splice]

    /// `nil` if both are the same.
    init?(from old: [String: [UInt8]], to new: [String: [UInt8]]) {
        var files: [String: Splice] = [:]
        for (name, new) in new {
            let old = old[name] ?? []
            let start = Self.countInCommon(old, new)
            let end = Self.countInCommon(old[start...].reversed(), new[start...].reversed())
            guard start + end < max(old.count, new.count) else { continue }
            files[name] = Splice(
                old, offset: start, removed: old.count - start - end, inserted: new[start..<new.count - end])
        }
        guard !files.isEmpty else { return nil }
        self.files = files
    }

    /// Returns how many bytes both begin with.
    static func countInCommon(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Int {
        var (count, others) = (0, other.makeIterator())
        for byte in one {
            guard others.next() == byte else { break }
            count += 1
        }
        return count
    }

    /// - Throws: ``ContentsDiffer``, if it was made on other bytes.
    func apply(to written: inout [String: [UInt8]]) throws {
        for (name, splice) in files { try splice.apply(to: &written[name, default: []]) }
    }
}

/// The bytes that an edit replaces are not there.
struct ContentsDiffer: Error, CustomStringConvertible {
    var description: String { "what it changed has been changed since" }
}

/// A change of contents as a line of a checkpoint.
public struct ChangeLine<Change: Codable & Sendable>: RecordedChange, Codable {
    let change: Change?
    /// What has changed in what is written, if the kind of document does not say it by a change of its own.
    let edit: ContentsEdit?
    public var step: SavedStep?
    /// What the app calls it, such as "Typing".
    public private(set) var name: String?
    /// How many changes it stands for: in a long log, older ones become one.
    private var folded: Int?

    /// - Throws: the error of its encoder.
    package init(_ change: Change, named name: String? = nil) throws {
        (self.change, edit, self.name) = (change, nil, name)
        try JSONLine.check(self)
    }

    init(_ edit: ContentsEdit, named name: String? = nil, folded: Int? = nil) {
        (change, self.edit, self.name, self.folded) = (nil, edit, name, folded)
    }

    public init?(payload: [UInt8]) {
        guard let line: Self = JSONLine.value(payload) else { return nil }
        self = line
    }

    public var payload: [UInt8] { JSONLine.bytes(self) }

    /// The number of changes that the user made; more than 1 if they were folded into one, which is undone in one step.
    public var editCount: Int { folded ?? 1 }
}
