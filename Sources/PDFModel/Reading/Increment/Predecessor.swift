/// The base of a new cross-reference section: the newest section of a sound file, to which it chains, or the table
/// recovered from a damaged file, which it repeats.
struct Predecessor {
    /// The kind of the new section; a table after a hybrid section.
    var kind: CrossReferenceKind
    /// The trailer's entries that the new one repeats.
    var trailer: PDFDictionary
    /// The value of `/Prev`; `nil` for a section that stands alone.
    var offset: Int?
    /// The objects that a section that stands alone lists besides the new ones.
    var entries: [CrossReferenceEntry] = []
    /// The highest object number that the file mentions; new objects are numbered above it.
    var highestObject: Int
    /// The numbers to which trailers refer.
    var mentioned: Set<Int> = []
    /// Objects that are rewritten with any edit, because they are damaged in the file.
    var replacements: [IndirectReference: PDFObject] = [:]

    /// Creates a predecessor from the newest section of `history`, which is at `startXRef`.
    init(_ history: RevisionHistory, startXRef: Int) throws(PDFError) {
        guard let newest = history.sections.first else { throw .damaged("there is no cross-reference section") }
        kind = newest.kind
        trailer = newest.trailer.carriedOver
        offset = startXRef
        highestObject = history.highestObject
        mentioned = Set(history.sections.flatMap { $0.trailer.values.compactMap(\.referenceValue?.number) })
        if let odd = history.sections.first(where: \.hasWordsBehindEntries) {
            throw .damaged("the cross-reference table at byte \(odd.offset) has entries followed by other bytes")
        }
        guard highestObject < CrossReferenceEntry.numberLimit else {
            throw .damaged("a cross-reference section has object numbers beyond the limit of readers")
        }
    }

    /// Creates a predecessor from the table of a recovered file.
    init(_ recovered: RecoveredFile) throws(PDFError) {
        kind = recovered.table.kind
        trailer = recovered.table.trailer
        // The file may still refer to objects that it has lost: a new object with such a number would take their place.
        highestObject = max(recovered.table.highestNumber, recovered.highestMention)
        replacements = try recovered.replacements()
        entries = try recovered.readableEntries()
    }

    /// Returns the new section for `changes`, which are sorted.
    func section(_ changes: [CrossReferenceEntry], last: IndirectReference, trailer: PDFDictionary) -> NewSection {
        guard offset == nil else {
            return NewSection(kind: kind, entries: changes, trailer: trailer, last: last)
        }
        return NewSection(
            kind: kind, entries: CrossReferenceEntry.complete(entries, replacedBy: changes), trailer: trailer,
            last: last)
    }
}

extension CrossReferenceEntry {
    /// The number of free entries that are written in any case.
    private static let freeLimit = 10_000

    /// Returns the sorted entries of a section that stands alone: the `old` ones, unless there is a new one of the same
    /// number, and object 0.
    ///
    /// A section that stands alone lists every number (7.5.4), with unused numbers in between as free: some readers
    /// start a repair where a number is missing that anything refers to. But a single absurd number does not create a
    /// section of millions of entries.
    static func complete(
        _ old: [CrossReferenceEntry], replacedBy new: [CrossReferenceEntry] = []
    ) -> [CrossReferenceEntry] {
        var entries: [Int: CrossReferenceEntry] = [:]
        for entry in old + new { entries[entry.reference.number] = entry }
        let free = { (number: Int) in CrossReferenceEntry(reference: IndirectReference(number), location: .free) }
        entries[0] = free(0)
        let highest = entries.keys.max() ?? 0
        if highest - entries.count < max(entries.count, freeLimit) {
            for number in 0..<highest where entries[number] == nil { entries[number] = free(number) }
        }
        return entries.values.sorted { $0.reference.number < $1.reference.number }
    }
}

extension PDFFile {
    /// Returns the section that a new cross-reference section follows.
    func predecessor() throws(PDFError) -> Predecessor {
        if let recovered { return try Predecessor(recovered) }
        return try Predecessor(history(), startXRef: startXRef)
    }

    /// Returns the unreadable objects, which a repair leaves out, so that all readers see the same document.
    public func lostObjects() throws(PDFError) -> [IndirectReference] {
        guard let recovered else { return [] }
        let replacements = try recovered.replacements()
        return try recovered.unreadableObjects().filter { replacements[$0] == nil }.sorted()
    }

    /// Throws where something prevents an increment or a reader: there is no section to chain to, not every reader can
    /// read the table, or an object cannot be read. This reads every object.
    public func checkSoundness() throws(PDFError) {
        _ = try predecessor()
        if recovered == nil, let odd = try history().sections.first(where: { !$0.isRegular }) {
            throw .damaged("the cross-reference table at byte \(odd.offset) has entries that are not 20 bytes long")
        }
        let unreadable = try whole().table().objects.first(where: \.isUnreadable)
        if let unreadable, let complaint = unreadable.complaint {
            throw .damaged("object \(unreadable.entry.reference) cannot be read: \(complaint)")
        }
    }

    /// Throws where an object was read with a complaint and an edit that needs it is refused. This reads every object.
    package func checkObjects() throws(PDFError) {
        for object in try whole().table().objects where object.complaint != nil {
            let isStream = if case .stream = try whole().object(object.entry.reference) { true } else { false }
            if !isStream { _ = try self.object(object.entry.reference) }
        }
    }
}
