/// The objects of a damaged file and their positions, with a trailer: a replacement for its cross-reference sections.
struct RecoveredTable {
    /// Sorted, one for each number.
    var entries: [CrossReferenceEntry]
    /// The trailer's entries that do not describe a section.
    var trailer: PDFDictionary
    /// The highest number in an entry or stated by a trailer.
    var highestNumber: Int

    /// The number of unused numbers above the highest one that is accepted.
    private static let unusedLimit = 10_000

    /// - Parameter size: the value that a trailer states for one more than the highest number; ignored where it is
    ///   impossible.
    init(_ entries: [CrossReferenceEntry], trailer: PDFDictionary, size: Int?) {
        var newest: [Int: CrossReferenceEntry] = [:]
        for entry in entries where entry.canBeListed {
            let other = newest[entry.reference.number]
            if other == nil || other?.reference.generation ?? 0 <= entry.reference.generation {
                newest[entry.reference.number] = entry
            }
        }
        self.entries = newest.values.sorted { $0.reference < $1.reference }
        self.trailer = trailer.carriedOver
        let highest = newest.keys.max() ?? 0
        let isUsable = (1...min(highest + Self.unusedLimit, CrossReferenceEntry.numberLimit)).contains(size ?? 0)
        highestNumber = max(highest, isUsable ? (size ?? 1) - 1 : 0)
    }

    /// A table, except where objects are in object streams, which only a cross-reference stream can list (7.5.8.1).
    var kind: CrossReferenceKind {
        let isInStream = { (entry: CrossReferenceEntry) in
            if case .objectStream = entry.location { true } else { false }
        }
        return entries.contains(where: isInStream) ? .stream : .table
    }

    /// Returns a private copy of a file with the table appended as a cross-reference section, by which libqpdf reads
    /// it.
    ///
    /// - Parameter withCatalog: whether the root is a catalog without pages: libqpdf 12 opens no file without any.
    func behind(
        _ original: UnsafeRawBufferPointer, headerOffset: Int, withCatalog: Bool = false
    ) throws(PDFError) -> OwnedBytes {
        var (table, last) = (self, IndirectReference(highestNumber))
        var rest = OwnedBytes.padding(behind: original.count, for: highestNumber + 1) + [0x0A]
        if withCatalog || kind == .stream { last.number += 1 }
        if withCatalog {
            let offset = original.count + rest.count - headerOffset
            table.entries.append(CrossReferenceEntry(reference: last, location: .file(offset)))
            table.trailer[.root] = .reference(last)
            rest += "\(last.number) 0 obj\n<< /Type /Catalog /Pages << /Kids [] >> >>\nendobj\n".utf8
        }
        let section = NewSection(
            kind: kind, entries: CrossReferenceEntry.complete(table.entries), trailer: table.trailer, last: last)
        return OwnedBytes(original, rest + (try section.bytes(at: original.count + rest.count - headerOffset)))
    }
}

extension RecoveredTable {
    /// Creates the table that libqpdf recovers from the file (`QPDF::getXRefTable`); `nil` where it gives up.
    ///
    /// - Throws: ``PDFError/passwordRequired(given:)`` and ``PDFError/unsupportedEncryption(_:)``.
    init?(askingLibqpdfOf original: UnsafeRawBufferPointer, keeping owner: AnyObject, passwords: [[CChar]?])
        throws(PDFError)
    {
        do {
            let document = try QPDFDocument.opened(original, keeping: owner, passwords: passwords, mode: .lenient)
            let table = try document.table()
            let trailer = try document.trailer()
            self.init(table.objects.map(\.entry), trailer: trailer, size: trailer[.size]?.integerValue)
        } catch {
            switch error {
            case .passwordRequired, .unsupportedEncryption: throw error
            default: return nil
            }
        }
    }
}

extension CrossReferenceEntry {
    /// Whether readers accept it in a section: its number and generation are in range, and it has a position.
    fileprivate var canBeListed: Bool {
        guard (1...Self.numberLimit).contains(reference.number), (0...65_535).contains(reference.generation) else {
            return false
        }
        switch location {
        case .file(let offset): return offset > 0
        case .objectStream(let stream, let index):
            return (1...Self.numberLimit).contains(stream) && (0...65_535).contains(index)
        case .free: return false
        }
    }
}
