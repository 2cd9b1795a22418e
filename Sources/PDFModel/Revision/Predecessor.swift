/// What a new cross-reference section follows on: the newest section of a sound file, to which it chains, or the table that
/// was recovered of a damaged one, which it repeats.
struct Predecessor {
    /// The form that the new section takes; a table after a hybrid section.
    var form: CrossReferenceForm
    /// The trailer's entries that the new one repeats.
    var trailer: PDFDictionary
    /// What `/Prev` says; `nil` of a section that stands alone.
    var offset: Int?
    /// The objects that a section which stands alone lists besides the new ones.
    var entries: [CrossReferenceEntry] = []
    /// The highest object number that the file mentions; new objects are numbered above it.
    var highestObject: Int
    /// The numbers to which trailers refer.
    var mentioned: Set<Int> = []
    /// Objects that are written anew whatever is edited, because the file has them damaged.
    var replacements: [IndirectReference: PDFObject] = [:]

    /// The newest section of `history`, which stands at `startXRef`.
    init(_ history: RevisionHistory, startXRef: Int) throws(PDFError) {
        guard let newest = history.sections.first else { throw .damaged("there is no cross-reference section") }
        form = newest.form
        trailer = newest.trailer.carriedOver
        offset = startXRef
        highestObject = history.highestObject
        mentioned = Set(history.sections.flatMap { $0.trailer.values.compactMap(\.referenceValue?.number) })
        guard highestObject < CrossReferenceEntry.numberLimit else {
            throw .damaged("a cross-reference section counts objects beyond any number that readers know")
        }
    }

    /// The table of a recovered file.
    init(_ recovered: RecoveredFile) throws(PDFError) {
        try recovered.checkEncryption()
        form = recovered.table.form
        trailer = recovered.table.trailer
        // What the file has lost may still be referred to: a new object of its number would come in its place.
        highestObject = max(recovered.table.highestNumber, try recovered.objects().highestNumber)
        replacements = try recovered.replacements()
        entries = try recovered.readableEntries()
    }

    /// The new section of `changes`, which are sorted.
    func section(_ changes: [CrossReferenceEntry], last: IndirectReference, trailer: PDFDictionary) -> NewSection {
        guard offset == nil else {
            return NewSection(form: form, entries: changes, trailer: trailer, last: last)
        }
        return NewSection(
            form: form, entries: CrossReferenceEntry.complete(entries, replacedBy: changes), trailer: trailer,
            last: last)
    }
}

extension CrossReferenceEntry {
    /// How many free entries are written without asking.
    private static let freeLimit = 10_000

    /// The entries of a section that stands alone, sorted: `old` ones but where there is a new one of that number, and
    /// object 0.
    ///
    /// A section that stands alone lists every number (7.5.4), those in between that no object has as free: some readers
    /// start repairing where a number is missing that anything refers to. One absurd number does not make a section of
    /// millions of entries, though.
    static func complete(
        _ old: [CrossReferenceEntry], replacedBy new: [CrossReferenceEntry] = []
    ) -> [CrossReferenceEntry] {
        var entries: [Int: CrossReferenceEntry] = [:]
        for entry in old + new { entries[entry.reference.number] = entry }
        let free = { (number: Int) in CrossReferenceEntry(reference: IndirectReference(number), place: .free) }
        entries[0] = free(0)
        let highest = entries.keys.max() ?? 0
        if highest - entries.count < max(entries.count, freeLimit) {
            for number in 0..<highest where entries[number] == nil { entries[number] = free(number) }
        }
        return entries.values.sorted { $0.reference.number < $1.reference.number }
    }
}
