internal import Cryptography
internal import FoundationEssentials
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// Identifies a document's bytes by their number, the last `startxref`, and a hash of the head and the tail. The cost
/// does not grow with the document.
struct DocumentState: Equatable, Decodable {
    /// The number of bytes, without an unfinished increment.
    var bytes: Int
    var startXRef: Int?
    var fingerprint: String

    /// The number of bytes hashed at the head and at the tail.
    private static let window = 4096

    init(bytes: Int, startXRef: Int?, fingerprint: String) {
        (self.bytes, self.startXRef, self.fingerprint) = (bytes, startXRef, fingerprint)
    }

    init(_ document: UnsafeRawBufferPointer) {
        bytes = document.count
        startXRef = FileStructure(document)?.startXRef
        var hash = SHA256()
        hash.update(UnsafeRawBufferPointer(rebasing: document.prefix(Self.window)))
        hash.update(UnsafeRawBufferPointer(rebasing: document.suffix(Self.window)))
        fingerprint = Self.hexadecimal(hash.digest)
    }

    /// Whether a document begins with all of this one, as after an incremental update.
    func isBeginning(of document: UnsafeRawBufferPointer) -> Bool {
        document.count >= bytes && DocumentState(UnsafeRawBufferPointer(rebasing: document.prefix(bytes))) == self
    }

    /// Returns a checksum of all bytes of a document; `nil` if the document is too large to be read for it.
    static func digest(of document: UnsafeRawBufferPointer) -> String? {
        guard document.count <= digestLimit else { return nil }
        var hash = SHA256()
        hash.update(document)
        return hexadecimal(hash.digest)
    }

    /// Reading this many bytes takes a few milliseconds.
    static let digestLimit = 4 << 20

    /// The number of digits of a fingerprint.
    static let fingerprintLength = 32

    private static func hexadecimal(_ digest: [UInt8]) -> String { digest.prefix(fingerprintLength / 2).hexadecimal }

    /// Whether a document contains the changes of a save that recorded the resulting state in `note`.
    static func isReached(_ note: String?, by document: UnsafeRawBufferPointer) -> Bool {
        note.flatMap(Self.init(line:))?.isBeginning(of: document) ?? false
    }

    /// The state as one line of JSON, as stored in a checkpoint's header and in its note of a save.
    var line: String { "{\(members)}" }

    /// The members of that object. An encoder would take a tenth of a save's time.
    var members: String {
        "\"bytes\":\(bytes),\"fingerprint\":\"\(fingerprint)\"" + (startXRef.map { ",\"startXRef\":\($0)" } ?? "")
    }

    init?(line: String) {
        guard let state: Self = JSONLine.value(Array(line.utf8)), state.fingerprint.allSatisfy(\.isHexDigit) else {
            return nil
        }
        self = state
    }
}
