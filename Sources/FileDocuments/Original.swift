internal import Checkpointing
internal import LinuxFiles
internal import SystemPackage

/// The document that unsaved changes were made on, kept beside their log, when the file at its path no longer has it.
public struct Original: Sendable, Equatable {
    /// What is at the document's path in place of the document.
    public enum Place: Sendable, Equatable {
        /// Nothing. `isExpected` says whether the document's directory is there, on the device that the document was on: otherwise its
        /// disk may not be mounted.
        case nothing(isExpected: Bool)
        /// A beginning of the document and zeros, as a crash leaves it; `isIdle` says whether it is certain that nobody
        /// is writing it.
        case remains(isIdle: Bool)
        /// Other bytes.
        case otherBytes
        /// A directory, pipe or socket.
        case noFile(String)
        /// What cannot be read.
        case unreadable
    }

    /// What is at the document's path.
    public let place: Place
    /// The length of the document in bytes.
    public let bytes: Int
    let identifier: CheckpointIdentifier
    let copy: FilePath
    let header: CheckpointHeader

    /// Whether restoring the document puts it back; otherwise the user decides about what is there.
    public var isPutBack: Bool {
        switch place {
        case .nothing(let isExpected): isExpected
        case .remains(let isIdle): isIdle
        case .otherBytes, .noFile, .unreadable: false
        }
    }

    /// What has become of the file, in a few words.
    var reason: String {
        switch place {
        case .nothing: "it was deleted"
        case .remains: "it was cut off"
        case .otherBytes: "another program has written something else there"
        case .noFile(let kind): "there is \(kind) now"
        case .unreadable: "it cannot be read now"
        }
    }

    init(_ identifier: CheckpointIdentifier, _ header: CheckpointHeader, in copy: FilePath, bytes: Int, _ place: Place)
    {
        (self.identifier, self.header, self.copy, self.bytes, self.place) = (identifier, header, copy, bytes, place)
    }
}
