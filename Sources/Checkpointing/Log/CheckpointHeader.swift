internal import FoundationEssentials
public import SystemPackage

/// What the first record of a checkpoint says: which document its changes belong to.
public struct CheckpointHeader: Sendable, Equatable, Codable {
    private var document: String
    /// The path in Base64, where it is no UTF-8 and ``document`` cannot tell it exactly.
    private var documentBytes: Data?
    /// The state of the document that the changes were made on, in the words of whoever makes them.
    public var base: String
    /// With which the key that seals the changes is derived from the document's, in hexadecimal; `nil` where they are
    /// readable.
    public var salt: String?
    /// The file that the document was then; `nil` in logs of earlier programs.
    package var file: RecordedFile?
    /// A checksum of all bytes that ``base`` describes, in the words of whoever makes it; `nil` where they are many.
    public var digest: String?

    /// The document's path, with links followed, when the first change was made.
    public var path: FilePath {
        get { FilePath(text: document, bytes: documentBytes) }
        set { (document, documentBytes) = (newValue.string, newValue.bytesUnlessText) }
    }

    /// - Parameters:
    ///   - path: where the document is, absolute and with links followed.
    ///   - base: the state of the document; one line.
    ///   - salt: see ``salt``.
    public init(path: FilePath, base: String, salt: String? = nil) {
        document = ""
        self.base = base
        self.salt = salt
        self.path = path
    }

    init?(payload: some Sequence<UInt8>) {
        guard let header = try? JSONDecoder().decode(Self.self, from: Data(payload)) else { return nil }
        self = header
    }

    var payload: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { preconditionFailure("Strings can always be encoded.") }
        return Array(data)
    }
}
