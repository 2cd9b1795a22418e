internal import SystemPackage

/// A message between a coordinator and a presenter's process: a datagram of fields separated by NUL.
///
/// ```
/// coordinator                         presenter's process
/// access, requests, answer        →
///                                 ←   heard, at once; then done or failed, when the presenter has done it
/// moved, changed, version …       →
/// (closes, or dies)                   the access is over
/// ```
enum PresenterMessage: Hashable {
    /// The first message of each connection: an access with this purpose identifier begins. A presenter that makes it
    /// while it answers other accesses names their purpose identifiers.
    case access(purpose: String, answering: [String] = [])
    case request(PresenterRequest)
    /// The requests are complete; reply when they are done.
    case answer
    case moved(from: FilePath, to: FilePath)
    /// The item may have changed; check it.
    case changed(FilePath)
    case version(VersionEvent, of: FilePath)
    /// The process of the presenter is alive.
    case acknowledged
    case done
    case failed(reason: String)
}

/// What happened to a version of an item.
struct VersionEvent: Hashable {
    enum Kind: String { case gained, lost, resolved }

    var kind: Kind
    var version: FileVersionIdentifier
}

extension PresenterMessage {
    /// The first field of a connection, which distinguishes programs of another version.
    private static let protocolName = "pdfco-presenter 1"
    private static let reasonLimit = 4096

    /// The item that the message is about, if any.
    var path: FilePath? {
        switch self {
        case .changed(let path), .version(_, let path): path
        default: nil
        }
    }

    var bytes: [UInt8] {
        let fields: [[UInt8]] =
            switch self {
            case .access(let purpose, let answered): ([Self.protocolName, purpose] + answered).map { Array($0.utf8) }
            case .request(.relinquishToReader): [Array("relinquishToReader".utf8)]
            case .request(.relinquishToWriter): [Array("relinquishToWriter".utf8)]
            case .request(.save): [Array("save".utf8)]
            case .request(.accommodateDeletion): [Array("accommodateDeletion".utf8)]
            case .request(.accommodateSubitemDeletion(let path)):
                [Array("accommodateSubitemDeletion".utf8), path.bytes]
            case .answer: [Array("answer".utf8)]
            case .moved(let old, let new): [Array("moved".utf8), old.bytes, new.bytes]
            case .changed(let path): [Array("changed".utf8), path.bytes]
            case .version(let event, let path):
                [Array(event.kind.rawValue.utf8), path.bytes, Array(event.version.rawValue.utf8)]
            case .acknowledged: [Array("heard".utf8)]
            case .done: [Array("done".utf8)]
            case .failed(let reason):
                [Array("failed".utf8), Array(reason.utf8.filter { $0 != 0 }.prefix(Self.reasonLimit))]
            }
        return Array(fields.joined(separator: [0]))
    }

    /// `nil` if no program of this version sends such a message.
    init?(bytes: [UInt8]) {
        let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
        let texts = fields.map { String(decoding: $0, as: UTF8.self) }
        switch (texts[0], fields.count) {
        case (Self.protocolName, 2...): self = .access(purpose: texts[1], answering: Array(texts[2...]))
        case ("relinquishToReader", 1): self = .request(.relinquishToReader)
        case ("relinquishToWriter", 1): self = .request(.relinquishToWriter)
        case ("save", 1): self = .request(.save)
        case ("accommodateDeletion", 1): self = .request(.accommodateDeletion)
        case ("accommodateSubitemDeletion", 2):
            self = .request(.accommodateSubitemDeletion(FilePath(bytes: fields[1])))
        case ("answer", 1): self = .answer
        case ("moved", 3): self = .moved(from: FilePath(bytes: fields[1]), to: FilePath(bytes: fields[2]))
        case ("changed", 2): self = .changed(FilePath(bytes: fields[1]))
        case ("heard", 1): self = .acknowledged
        case ("done", 1): self = .done
        case ("failed", 2): self = .failed(reason: texts[1])
        case (let kind, 3):
            guard let kind = VersionEvent.Kind(rawValue: kind) else { return nil }
            let version = FileVersionIdentifier(rawValue: texts[2])
            self = .version(VersionEvent(kind: kind, version: version), of: FilePath(bytes: fields[1]))
        default: return nil
        }
    }
}
