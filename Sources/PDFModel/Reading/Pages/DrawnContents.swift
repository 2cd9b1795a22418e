internal import Cryptography

/// A hash of what content streams draw, which stays the same when a writer compresses, splits or joins them
/// differently: it covers their data, and the data of the images and form XObjects that they name (ISO 32000-2, 7.8.2
/// and 8.8 to 8.10).
///
/// The pages of a scanned document differ only in their images. Long streams are hashed by their length alone, so that
/// the cost does not grow with the page.
struct DrawnContents {
    private let file: PDFFile
    private var hash = SHA256()
    private var seen: Set<IndirectReference> = []
    /// The number of bytes of encoded data that may still be hashed.
    private var rest = 1 << 20

    /// The length in bytes of encoded data.
    private static let longestStream = 1 << 18

    init(_ file: PDFFile) { self.file = file }

    /// 16 hexadecimal digits for everything added so far.
    var digits: String { hash.digits }

    mutating func add(_ text: String) { hash.update(Array("\(text)\n".utf8)) }

    /// Adds streams that are drawn in sequence with the same resources.
    mutating func add(_ streams: [PDFObject], with resources: PDFDictionary) throws(PDFError) {
        // A stream that is not read might use every name.
        var used: Set<Name>? = []
        for stream in streams {
            guard let reference = stream.referenceValue, case .stream(let object) = try file.readable(stream) else {
                continue
            }
            if let data = try add(data(of: object, reference)) {
                used?.formUnion(Self.names(in: data))
            } else {
                used = nil
            }
        }
        let objects = try file.readable(resources[.xObject] ?? .null).dictionaryValue ?? [:]
        for (name, value) in objects.sorted(by: { $0.key < $1.key }) where used?.contains(name) ?? true {
            guard let reference = value.referenceValue, seen.insert(reference).inserted,
                case .stream(let object) = try file.readable(value)
            else { continue }
            if try file.readable(object.dictionary[.subtype] ?? .null) == .name(.form) {
                let own = try file.readable(object.dictionary[.resources] ?? .null).dictionaryValue
                try add([value], with: own ?? resources)
            } else {
                _ = try add(data(of: object, reference))
            }
        }
    }

    /// Returns the data, decoded where possible; `nil` with only the length where it is long.
    private mutating func data(
        of stream: PDFStream, _ reference: IndirectReference
    ) throws(PDFError) -> (data: [UInt8]?, length: Int) {
        let length = try file.readable(stream.dictionary[.length] ?? .null).integerValue ?? 0
        guard length <= min(Self.longestStream, rest) else { return (nil, length) }
        rest -= max(0, length)
        return (try file.streamData(reference), length)
    }

    private mutating func add(_ stream: (data: [UInt8]?, length: Int)) -> [UInt8]? {
        guard let data = stream.data else {
            add("\(stream.length)")
            return nil
        }
        hash.update(data)
        // Readers join streams with white space between them.
        if data.last != 0x0A { hash.update([0x0A]) }
        return data
    }

    /// Returns everything that may be a name in a content stream, such as the names that `Do` draws.
    private static func names(in data: [UInt8]) -> Set<Name> {
        var names: Set<Name> = []
        for word in data.split(whereSeparator: { isDelimiter($0) && $0 != solidus }) {
            for name in word.split(separator: solidus, omittingEmptySubsequences: false).dropFirst() {
                names.insert(Name(bytes: Array(name)))
            }
        }
        return names
    }

    private static let solidus = UInt8(ascii: "/")

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "()<>[]{}%/".utf8.contains(byte)
    }
}
