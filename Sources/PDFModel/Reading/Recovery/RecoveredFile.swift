/// A damaged file as far as it can be recovered: a private copy with an appended complete cross-reference section,
/// which libqpdf reads like any other file. The file itself stays unchanged.
final class RecoveredFile {
    /// The unchanged file.
    let original: UnsafeRawBufferPointer
    let headerOffset: Int
    let table: RecoveredTable
    /// The highest number to which an object refers.
    let highestMention: Int
    /// The reading of the copy.
    let document: QPDFDocument
    private var cachedObjects: ObjectTable?

    /// Takes the table that libqpdf recovers or the one of an ``ObjectScan``, whichever leads to a page tree first. The
    /// scan comes first where there are object streams, because libqpdf 11 does not look into them.
    ///
    /// - Throws: ``PDFError/unrecoverable(_:)`` where neither does, or where the encryption dictionary of an encrypted file
    ///   cannot be read as it is written.
    init(_ original: UnsafeRawBufferPointer, keeping owner: AnyObject, passwords: [[CChar]?]) throws(PDFError) {
        guard let headerOffset = FileStructure.headerOffset(original) else { throw .notAPDF }
        (self.original, self.headerOffset) = (original, headerOffset)
        let whole = original.withoutCutRevision
        let hasObjectStreams = whole.firstOccurrence(of: "/ObjStm", from: headerOffset) != nil
        var scan = ObjectScan(whole, headerOffset: headerOffset)
        let longer = OwnedBytes.lengthened(whole, for: scan.highestNumber)
        // Without a number behind the last startxref, libqpdf goes by the one before, and finds an earlier revision.
        let isNumberLost = FileStructure(original)?.isFollowedByWord == true
        for scans in isNumberLost ? [true] : [hasObjectStreams, !hasObjectStreams] {
            var table: RecoveredTable
            var document: QPDFDocument
            do {
                let found =
                    scans
                    ? try scan.table(passwords: passwords)
                    : try RecoveredTable(
                        askingLibqpdfOf: longer?.bytes ?? whole, keeping: longer ?? owner, passwords: passwords)
                guard let found else { continue }
                table = scans ? found : scan.corrected(found)
                document = try table.opened(behind: original, headerOffset: headerOffset, passwords: passwords)
            } catch .damaged {
                // libqpdf 12 does not open a file without a page tree.
                continue
            }
            guard document.hasPageTree, document.isEncrypted || !scan.mentionsEncryption else { continue }
            if table.dropStrays(from: scan.trailerSize, in: document) {
                document = try table.opened(behind: original, headerOffset: headerOffset, passwords: passwords)
            }
            (self.table, self.document, highestMention) = (table, document, scan.highestMention)
            try checkEncryption()
            return
        }
        throw .unrecoverable(scan.mentionsEncryption ? QPDFDocument.lostEncryption : nil)
    }

    /// Returns every object, after reading it.
    func objects() throws(PDFError) -> ObjectTable {
        if let cachedObjects { return cachedObjects }
        let objects = try document.table()
        cachedObjects = objects
        return objects
    }

    /// Returns what is wrong with individual objects, each fault once.
    func complaints() throws(PDFError) -> [String] {
        var seen: Set<String> = []
        return try objects().objects.compactMap { object in
            guard let complaint = object.complaint, seen.insert(complaint).inserted else { return nil }
            return "object \(object.entry.reference.number) \(object.entry.reference.generation): \(complaint)"
        }
    }

    /// Returns the table's entries without those of unreadable objects, which would still be damage.
    func readableEntries() throws(PDFError) -> [CrossReferenceEntry] {
        let unreadable = try unreadableObjects()
        return table.entries.filter { !unreadable.contains($0.reference) }
    }

    func unreadableObjects() throws(PDFError) -> Set<IndirectReference> {
        Set(try objects().objects.filter(\.isUnreadable).map(\.entry.reference))
    }
}

extension UnsafeRawBufferPointer {
    /// The file up to the end of its last whole revision, where it was cut before the `startxref` of a later one: readers that go
    /// by the last `startxref` show that revision. All of the file where none is whole.
    fileprivate var withoutCutRevision: UnsafeRawBufferPointer {
        guard let mark = lastOccurrence(of: "%%EOF", from: 0), firstOccurrence(of: "startxref", from: mark) == nil
        else { return self }
        let prefix = UnsafeRawBufferPointer(rebasing: prefix(mark + "%%EOF".utf8.count))
        guard let structure = FileStructure(prefix), !structure.isFollowedByWord,
            let history = try? RevisionHistory(prefix, structure), !history.isCutShort
        else { return self }
        return prefix
    }
}

extension RecoveredTable {
    /// Opens a file with libqpdf by this table.
    fileprivate func opened(
        behind original: UnsafeRawBufferPointer, headerOffset: Int, passwords: [[CChar]?]
    ) throws(PDFError) -> QPDFDocument {
        let copy = try behind(original, headerOffset: headerOffset)
        return try .opened(copy.bytes, keeping: copy, passwords: passwords, mode: .lenient)
    }
}

extension QPDFDocument {
    /// Whether the catalog leads to a page tree's root with kids (ISO 32000-2, 7.7).
    fileprivate var hasPageTree: Bool {
        let value = { (parent: PDFDictionary?, key: Name) -> PDFObject? in
            guard case .reference(let reference)? = parent?[key] else { return parent?[key] }
            return try? self.object(reference)
        }
        let catalog = value(try? trailer(), .root)?.dictionaryValue
        let pages = value(catalog, .pages)?.dictionaryValue
        return value(pages, .kids)?.arrayValue?.isEmpty == false
    }
}
