/// Finds the objects of a file by their own beginnings, `12 0 obj`, regardless of its cross-reference sections.
///
/// libqpdf recovers most damaged files. This scan is for files where libqpdf gives up or finds less than other readers:
/// where the trailer is lost or shifted, and where objects are in object streams (ISO 32000-2, 7.5.7). It also
/// determines what libqpdf does not: which beginnings are in the data of a stream, such as an attached PDF, and which
/// trailer is the newest.
struct ObjectScan {
    private let bytes: UnsafeRawBufferPointer
    private let headerOffset: Int
    /// The last definition of each number, with its generation; older generations are ignored.
    private var found: [Int: (entry: CrossReferenceEntry, position: Int)] = [:]
    /// Trailer dictionaries and the dictionaries of cross-reference streams, in file order; the one that `startxref`
    /// leads to is last.
    private var trailers: [PDFDictionary] = []
    private var objectStreams: [(reference: IndirectReference, position: Int)] = []
    /// The highest number to which an object refers.
    private(set) var highestMention = 0
    /// Document catalogs, in file order.
    private var catalogs: [IndirectReference] = []
    /// The encryption dictionary, identified by its entries (7.6.4.2).
    private var encryption: IndirectReference?
    /// The document information dictionary, identified by its entries (14.3.3).
    private var information: IndirectReference?
    /// Whether the object being skipped could not be read: what looks like a trailer may then be in one of its strings
    /// or streams.
    private var isInUnreadObject = false
    /// The number of objects that could not be read, each of them perhaps scanned up to the end of the file.
    private var failures = 0
    /// After this many failures objects are recorded without being read, so that the time does not grow with the square
    /// of the file's length.
    private static let failureLimit = 100
    /// The last object that was found, what its number stood for before, and the position behind its value or dictionary; after the
    /// scan, only where the file ends in it.
    private var last: (start: Int, number: Int, earlier: (entry: CrossReferenceEntry, position: Int)?, end: Int)?
    /// The extents of stream data, in bytes from the start of the file; ascending.
    private var streams: [Range<Int>] = []

