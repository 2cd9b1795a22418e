/// The kind of a cross-reference section (ISO 32000-2, 7.5.4 and 7.5.8).
public enum CrossReferenceKind: String, Sendable, CaseIterable {
    /// A table with a trailer dictionary.
    case table
    /// A cross-reference stream, which is its own trailer.
    case stream
    /// A table whose trailer also refers to a cross-reference stream (`/XRefStm`, 7.5.8.4).
    case hybrid
}

/// One cross-reference section as it is in a file: its kind, its trailer, and its extent.
struct CrossReferenceSection: Equatable {
    /// The offset of the section, in bytes from the header, as in `startxref` and `/Prev`.
    var offset: Int
    /// The offset of its end, after the trailer dictionary or the stream's data, in bytes from the header.
    var end: Int
    var kind: CrossReferenceKind
    var trailer: PDFDictionary
    /// Whether the entries of a table have 20 bytes each; some readers repair a file with other entries (7.5.4).
    private(set) var isRegular = true
    /// Whether a table has nothing between its words and numbers that other readers may fail on, such as a comment.
    private(set) var isPlain = true
    /// Whether a table is where its offset says, and has nothing that libqpdf may read differently.
    private(set) var isCertain = true
    /// Whether anything but white space follows an entry of a table on its line: some readers then reject the table.
    private(set) var hasWordsBehindEntries = false
    /// The highest object number that the section lists or its `/Size` leaves room for.
    var highestObject: Int
    /// The subsections in file order; empty for a stream whose `/Index` is invalid.
    private(set) var subsections: [Subsection] = []
    /// The cross-reference stream of a hybrid section, where it can be read: zero or one section.
    private(set) var hidden: [CrossReferenceSection] = []
    /// The object of a cross-reference stream.
    private(set) var stream: IndirectReference?

    /// Entries of objects with consecutive numbers (7.5.4, and `/Index` of Table 17).
    struct Subsection: Equatable {
        /// The number of the first object.
        var first: Int
        var count: Int
        /// The position of the first entry: in bytes from the header in a table, in rows from the first in a stream.
        var position: Int

        /// One more than the number of the last object.
        var end: Int { first + count }
    }

    /// The offset of the section before this one.
    var previous: Int? { trailer[.previous]?.integerValue }

    /// Reads the section at `offset`; throws where there is neither a table nor a cross-reference stream.
    init(_ bytes: UnsafeRawBufferPointer, headerOffset: Int, offset: Int) throws(PDFError) {
        guard offset > 0, offset < bytes.count - headerOffset else {
            throw .damaged("a cross-reference section is said to be at byte \(offset), which is outside the file")
        }
        var reader = SyntaxReader(bytes, at: offset + headerOffset)
        (self.offset, end, kind, trailer, highestObject) = (offset, 0, .table, [:], 0)
        if reader.skip("xref") {
            try readTable(&reader, headerOffset: headerOffset)
            if !bytes.matches("xref", at: offset + headerOffset) { isCertain = false }
            kind = trailer[.xrefStream] == nil ? .table : .hybrid
            if let position = trailer[.xrefStream]?.integerValue,
                let section = Self.hidden(bytes, headerOffset, position)
            {
                // The numbers of objects that the table leaves to the stream count as well.
                highestObject = max(highestObject, Self.highest(listedBy: section.trailer))
                hidden = [section]
            }
        } else {
            let found = try Self.stream(&reader, offset: offset)
            (trailer, stream, kind) = (found.dictionary, found.reference, .stream)
            highestObject = Self.highest(listedBy: trailer)
            subsections = Self.subsections(listedBy: trailer)
        }
        if let size = trailer[.size]?.integerValue, size > 0 { highestObject = max(highestObject, size - 1) }
        let data = kind == .stream ? trailer[.length]?.integerValue ?? 0 : 0
        let rest = bytes.count - reader.position
        end = reader.position - headerOffset + min(max(0, data), max(0, rest))
    }

    /// Whether a table or any object, which may be a cross-reference stream, begins at `position`.
    static func begins(_ bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
        guard position < bytes.count else { return false }
        var reader = SyntaxReader(bytes, at: position)
        return reader.skip("xref") || (reader.integer() != nil && reader.integer() != nil && reader.skip("obj"))
    }

    private mutating func readTable(_ reader: inout SyntaxReader, headerOffset: Int) throws(PDFError) {
        isCertain = reader.isAtEndOfWord
        var start = reader.position
        while !reader.skip("trailer") {
            guard let first = reader.integer(), let count = reader.integer() else {
                throw .damaged("the cross-reference table at byte \(offset) cannot be read")
            }
            highestObject = max(highestObject, first + count - 1)
            reader.skipSpace()
            if !reader.hasOnlyNumbers(from: start) { isPlain = false }
            subsections.append(Subsection(first: first, count: count, position: reader.position - headerOffset))
            if !reader.skipEntries(count, &hasWordsBehindEntries) { isRegular = false }
            start = reader.position
        }
        if !reader.isAtEndOfWord { isCertain = false }
        guard let dictionary = reader.object()?.dictionaryValue else {
            throw .damaged("the trailer of the cross-reference table at byte \(offset) cannot be read")
        }
        if reader.hasMetDoubt { isCertain = false }
        trailer = dictionary
    }

