/// The form of a cross-reference section (ISO 32000-2, 7.5.4 and 7.5.8).
public enum CrossReferenceForm: String, Sendable, CaseIterable {
    /// A table with a trailer dictionary.
    case table
    /// A cross-reference stream, which is its own trailer.
    case stream
    /// A table whose trailer names a cross-reference stream besides (`/XRefStm`, 7.5.8.4).
    case hybrid
}

/// One cross-reference section as it stands in a file: its form, its trailer, and what it covers.
struct CrossReferenceSection: Equatable {
    /// Where the section begins, in bytes from the header, as `startxref` and `/Prev` count.
    var offset: Int
    /// Where it ends, behind the trailer dictionary or the stream's data; bytes from the header.
    var end: Int
    var form: CrossReferenceForm
    var trailer: PDFDictionary
    /// Whether the entries of a table have 20 bytes each; some readers repair a file that has others (7.5.4).
    private(set) var isRegular = true
    /// The highest object number that the section lists or its `/Size` leaves room for.
    var highestObject: Int

    /// The offset of the section before this one.
    var previous: Int? { trailer[.previous]?.integerValue }

    /// Reads the section at `offset`; throws where neither a table nor a cross-reference stream stands there.
    init(_ bytes: UnsafeRawBufferPointer, headerOffset: Int, offset: Int) throws(PDFError) {
        guard offset > 0, offset < bytes.count - headerOffset else {
            throw .damaged("a cross-reference section is said to be at byte \(offset), which is outside the file")
        }
        var reader = SyntaxReader(bytes, at: offset + headerOffset)
        self.offset = offset
        if reader.skip("xref") {
            (trailer, highestObject, isRegular) = try Self.table(&reader, offset: offset)
            form = trailer[.xrefStream] == nil ? .table : .hybrid
            if let hidden = trailer[.xrefStream]?.integerValue, hidden > 0, hidden < bytes.count - headerOffset {
                // Objects that the table leaves to the stream have numbers, too.
                var reader = SyntaxReader(bytes, at: hidden + headerOffset)
                let stream = try? Self.stream(&reader, offset: hidden)
                highestObject = max(highestObject, stream.map(Self.highest(listedBy:)) ?? 0)
            }
        } else {
            trailer = try Self.stream(&reader, offset: offset)
            form = .stream
            highestObject = Self.highest(listedBy: trailer)
        }
        if let size = trailer[.size]?.integerValue, size > 0 { highestObject = max(highestObject, size - 1) }
        let data = form == .stream ? trailer[.length]?.integerValue ?? 0 : 0
        let rest = bytes.count - reader.position
        end = reader.position - headerOffset + min(max(0, data), max(0, rest))
    }

    /// Whether a table or some object, which may be a cross-reference stream, begins at `place`.
    static func begins(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        guard place < bytes.count else { return false }
        var reader = SyntaxReader(bytes, at: place)
        return reader.skip("xref") || (reader.integer() != nil && reader.integer() != nil && reader.skip("obj"))
    }

    private static func table(
        _ reader: inout SyntaxReader, offset: Int
    ) throws(PDFError) -> (trailer: PDFDictionary, highest: Int, isRegular: Bool) {
        var (highest, isRegular) = (0, true)
        while !reader.skip("trailer") {
            guard let start = reader.integer(), let count = reader.integer() else {
                throw .damaged("the cross-reference table at byte \(offset) cannot be read")
            }
            highest = max(highest, start + count - 1)
            if !reader.skipEntries(count) { isRegular = false }
        }
        guard let trailer = reader.object()?.dictionaryValue else {
            throw .damaged("the trailer of the cross-reference table at byte \(offset) cannot be read")
        }
        return (trailer, highest, isRegular)
    }

    private static func stream(_ reader: inout SyntaxReader, offset: Int) throws(PDFError) -> PDFDictionary {
        guard reader.integer() != nil, reader.integer() != nil, reader.skip("obj"),
            let dictionary = reader.object()?.dictionaryValue, dictionary[.type] == .name(.xref)
        else { throw .damaged("there is no cross-reference section at byte \(offset)") }
        return dictionary
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
    /// Passes over the entries of one subsection: in one step where all have their 20 bytes, else line by line; whether
    /// they have.
    fileprivate mutating func skipEntries(_ count: Int) -> Bool {
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
            // As libqpdf does: what follows on the line is no part of the table, be it another trailer.
            while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
        }
        return false
    }

    /// Whether one entry of 20 bytes stands there, within the file (7.5.4).
    private func isEntry(at place: Int) -> Bool {
        let kind = bytes[place + 17]
        return bytes[place + 10] == 0x20 && bytes[place + 16] == 0x20
            && (kind == UInt8(ascii: "n") || kind == UInt8(ascii: "f"))
            && Self.isSpace(bytes[place + 18]) && Self.isSpace(bytes[place + 19])
    }
}

extension Int {
    /// `value` as an integer, kept within what a file can number.
    fileprivate init(clamping value: Double) { self = Int(Swift.min(Swift.max(value, 0), 2_147_483_647)) }
}
