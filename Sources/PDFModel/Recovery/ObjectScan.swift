/// Finds the objects of a file by their own beginnings, `12 0 obj`, whatever its cross-reference sections say.
///
/// libqpdf recovers most damaged files. This does where libqpdf gives up or sees less than other readers: where the
/// trailer is lost or shifted, and where objects stand in object streams (ISO 32000-2, 7.5.7). And it knows what libqpdf does
/// not: which beginnings stand in the data of a stream, such as an attached PDF, and which trailer is the newest.
struct ObjectScan {
    private let bytes: UnsafeRawBufferPointer
    private let headerOffset: Int
    /// Where each number was last defined, with its generation; an older generation does not count.
    private var found: [Int: (entry: CrossReferenceEntry, position: Int)] = [:]
    /// Trailer dictionaries and the dictionaries of cross-reference streams, in the order of the file; the one that
    /// `startxref` leads to comes last.
    private var trailers: [PDFDictionary] = []
    private var objectStreams: [(reference: IndirectReference, position: Int)] = []
    /// Document catalogs, in the order of the file.
    private var catalogs: [IndirectReference] = []
    /// The encryption dictionary, known by its entries (7.6.4.2).
    private var encryption: IndirectReference?
    /// The document information dictionary, known by its entries (14.3.3).
    private var information: IndirectReference?
    /// The object that is being passed over could not be read: what looks like a trailer may be in a string or a
    /// stream of it.
    private var isInUnreadObject = false
    /// How many objects could not be read, each of them perhaps up to the end of the file.
    private var failures = 0
    /// After so many failures objects are entered unread, so that the time does not grow with the square of the file.
    private static let failureLimit = 100
    /// Where the data of streams is, in bytes from the start of the file; ascending.
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
        if let trailer = statedTrailer { trailers.append(trailer) }
    }

    /// The place behind a comment (7.2.4); of the file's header and its end, which writers put before something else,
    /// behind that.
    private func behindComment(at start: Int) -> Int {
        if bytes.matches("%%EOF", at: start) { return start + 5 }
        if bytes.matches("%PDF-", at: start) { return start + 8 }
        return bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// The trailer that `startxref` leads to: that is the document, whatever else looks like a trailer.
    private var statedTrailer: PDFDictionary? {
        guard let structure = FileStructure(bytes) else { return nil }
        let section = try? CrossReferenceSection(bytes, headerOffset: headerOffset, offset: structure.startXRef)
        return section?.trailer[.root]?.referenceValue == nil ? nil : section?.trailer
    }

    /// One more than the highest object number of the document, as its trailer says (Table 15).
    var statedSize: Int? { trailers.last?[.size]?.integerValue }

    /// Enters the object whose `obj` stands there; the place behind it, or `nil` where none begins so.
    private mutating func object(withKeywordAt keyword: Int) -> Int? {
        guard let (reference, start) = bytes.objectNumbers(before: keyword), start >= headerOffset else { return nil }
        var reader = SyntaxReader(bytes, at: keyword + 3)
        let value = failures < Self.failureLimit ? reader.object() : nil
        if value == nil { failures += 1 }
        isInUnreadObject = value == nil
        let dictionary = value?.dictionaryValue ?? [:]
        if let extent = reader.streamData(length: dictionary[.length]?.integerValue) {
            streams.append(extent)
            reader.position = extent.upperBound
            switch dictionary[.type] {
            case .name(.xref)?:
                trailers.append(dictionary)
                // It describes what is to be described anew.
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
        enter(CrossReferenceEntry(reference: reference, place: .file(start - headerOffset)), at: start)
        return reader.position
    }

    private mutating func enter(_ entry: CrossReferenceEntry, at position: Int) {
        if let other = found[entry.reference.number] {
            let isNewer = (other.entry.reference.generation, other.position) <= (entry.reference.generation, position)
            guard isNewer else { return }
        }
        found[entry.reference.number] = (entry, position)
    }

    // MARK: Advice

    /// What libqpdf recovered, without objects that stand in the data of a stream, and with the newest trailer.
    func corrected(_ table: RecoveredTable) -> RecoveredTable {
        var table = table
        table.entries = table.entries.compactMap { entry in
            guard case .file(let offset) = entry.place, isInStream(offset + headerOffset) else { return entry }
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

    // MARK: The table

    /// Everything that was found, with a trailer that leads to a catalog; `nil` where there is none.
    func table(passwords: [[CChar]?]) throws(PDFError) -> RecoveredTable? {
        var scan = self
        if !objectStreams.isEmpty { try scan.openObjectStreams(passwords: passwords) }
        return scan.table()
    }

    private func table() -> RecoveredTable? {
        guard trailer[.root] != nil else { return nil }
        return preliminaryTable()
    }

    /// Of each entry of a trailer the newest, with a root that was found or none.
    private var trailer: PDFDictionary {
        var trailer = trailers.reduce(PDFDictionary()) { $0.merging($1) }
        let roots = trailers.compactMap { $0[.root]?.referenceValue }.filter { found[$0.number] != nil }
        trailer[.root] = (roots.last ?? catalogs.last).map(PDFObject.reference)
        if trailer[.encrypt] == nil { trailer[.encrypt] = encryption.map(PDFObject.reference) }
        // A trailer without it says that there is none.
        if trailers.isEmpty { trailer[.information] = information.map(PDFObject.reference) }
        return trailer
    }

    /// The objects found so far.
    private func preliminaryTable() -> RecoveredTable {
        RecoveredTable(
            found.values.map(\.entry), trailer: trailer, size: trailers.compactMap { $0[.size]?.integerValue }.max())
    }

    /// Enters the objects in object streams, which libqpdf decrypts and decodes; one that it cannot decode is passed over.
    private mutating func openObjectStreams(passwords: [[CChar]?]) throws(PDFError) {
        let copy = try preliminaryTable().behind(bytes, headerOffset: headerOffset)
        let document = try QPDFDocument.opened(copy.bytes, keeping: copy, passwords: passwords, mode: .lenient)
        for stream in objectStreams where found[stream.reference.number]?.position == stream.position {
            guard let dictionary = try? document.object(stream.reference).dictionaryValue,
                let first = dictionary[.firstObject]?.integerValue, let data = document.streamData(stream.reference)
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
                reference: IndirectReference(number), place: .objectStream(stream.reference.number, index: index))
            enter(entry, at: stream.position)
            index += 1
            let (place, overflow) = first.addingReportingOverflow(offset)
            guard !overflow else { continue }
            var object = SyntaxReader(data, at: place)
            guard let dictionary = object.object()?.dictionaryValue else { continue }
            if dictionary[.type] == .name(.catalog) { catalogs.append(entry.reference) }
            if dictionary.isInformation { information = entry.reference }
        }
    }
}

extension PDFDictionary {
    /// Whether it has nothing but what a document information dictionary has, and who made the document (14.3.3).
    fileprivate var isInformation: Bool {
        guard self[.creator] != nil || self[.producer] != nil, self[.type] == nil else { return false }
        return values.allSatisfy { value in
            switch value {
            case .string, .name, .reference: true
            default: false
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The numbers of the object whose `obj` stands at `keyword`, and where they begin.
    fileprivate func objectNumbers(before keyword: Int) -> (IndirectReference, start: Int)? {
        var place = keyword
        guard let generation = integer(endingAt: &place, digits: 5), let number = integer(endingAt: &place, digits: 10)
        else { return nil }
        return (IndirectReference(number, generation: generation), place)
    }

    /// The integer before `place` and the white space there; `place` is then where it begins.
    private func integer(endingAt place: inout Int, digits limit: Int) -> Int? {
        var end = place
        while end > 0, SyntaxReader.isSpace(self[end - 1]) { end -= 1 }
        guard end < place else { return nil }
        var start = end
        while start > 0, (0x30...0x39).contains(self[start - 1]) { start -= 1 }
        guard start < end, end - start <= limit else { return nil }
        place = start
        return self[start..<end].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
