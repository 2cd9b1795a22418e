internal import Checkpointing
internal import PDFModel

/// Which unsaved changes name which annotations, so that finding those that an edit depends on costs as much as there are of
/// them, and not as much as the log is long. It goes on where the log does.
final class ChangeIndex {
    /// By a hash of the name. Two names with one hash make a change be looked at in vain.
    private var changes: [UInt64: [Int]] = [:]
    /// On these edits of any name may depend.
    private var alwaysRelevant: [Int] = []
    /// How many changes are in the index, and the checksum of the last.
    private var count = 0
    private var lastChecksum: UInt32 = 0

    private static let nameKeys = ["\"name\":\"", "\"inReplyTo\":\""].map { WordSearch(Array($0.utf8)) }
    private static let alwaysRelevantWords = UnsavedChange.alwaysRelevant.map(WordSearch.init)

    /// Takes in what was recorded since it was last here, and begins anew where changes were taken back.
    ///
    /// - Parameter open: what a payload says, unsealed.
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
        if Self.alwaysRelevantWords.contains(where: { $0.isFound(in: payload) }) { alwaysRelevant.append(index) }
        for key in Self.nameKeys {
            key.forEachEnd(in: payload) { start in
                let hash = Self.hash(payload[start...].prefix { $0 != UInt8(ascii: "\"") })
                if changes[hash]?.last != index { changes[hash, default: []].append(index) }
            }
        }
    }

    /// The changes that edits of annotations of these names may depend on, in their order: those of the same names, of the names
    /// that those name, and so on, and those on which any may depend.
    ///
    /// - Parameter read: the change of a number.
    /// - Returns: `nil` where a name may be written in more than one way.
    func relevant<Failure: Error>(
        to names: [String], _ read: (Int) throws(Failure) -> UnsavedChange
    ) throws(Failure) -> [UnsavedChange]? {
        var (seen, pending) = (Set(names), Array(Set(names)))
        var found: [Int: UnsavedChange] = [:]
        func take(_ index: Int) throws(Failure) {
            guard found[index] == nil else { return }
            let change = try read(index)
            found[index] = change
            for name in change.edits.flatMap(\.edit.names) where seen.insert(name).inserted { pending.append(name) }
        }
        for index in alwaysRelevant { try take(index) }
        while let name = pending.popLast() {
            // An annotation can be known by its object instead of its name.
            guard !name.hasSuffix(UnsavedChange.objectEnding), UnsavedChange.isWrittenOneWay(name) else { return nil }
            for index in changes[Self.hash(name.utf8)] ?? [] { try take(index) }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// FNV-1a.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
