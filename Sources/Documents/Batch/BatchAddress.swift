internal import Cryptography
internal import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

/// Which job a line is, and the document that it is about.
public struct BatchAddress: Sendable, Equatable {
    /// The `id` that the line states; otherwise derived from the line, so that the same line is the same job in each
    /// run.
    public var identifier: String
    /// Whether the line states it.
    public var isStated = false
    /// The document's file.
    public var document: FilePath
    /// The new file that the job writes; `nil` where it has none.
    public var output: FilePath?

    /// The address of a job of which only the identifier is known.
    public init(identifier: String) { (self.identifier, document) = (identifier, "") }

    /// Reads a job's line, a JSON object, without the line feed that ends it. Its other members are not looked at.
    public init(line: [UInt8]) throws(BatchJob.Invalid) {
        self = BatchAddress(try BatchJob.decode(AddressText.self, line), line)
    }

    /// Reads a line that is a path, whatever its bytes.
    public init(path line: [UInt8]) throws(BatchJob.Invalid) {
        guard !line.isEmpty, !line.contains(0) else { throw BatchJob.Invalid(reason: "it is not a path") }
        let path = ByteText.text(line)
        (document, identifier) = (FilePath(argument: path), Self.identifier(ofPath: path))
        guard line[0] != UInt8(ascii: "{") || (try? FileStatus(of: document, followingLink: false)) != nil else {
            throw BatchJob.Invalid(reason: "it is a job, and not a path")
        }
    }

    init(_ text: AddressText, _ line: [UInt8]) {
        (document, output) = (text.file, text.output)
        // Another line about the same document is another job.
        identifier = text.identifier ?? "\(Self.identifier(ofPath: text.file.argument))#\(SHA256.digits(of: line))"
        isStated = text.identifier != nil
    }

    /// Returns a path with `\xHH` for each byte that is not UTF-8 and `\\` for each backslash: no two paths have the same.
    private static func identifier(ofPath path: String) -> String {
        ByteText.readable(path.replacing("\\", with: "\\\\"))
    }

    /// The part of a divided batch that does this job, from 0: the same in each process and each version.
    public func part(of count: Int) -> Int { Int(fingerprint.0 % UInt64(count)) }

    /// A number for the job's identifier, so long that no two jobs have the same one.
    public var fingerprint: (UInt64, UInt64) {
        SHA256.digest(of: Array(identifier.utf8)).withUnsafeBytes { digest in
            let number = { UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: $0, as: UInt64.self)) }
            return (number(0), number(8))
        }
    }
}

/// What a job's object says about its address.
struct AddressText: Decodable {
    var identifier: String?
    var file: FilePath
    var output: FilePath?

    init(from decoder: any Decoder) throws {
        let values = try JobObject(decoder)
        identifier = try values.identifier("id")
        guard let path = try values.path("file") else { throw BatchJob.Invalid(reason: "file is missing") }
        file = path
        output = try values.path("output") ?? values.path("incrementTo")
    }
}
