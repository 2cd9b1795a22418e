extension PDFFile {
    /// Returns the object numbers at or above `first` to which anything in the file refers, as far as the search costs
    /// no more than reading the file.
    func mentionedNumbers(from first: Int) -> Set<Int> {
        guard isReadWhole || count <= Self.longestScan else { return danglingNumbers }
        return ReferenceScan.numbers(from: first, in: bytes, except: longStreams(below: first)).union(danglingNumbers)
    }

    /// The number of bytes that can be searched in less than two milliseconds.
    private static let longestScan = 4 << 20

    /// Returns the data of long streams, each up to the next object, in file order; none where the file has many
    /// objects below `limit`.
    private func longStreams(below limit: Int) -> [Range<Int>] {
        guard isReadWhole, recovered == nil, let document = try? whole(), (2...Self.fewObjects).contains(limit) else {
            return []
        }
        let starts = (1..<limit).compactMap { number -> Int? in
            guard case .file(let offset) = document.entry(of: number)?.place else { return nil }
            return bytes.indices.contains(headerOffset + offset) ? headerOffset + offset : nil
        }.sorted()
        return zip(starts, starts.dropFirst() + [count]).compactMap { start, end in
            guard end - start > Self.lengthOfLongStream else { return nil }
            var reader = SyntaxReader(bytes, at: start)
            guard reader.integer() != nil, reader.integer() != nil, reader.skip("obj"),
                reader.object()?.dictionaryValue != nil, reader.skip("stream"), reader.position < end
            else { return nil }
            return reader.position..<end
        }
    }

    /// The number of objects that can be looked up faster than a long stream is searched.
    private static let fewObjects = 1000
    /// In bytes.
    private static let lengthOfLongStream = 64 << 10
}
