internal import Crypto
internal import FoundationEssentials
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// What a document's bytes are known by: their number, the last `startxref`, and a hash of head and tail. The cost does not
/// grow with the document.
struct DocumentState: Equatable, Codable {
    /// Without an unfinished increment.
    var bytes: Int
    var startXRef: Int?
    var fingerprint: String

    /// Bytes of the head and of the tail that count.
    private static let window = 4096

    init(_ document: UnsafeRawBufferPointer) {
        bytes = document.count
        startXRef = FileStructure(document)?.startXRef
        var hash = SHA256()
        hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: document.prefix(Self.window)))
        hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: document.suffix(Self.window)))
        fingerprint = Self.hexadecimal(hash.finalize())
    }

    /// Whether a document begins with all of this one, as an incremental update leaves it.
    func isBeginning(of document: UnsafeRawBufferPointer) -> Bool {
        document.count >= bytes && DocumentState(UnsafeRawBufferPointer(rebasing: document.prefix(bytes))) == self
    }

    /// A checksum of all bytes of a document; `nil` where they are too many to be read for that.
    static func digest(of document: UnsafeRawBufferPointer) -> String? {
        guard document.count <= digestLimit else { return nil }
        var hash = SHA256()
        hash.update(bufferPointer: document)
        return hexadecimal(hash.finalize())
    }

    /// Reading so many bytes takes a few milliseconds.
    static let digestLimit = 4 << 20

    private static func hexadecimal(_ digest: SHA256.Digest) -> String { digest.prefix(16).hexadecimal }

    /// Whether a document has the changes of a save that noted, as `note`, what it would be with them.
    static func isReached(_ note: String?, by document: UnsafeRawBufferPointer) -> Bool {
        note.flatMap(Self.init(line:))?.isBeginning(of: document) ?? false
    }

    /// One line, as a checkpoint's header and its note of a save keep it.
    var line: String { JSONLine.text(self) }

    init?(line: String) {
        guard let state: Self = JSONLine.value(Array(line.utf8)) else { return nil }
        self = state
    }
}

/// JSON on one line.
enum JSONLine {
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { preconditionFailure("Plain values can always be encoded.") }
        return Array(data)
    }

    static func text(_ value: some Encodable) -> String { String(decoding: bytes(value), as: UTF8.self) }

    static func value<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(bytes))
    }
}
