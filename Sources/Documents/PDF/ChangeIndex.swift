internal import Checkpointing
internal import FileDocuments
internal import PDFModel

extension UnsavedChanges<PDFChange> {
    /// The document that the changes were made on; `nil` if there are no changes.
    var base: RecordedBase? { header.flatMap(RecordedBase.init) }

    /// Returns the changes that edits of annotations with these names may depend on, oldest first: those of the same
    /// names, those of the names that they refer to, and all removals, because pop-up windows are removed with their
    /// annotations.
    ///
    /// - Parameter known: receives their indices.
    func changes(
        relevantTo names: [String], _ known: inout KnownChanges
    ) throws(DocumentError) -> [PDFChange] {
        guard editCount > 0, !names.isEmpty else {
            known.relevant = []
            return []
        }
        let found = try index().relevant(to: names) { index throws(DocumentError) in try change(at: index) }
        guard let found else {
            known.relevant = nil
            return try all()
        }
        known.relevant = Set(found.map(\.index))
        return found.map(\.change)
    }

    /// Whether edits of annotations with these names depend on none but changes that are known; `nil` stands for any names.
    func isEnough(_ known: KnownChanges, for names: [String]?) throws(DocumentError) -> Bool {
        let applied = counts.applied
        guard applied >= known.end, checksum(ofFirst: known.end) == known.checksum else { return false }
        if known.relevant == nil, known.end == applied { return true }
        guard let names else { return false }
        return try index().isEnough(known, for: names)
    }

    /// Adds the changes that followed to those that are known.
    func note(_ known: inout KnownChanges) {
        known.end = counts.applied
        known.checksum = checksum(ofFirst: known.end)
    }

    private func index() throws(DocumentError) -> ChangeIndex {
        try checkKey()
        let index = companion as? ChangeIndex ?? ChangeIndex()
        companion = index
        try index.update(contents) { payload throws(DocumentError) in try opened(payload) }
        return index
    }
}

/// An index from annotation names to unsaved changes: the cost of finding the changes that an edit depends on grows
/// with their number, not with the length of the log. The index is updated incrementally as the log grows.
final class ChangeIndex {
    /// The indices of the changes that are about annotations of a name.
    private var changes: [String: [Int]] = [:]
    /// Those that edits of any name may depend on.
    private var alwaysRelevant: [Int] = []
    /// The number of changes in the index, and the checksum of the last one.
    private var count = 0
    private var lastChecksum: UInt32 = 0

    /// Adds the changes recorded since the last update; starts over if changes were undone.
    ///
    /// - Parameter open: unseals a payload; returns `nil` if it is not sealed.
    func update<Failure: Error>(
        _ contents: CheckpointContents, _ open: (UnsafeRawBufferPointer) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        let applied = contents.changeCounts.applied
        if applied < count || count > 0 && contents.checksum(ofChange: count - 1) != lastChecksum {
            (changes, alwaysRelevant, count) = ([:], [], 0)
        }
        try contents.forEachPayload(from: count) { index, payload throws(Failure) in
            if let opened = try open(payload) {
                opened.withUnsafeBytes { add(index, $0) }
            } else {
                add(index, payload)
            }
        }
        count = applied
        if applied > 0 { lastChecksum = contents.checksum(ofChange: applied - 1) }
    }

    private func add(_ index: Int, _ payload: UnsafeRawBufferPointer) {
        guard let names = PDFChange.names(in: payload) else { return alwaysRelevant.append(index) }
        for name in names where changes[name]?.last != index { changes[name, default: []].append(index) }
    }

    /// Returns the changes that edits of annotations with these names may depend on, in order, with their indices: those of
    /// the same names, of the names that those refer to, and so on, and those that any edit may depend on.
    ///
    /// - Parameter read: returns the change with a given index.
    /// - Returns: `nil` if a name may stand for annotations of other names.
    func relevant<Failure: Error>(
        to names: [String], _ read: (Int) throws(Failure) -> PDFChange
    ) throws(Failure) -> [(index: Int, change: PDFChange)]? {
        var (seen, pending) = (Set(names), Array(Set(names)))
        var found: [Int: PDFChange] = [:]
        func take(_ index: Int) throws(Failure) {
            guard found[index] == nil else { return }
            let change = try read(index)
            found[index] = change
            for name in change.edits.flatMap(\.edit.names) where seen.insert(name).inserted { pending.append(name) }
        }
        for index in alwaysRelevant { try take(index) }
        while let name = pending.popLast() {
            guard PDFChange.isPlain(name) else { return nil }
            for index in changes[name] ?? [] { try take(index) }
        }
        return found.sorted { $0.key < $1.key }.map { (index: $0.key, change: $0.value) }
    }

    /// Whether edits of annotations with these names depend on none but changes that are known.
    func isEnough(_ known: KnownChanges, for names: [String]) -> Bool {
        // Of all that were there, those that any edit may depend on are known.
        guard alwaysRelevant.last ?? -1 < known.end else { return false }
        return names.allSatisfy { name in
            PDFChange.isPlain(name) && changes[name, default: []].allSatisfy(known.contains)
        }
    }
}

/// Changes that were relevant to some names, and those that followed.
struct KnownChanges {
    /// The indices of the relevant ones; `nil` for all.
    var relevant: Set<Int>?
    /// How many changes there were then.
    var count: Int
    /// How many there were when the last one was added, and the checksum of that.
    var end = 0
    var checksum: UInt32 = 0

    func contains(_ index: Int) -> Bool {
        index < end && (index >= count || relevant?.contains(index) ?? true)
    }
}
