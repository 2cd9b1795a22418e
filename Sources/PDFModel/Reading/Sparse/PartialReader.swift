/// A reader of only those objects of a file that are asked for, so that the cost depends on the request and not on the
/// file.
///
/// It has only what is written so that no two readers can read it differently, and reads it as libqpdf does. Every
/// function throws where anything else is asked for: the caller then lets libqpdf read the whole file, and drops this
/// reader.
final class PartialReader {
    private let index: CrossReferenceIndex
    let objects: WrittenObjects
    /// The version in the header.
    let version: String
    /// The trailer without the keys that lead to nothing, as in libqpdf.
    let trailer: PDFDictionary

    /// The length in bytes of a file up to which all of its cross-reference entries are checked.
    private static let checkedLength = 32 << 10

    /// - Parameters:
    ///   - owner: what keeps the bytes valid.
    ///   - earlier: the reader of the file before an increment, and the length of that file.
    init(
        _ bytes: UnsafeRawBufferPointer, _ structure: FileStructure, _ history: RevisionHistory,
        keeping owner: AnyObject, following earlier: (reader: PartialReader, count: Int)? = nil
    ) throws(PartialReadingError) {
        let memory = owner as? any AdvisedMemory
        index = try CrossReferenceIndex(
            bytes, headerOffset: structure.headerOffset, history, in: memory, following: earlier?.reader.index)
        objects = WrittenObjects(
            bytes, headerOffset: structure.headerOffset, index, in: memory, following: earlier?.reader.objects)
        guard index.trailer[.encrypt] == nil else { throw PartialReadingError("it is encrypted") }
        guard let version = Self.version(bytes, at: structure.headerOffset) else {
            throw PartialReadingError("its header states no version")
        }
        self.version = version
        if bytes.count <= Self.checkedLength {
            let begin = earlier?.count ?? 0
            if let entry = PredictorRow.boundlessEntry(in: bytes, from: begin) {
                throw PartialReadingError("a predictor's \(entry) makes a row longer than all data of the file")
            }
            try index.checkEntries(from: begin)
        }
        let objects = objects
        for value in index.trailer.carriedOver.values {
            guard value.referenceValue != nil || value.highestReference == 0 else {
                throw PartialReadingError("its trailer has an unexpected indirect reference")
            }
            guard WrittenObject.isPlain(value, size: index.size) else {
                throw PartialReadingError("its trailer is ambiguous")
            }
        }
        var dead: Set<IndirectReference> = []
        for reference in index.trailer.values.compactMap(\.referenceValue) where try objects.isNull(reference) {
            dead.insert(reference)
        }
        trailer = index.trailer.filter { $0.value.referenceValue.map { !dead.contains($0) } ?? true }
        // What libqpdf needs to open a file.
        guard case .reference(let root)? = trailer[.root], case .dictionary(let catalog) = try objects.object(root),
            case .reference(let pages)? = catalog[.pages], case .dictionary = try objects.object(pages)
        else { throw PartialReadingError("its trailer does not lead to a page tree") }
    }

    /// Returns the version in the header, as libqpdf reads it; `nil` where there is none.
    private static func version(_ bytes: UnsafeRawBufferPointer, at position: Int) -> String? {
        guard bytes.matches("%PDF-", at: position) else { return nil }
        var reader = SyntaxReader(bytes, at: position + 5)
        guard reader.skipDigits(), reader.current == UInt8(ascii: ".") else { return nil }
        reader.position += 1
        guard reader.skipDigits() else { return nil }
        return String(decoding: bytes[(position + 5)..<reader.position], as: UTF8.self)
    }
}

extension SyntaxReader {
    /// Skips digits; returns whether there is one.
    fileprivate mutating func skipDigits() -> Bool {
        let start = position
        while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }
}
