/// How much of the file a signature covers: a prefix, except for the signature itself (ISO 32000-2, 12.8.1).
public struct SignatureCoverage: Sendable, Equatable {
    /// The length of that prefix in bytes, including the signature; a file that lost its end is shorter.
    public var bytes: Int
    /// The number of the revision that ends there; `nil` where none does.
    public var revision: Int?
    /// Whether nothing was added since.
    public var isWholeFile: Bool

    /// Creates the coverage of the first bytes of a file.
    public init(bytes: Int, revision: Int?, isWholeFile: Bool) {
        self.bytes = bytes
        self.revision = revision
        self.isWholeFile = isWholeFile
    }
}

extension PDFFile {
    /// Returns what `/ByteRange` covers; `nil` where that is not a prefix of the file with one gap for `/Contents`.
    ///
    /// In a wider gap, anything could be replaced without invalidating the signature.
    func coverage(of signature: PDFDictionary) throws(PDFError) -> SignatureCoverage? {
        var range: [Int] = []
        for item in try resolve(signature["ByteRange"] ?? .null).arrayValue ?? [] {
            guard let number = try resolve(item).integerValue, number >= 0 else { return nil }
            range.append(number)
        }
        // Bytes beyond the end cannot be checked, whatever the gap is: the file lost its end.
        let ends = stride(from: 0, to: range.count - 1, by: 2).map { range[$0].addingReportingOverflow(range[$0 + 1]) }
        let last = ends.map { $0.overflow ? .max : $0.partialValue }.max() ?? 0
        if last > count { return SignatureCoverage(bytes: last, revision: nil, isWholeFile: false) }
        guard range.count == 4, range[0] == 0, isHexadecimalString(from: range[1], to: range[2]) else { return nil }
        let end = range[2] + range[3]
        return SignatureCoverage(bytes: end, revision: revision(endingAt: end), isWholeFile: end == count)
    }

    /// Whether a hexadecimal string fills exactly these bytes.
    private func isHexadecimalString(from start: Int, to end: Int) -> Bool {
        guard start < end, end <= count, bytes[start] == UInt8(ascii: "<") else { return false }
        var reader = SyntaxReader(bytes, at: start)
        return reader.object()?.stringValue != nil && reader.position == end
    }

    /// Returns the revision that ends at `end`, apart from white space that only one of them counts.
    func revision(endingAt end: Int) -> Int? {
        let revision = revisions().last { revision in
            bytes[min(revision.bytes, end)..<max(revision.bytes, end)].allSatisfy(SyntaxReader.isSpace)
        }
        return revision?.number
    }
}