    init(_ bytes: UnsafeRawBufferPointer, headerOffset: Int) {
        self.bytes = bytes
        self.headerOffset = headerOffset
        var position = headerOffset
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "%"): position = behindComment(at: position)
            case UInt8(ascii: "o") where bytes.matches("obj", at: position):
                position = object(withKeywordAt: position) ?? position + 3
            case UInt8(ascii: "e") where bytes.matches("endobj", at: position):
                isInUnreadObject = false
                position += 6
            case UInt8(ascii: "x") where bytes.matches("xref", at: position):
                isInUnreadObject = false
                position += 4
            case UInt8(ascii: "t") where !isInUnreadObject && bytes.matches("trailer", at: position):
                var reader = SyntaxReader(bytes, at: position + 7)
                if let trailer = reader.object()?.dictionaryValue { trailers.append(trailer) }
                position = reader.position
            default: position += 1
            }
        }
        if let trailer = lastTrailer { trailers.append(trailer) }
        dropStump()
    }

    /// Drops the last object where the file ends in it: what remains of it may have another meaning, and the object that the
    /// number stood for before counts. What there is of a stream that was none before stays.
    private mutating func dropStump() {
        let ends: [StaticString] = ["endobj", "endstream", "xref", "trailer"]
        guard let last, !ends.contains(where: { bytes.firstOccurrence(of: $0, from: last.end) != nil }) else {
            self.last = nil
            return
        }
        if last.earlier != nil || streams.last?.upperBound != bytes.count { found[last.number] = last.earlier }
    }

    /// Returns the position after a comment (7.2.4). For the file's header and end marker, which writers put directly
    /// before other text, that is the position after the marker itself.
    private func behindComment(at start: Int) -> Int {
        if bytes.matches("%%EOF", at: start) { return start + 5 }
        if bytes.matches("%PDF-", at: start) { return start + 8 }
        return bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// The trailer that `startxref` leads to: it defines the document, whatever else looks like a trailer. There is none where
    /// no number follows the last `startxref`.
    private var lastTrailer: PDFDictionary? {
        guard let structure = FileStructure(bytes), !structure.isFollowedByWord else { return nil }
        let section = try? CrossReferenceSection(bytes, headerOffset: headerOffset, offset: structure.startXRef)
        return section?.trailer[.root]?.referenceValue == nil ? nil : section?.trailer
    }

    /// One more than the highest object number of the document, according to its trailer (Table 15).
    var trailerSize: Int? { trailers.last?[.size]?.integerValue }

    /// Records the object whose `obj` is at `keyword`; returns the position after it, or `nil` where no object begins
    /// there.
    private mutating func object(withKeywordAt keyword: Int) -> Int? {
        guard let (reference, start) = bytes.objectNumbers(before: keyword), start >= headerOffset else { return nil }
        var reader = SyntaxReader(bytes, at: keyword + 3)
        let value = failures < Self.failureLimit ? reader.object() : nil
        if value == nil { failures += 1 }
        recordMentions(in: value)
        isInUnreadObject = value == nil
        let end = reader.position
        let dictionary = value?.dictionaryValue ?? [:]
        if let extent = reader.streamData(length: dictionary[.length]?.integerValue) {
            streams.append(extent)
            reader.position = extent.upperBound
            switch dictionary[.type] {
            case .name(.xref)?:
                trailers.append(dictionary)
                // It describes what the new section will describe.
                last = nil
                return reader.position
            case .name(.objectStream)?: objectStreams.append((reference, start))
            default: break
            }
        } else if dictionary[.type] == .name(.catalog) {
            catalogs.append(reference)
        } else if dictionary[.filter] == .name(.standard), dictionary[.ownerKey] != nil {
            encryption = reference
        } else if dictionary.isInformation {
            information = reference
        }
        last = (start, reference.number, found[reference.number], end)
        enter(CrossReferenceEntry(reference: reference, location: .file(start - headerOffset)), at: start)
        return reader.position
    }

    private mutating func recordMentions(in object: PDFObject?) {
        let number = object?.highestReference ?? 0
        if number <= CrossReferenceEntry.numberLimit { highestMention = max(highestMention, number) }
    }

    private mutating func enter(_ entry: CrossReferenceEntry, at position: Int) {
        if let other = found[entry.reference.number] {
            let isNewer = (other.entry.reference.generation, other.position) <= (entry.reference.generation, position)
            guard isNewer else { return }
        }
        found[entry.reference.number] = (entry, position)
    }

    /// The highest number that an object can have of those that begin anywhere in the file.
    var highestNumber: Int { found.keys.filter { $0 <= CrossReferenceEntry.numberLimit }.max() ?? 0 }

    /// Whether an object of that number begins anywhere in the file.
    func defines(_ number: Int) -> Bool { found[number] != nil }

    // MARK: Advice

    /// Returns the table that libqpdf recovered, without objects that are in the data of a stream or in which the file ends,
    /// and with the newest trailer.
    func corrected(_ table: RecoveredTable) -> RecoveredTable {
        var table = table
        table.entries = table.entries.compactMap { entry in
            guard case .file(let offset) = entry.location else { return entry }
            let position = offset + headerOffset
            guard isInStream(position) || position == last?.start else { return entry }
            return found[entry.reference.number]?.entry
        }
        let known = Set(table.entries.map(\.reference.number))
        if let root = trailer[.root]?.referenceValue, known.contains(root.number) {
            table.trailer = table.trailer.merging(trailer.carriedOver)
        }
        return table
    }

    private func isInStream(_ position: Int) -> Bool {
        var (low, high) = (0, streams.count)
        while low < high {
            let middle = (low + high) / 2
            if streams[middle].upperBound <= position { low = middle + 1 } else { high = middle }
        }
        return low < streams.count && streams[low].contains(position)
    }

    /// Whether the file has an encryption dictionary, or `/Encrypt` occurs as a key anywhere outside the data of streams, such
    /// as in a trailer.
    var mentionsEncryption: Bool {
        if encryption != nil { return true }
        var position = headerOffset
        while let found = bytes.firstOccurrence(of: "/Encrypt", from: position) {
            position = found + "/Encrypt".utf8.count
            guard position < bytes.count else { return false }
            guard !isInStream(found), SyntaxReader.isSpace(bytes[position]) || SyntaxReader.isDelimiter(bytes[position])
            else { continue }
            var reader = SyntaxReader(bytes, at: position)
            // A dictionary that cannot be read is one all the same.
            if reader.skip("<<") { return true }
            if case .reference? = reader.object() { return true }
        }
        return false
    }

    // MARK: The table

    /// Returns everything that was found, with a trailer that leads to a catalog; `nil` where there is none.
    mutating func table(passwords: [[CChar]?]) throws(PDFError) -> RecoveredTable? {
        if !objectStreams.isEmpty { try openObjectStreams(passwords: passwords) }
        return trailer[.root] == nil ? nil : foundSoFar
    }

    /// The newest value of each entry of the trailers; the root is one that was found, or absent.
    private var trailer: PDFDictionary {
        var trailer = trailers.reduce(PDFDictionary()) { $0.merging($1) }
        let roots = trailers.compactMap { $0[.root]?.referenceValue }.filter { found[$0.number] != nil }
        trailer[.root] = (roots.last ?? catalogs.last).map(PDFObject.reference)
        if trailer[.encrypt] == nil { trailer[.encrypt] = encryption.map(PDFObject.reference) }
        // A trailer without the entry states that there is none.
        if trailers.isEmpty { trailer[.information] = information.map(PDFObject.reference) }
        return trailer
    }

    /// The objects found so far.
    private var foundSoFar: RecoveredTable {
        RecoveredTable(
            found.values.map(\.entry), trailer: trailer, size: trailers.compactMap { $0[.size]?.integerValue }.max())
    }

    /// Records the objects in object streams, which libqpdf decrypts and decodes; skips a stream that it cannot decode.
    private mutating func openObjectStreams(passwords: [[CChar]?]) throws(PDFError) {
        let copy = try foundSoFar.behind(bytes, headerOffset: headerOffset, withCatalog: true)
        let document = try QPDFDocument.opened(copy.bytes, keeping: copy, passwords: passwords, mode: .lenient)
        for stream in objectStreams where found[stream.reference.number]?.position == stream.position {
            guard let dictionary = try? document.object(stream.reference).dictionaryValue,
                let first = dictionary[.firstObject]?.integerValue, let data = try document.streamData(stream.reference)
            else { continue }
            data.withUnsafeBytes { data in enterObjects(of: data, first: first, in: stream) }
        }
    }

    /// Reads the pairs of number and offset with which an object stream begins.
    private mutating func enterObjects(
        of data: UnsafeRawBufferPointer, first: Int, in stream: (reference: IndirectReference, position: Int)
    ) {
        var reader = SyntaxReader(data, at: 0)
        var index = 0
        while reader.position < first, let number = reader.integer(), let offset = reader.integer() {
            let entry = CrossReferenceEntry(
                reference: IndirectReference(number), location: .objectStream(stream.reference.number, index: index))
            enter(entry, at: stream.position)
            index += 1
            let (start, overflow) = first.addingReportingOverflow(offset)
            guard !overflow else { continue }
            var object = SyntaxReader(data, at: start)
            let value = object.object()
            recordMentions(in: value)
            guard let dictionary = value?.dictionaryValue else { continue }
            if dictionary[.type] == .name(.catalog) { catalogs.append(entry.reference) }
            if dictionary.isInformation { information = entry.reference }
        }
    }
}

extension PDFDictionary {
    /// Whether it has only entries that a document information dictionary has, including the program that made the
    /// document (14.3.3).
    fileprivate var isInformation: Bool {
        guard self["Creator"] != nil || self["Producer"] != nil, self[.type] == nil else { return false }
        return values.allSatisfy { value in
            switch value {
            case .string, .name, .reference: true
            default: false
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the numbers of the object whose `obj` is at `keyword`, and where they begin.
    fileprivate func objectNumbers(before keyword: Int) -> (IndirectReference, start: Int)? {
        var start = keyword
        guard let generation = integer(endingAt: &start, digits: 5), let number = integer(endingAt: &start, digits: 10)
        else { return nil }
        return (IndirectReference(number, generation: generation), start)
    }

    /// Returns the integer before `position` and the white space there; sets `position` to its beginning.
    private func integer(endingAt position: inout Int, digits limit: Int) -> Int? {
        var end = position
        while end > 0, SyntaxReader.isSpace(self[end - 1]) { end -= 1 }
        guard end < position else { return nil }
        var start = end
        while start > 0, (0x30...0x39).contains(self[start - 1]) { start -= 1 }
        guard start < end, end - start <= limit else { return nil }
        position = start
        return self[start..<end].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
