internal import Cryptography
internal import LinuxFiles
public import SystemPackage

/// Identifies a checkpoint: a word derived from the document's path, or chosen by the user.
public struct CheckpointIdentifier: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// The identifier of the document at a path, absolute and with links followed.
    public init(for path: FilePath) {
        let bytes = path.withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: path.length)) }
        description = SHA256.digits(of: bytes)
    }

    /// A word of the user's choice: 1 to 64 ASCII letters, digits, `-` and `_`.
    ///
    /// - Throws: ``CheckpointError/invalidIdentifier(_:)`` for any other word.
    public init(_ word: String) throws(CheckpointError) {
        let isAllowed: (UInt8) -> Bool = { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard (1...64).contains(word.utf8.count), word.utf8.allSatisfy(isAllowed) else {
            throw .invalidIdentifier(word)
        }
        description = word
    }

    private init(exactly word: String) { description = word }

    /// Returns the identifier for changes of a document that is gone.
    func numbered(_ number: Int) -> Self { Self(exactly: "\(description)-\(number)") }

    /// Whether it is one of those for changes of the document that was at a path before another one was written there.
    package func isNumbered(from path: FilePath) -> Bool { description.hasPrefix("\(Self(for: path))-") }

    private static let suffix = ".checkpoint"
    private static let asideSuffix = ".damaged"
    private static let baseSuffix = ".base"
    private static let savedSuffix = ".saved"

    var fileName: FilePath.Component { FilePath.Component(description + Self.suffix)! }

    /// Returns the name of the original of changes that were made on a base.
    func originalName(ofBase base: String) -> FilePath.Component {
        FilePath.Component("\(description).\(SHA256.digits(of: Array(base.utf8)))\(Self.baseSuffix)")!
    }

    /// Returns the name of a log in the history, with the checksum of its last record.
    func savedName(_ checksum: UInt32) -> FilePath.Component {
        FilePath.Component("\(description).\(checksum.hexadecimal)\(Self.savedSuffix)")!
    }

    /// Returns the name of an original in the history, of the log with a name there.
    static func baseName(ofSaved name: FilePath.Component) -> FilePath.Component {
        FilePath.Component(name.string + baseSuffix)!
    }

    /// Whether a file of this name in the history is a log of the document.
    func isSaved(_ name: FilePath.Component) -> Bool {
        name.string.hasPrefix(description + ".") && name.string.hasSuffix(Self.savedSuffix)
    }

    /// Returns the name of a log that could not be read to its end; from the second attempt on, with a number.
    func asideName(_ attempt: Int) -> FilePath.Component {
        FilePath.Component(description + (attempt > 1 ? ".\(attempt)" : "") + Self.asideSuffix)!
    }

    /// The checkpoint that a file of this name is; `nil` for other files.
    init?(fileName: FilePath.Component) { self.init(fileName, endingIn: Self.suffix) }

    /// The checkpoint to which an original of this name belongs; `nil` for other files.
    init?(originalName name: FilePath.Component) {
        guard name.string.hasSuffix(Self.baseSuffix), let word = name.string.split(separator: ".").first,
            let made = try? Self(String(word))
        else { return nil }
        self = made
    }

    /// The checkpoint whose lock file has this name; `nil` for other files.
    init?(lockName: FilePath.Component) {
        guard let name = TemporaryName.locked(by: lockName) else { return nil }
        self.init(fileName: name)
    }

    private init?(_ name: FilePath.Component, endingIn suffix: String) {
        let name = name.string
        guard name.hasSuffix(suffix), let made = try? Self(String(name.dropLast(suffix.count))) else { return nil }
        self = made
    }

    static func isAside(_ name: FilePath.Component) -> Bool { name.string.hasSuffix(asideSuffix) }
}
