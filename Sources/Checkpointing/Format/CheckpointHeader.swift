internal import FoundationEssentials
package import LinuxFiles
public import SystemPackage

/// The first record of a checkpoint, which identifies the document that its changes belong to.
public struct CheckpointHeader: Sendable, Equatable, Codable {
    private var document: String
    /// The path in Base64, if it is not valid UTF-8 and ``document`` is not exact.
    private var documentBytes: Data?
    /// The state of the document that the changes were made on, in a format that its writer chooses.
    public var base: String
    /// The salt, in hexadecimal, for deriving the key that seals the changes from the document's key; `nil` if they are
    /// readable.
    public var salt: String?
    /// The document's file at that time; `nil` in logs of earlier programs.
    package var file: RecordedFile?
    /// A checksum of all bytes that ``base`` describes, in a format that its writer chooses; `nil` if there are many.
    public var digest: String?
    /// The permission bits of the document, and the group that they apply to; `nil` in logs of earlier programs.
    private var mode: UInt32?
    private var group: UInt32?

    /// Who may read the document, for a file in which it is put back.
    package var rights: AccessRights? {
        get { mode.map { AccessRights(mode: $0, group: group) } }
        set { (mode, group) = (newValue?.notedMode, newValue?.group) }
    }

    /// The document's path, with links followed, when the first change was made.
    public var path: FilePath {
        get { FilePath(text: document, bytes: documentBytes) }
        set { (document, documentBytes) = (newValue.string, newValue.bytesUnlessText) }
    }

    /// - Parameters:
    ///   - path: the document's path, absolute and with links followed.
    ///   - base: the state of the document; one line.
    ///   - salt: see ``salt``.
    public init(path: FilePath, base: String, salt: String? = nil) {
        document = ""
        self.base = base
        self.salt = salt
        self.path = path
    }

    init?(payload: some Sequence<UInt8>) {
        guard let header: Self = JSONLine.value(Array(payload)) else { return nil }
        self = header
    }

    var payload: [UInt8] { JSONLine.bytes(self) }
}