    private static func stream(
        _ reader: inout SyntaxReader, offset: Int
    ) throws(PDFError) -> (reference: IndirectReference, dictionary: PDFDictionary) {
        guard let number = reader.integer(), number > 0, let generation = reader.integer(), reader.skip("obj"),
            let dictionary = reader.object()?.dictionaryValue, dictionary[.type] == .name(.xref)
        else { throw .damaged("there is no cross-reference section at byte \(offset)") }
        // These values must be direct (7.5.8.2); otherwise they would depend on the sections read so far.
        for key in [Name.size, .index, .previous, .widths] where dictionary[key]?.highestReference ?? 0 > 0 {
            throw .damaged("\(key) of the cross-reference stream at byte \(offset) has an indirect reference")
        }
        return (IndirectReference(number, generation: generation), dictionary)
    }

    /// Returns the cross-reference stream to which a hybrid section refers.
    private static func hidden(
        _ bytes: UnsafeRawBufferPointer, _ headerOffset: Int, _ position: Int
    ) -> CrossReferenceSection? {
        guard position > 0, position < bytes.count - headerOffset else { return nil }
        var reader = SyntaxReader(bytes, at: position + headerOffset)
        guard !reader.skip("xref") else { return nil }
        return try? CrossReferenceSection(bytes, headerOffset: headerOffset, offset: position)
    }

    private static func subsections(listedBy stream: PDFDictionary) -> [Subsection] {
        let written = stream[.index].map { $0.arrayValue?.map(\.integerValue) ?? [nil] }
        let index = written ?? [0, stream[.size]?.integerValue]
        let numbers = index.compactMap(\.self)
        guard numbers.count == index.count, numbers.allSatisfy({ (0...Int(Int32.max)).contains($0) }) else { return [] }
        var row = 0
        return stride(from: 0, to: numbers.count - 1, by: 2).map { start in
            defer { row += numbers[start + 1] }
            return Subsection(first: numbers[start], count: numbers[start + 1], position: row)
        }
    }

    /// The highest object number in the subsections of a cross-reference stream.
    private static func highest(listedBy stream: PDFDictionary) -> Int {
        let index = stream[.index]?.numbersValue ?? []
        return stride(from: 0, to: index.count - 1, by: 2).reduce(0) { highest, start in
            max(highest, Int(clamping: index[start] + index[start + 1]) - 1)
        }
    }
}

extension SyntaxReader {
    /// Whether there are only digits and white space between `start` and the position. libqpdf does not take a null
    /// character for white space here.
    fileprivate func hasOnlyNumbers(from start: Int) -> Bool {
        bytes[start..<position].allSatisfy { Self.isSpace($0) && $0 != 0 || (0x30...0x39).contains($0) }
    }

    /// Skips the entries of one subsection, in one step where all have 20 bytes, else line by line; returns whether all
    /// have 20 bytes.
    ///
    /// - Parameter hasWords: set if anything but white space follows one of them.
    fileprivate mutating func skipEntries(_ count: Int, _ hasWords: inout Bool) -> Bool {
        skipSpace()
        let (length, overflow) = count.multipliedReportingOverflow(by: 20)
        if !overflow, length <= bytes.count - position {
            if count == 0 || (isEntry(at: position) && isEntry(at: position + length - 20)) {
                position += length
                return true
            }
        }
        for _ in 0..<count {
            let start = position
            guard integer() != nil, integer() != nil, skip("n") || skip("f") else {
                position = start
                return false
            }
            // As in libqpdf: what follows on the line is not part of the table, even if it is another trailer.
            while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
                if !Self.isSpace(bytes[position]) { hasWords = true }
                position += 1
            }
        }
        return false
    }

    /// Whether there is an entry of 20 bytes at `position`, within the file (7.5.4).
    private func isEntry(at position: Int) -> Bool {
        let kind = bytes[position + 17]
        return bytes[position + 10] == 0x20 && bytes[position + 16] == 0x20
            && (kind == UInt8(ascii: "n") || kind == UInt8(ascii: "f"))
            && Self.isSpace(bytes[position + 18]) && Self.isSpace(bytes[position + 19])
    }
}

extension Int {
    /// `value` as an integer, clamped to the range of numbers in a file.
    fileprivate init(clamping value: Double) { self = Int(Swift.min(Swift.max(value, 0), 2_147_483_647)) }
}
