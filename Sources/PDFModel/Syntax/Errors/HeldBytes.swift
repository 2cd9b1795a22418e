/// The bytes of what a file contains that are held at a time, and their limit: a file can have a value once and use it
/// a million times, and can have data that is a thousand times as long when it is decoded.
package struct HeldBytes {
    /// Many times what a file holds that was not made to exhaust its reader.
    package let limit: Int
    private var count = 0

    /// - Parameter length: the length of the file in bytes.
    package init(ofFile length: Int) { limit = (64 << 20) + 32 * length }

    /// Adds what is held besides.
    ///
    /// - Throws: ``PDFError/tooDemanding(_:)`` where that is too much; `what` is the subject of its sentence.
    package mutating func add(_ added: Int, _ what: @autoclosure () -> String) throws(PDFError) {
        count += added
        guard count <= limit else {
            throw .tooDemanding("\(what()) would take more than \(limit >> 20) MiB of memory")
        }
    }
}

extension PDFObject {
    /// About the bytes of memory that the value takes once it is read and shown.
    var weight: Int {
        switch self {
        case .string(let string): 32 + string.bytes.count
        case .array(let items): items.reduce(32) { $0 + $1.weight }
        case .dictionary(let entries): entries.reduce(32) { $0 + $1.value.weight }
        case .stream(let stream): stream.dictionary.reduce(32) { $0 + $1.value.weight }
        default: 32
        }
    }
}
