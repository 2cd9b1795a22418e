internal import Checkpointing
internal import PDFModel

/// A change that was saved alone: the two lengths of the document between which it is. What it did shows in the document,
/// as long as that is only appended to.
struct SavedRevision: Codable, Equatable {
    /// The length of the document before the save, in bytes.
    var base: Int
    /// The length of the document after it, in bytes.
    var bytes: Int
}

/// A saved revision as the journal of saves has it: `BASE BYTES STARTXREF FINGERPRINT`, by which it recognises the
/// document.
struct JournaledRevision {
    let revision: SavedRevision
    /// The document as the save left it.
    let state: DocumentState

    init(from base: Int, to state: DocumentState) {
        (revision, self.state) = (SavedRevision(base: base, bytes: state.bytes), state)
    }

    init?(note: String) {
        let parts = note.split(separator: " ")
        // What a crash cut off is no note.
        guard parts.count == 4, let base = Int(parts[0]), let bytes = Int(parts[1]), base >= 0, base < bytes,
            parts[3].utf8.count == DocumentState.fingerprintLength, parts[3].allSatisfy(\.isHexDigit)
        else { return nil }
        self.init(
            from: base,
            to: DocumentState(bytes: bytes, startXRef: Int(parts[2]), fingerprint: String(parts[3])))
    }

    var note: String { "\(revision.base) \(revision.bytes) \(state.startXRef ?? 0) \(state.fingerprint)" }

    /// Whether anything was noted of a document.
    static func areNoted(_ identifier: CheckpointIdentifier, in store: CheckpointStore, now: Int) -> Bool {
        store.history.savesNoted(identifier, since: now - CheckpointStore.historyTime).contains {
            JournaledRevision(note: $0) != nil
        }
    }

    /// Returns the revisions that were noted after a document had so many bytes and that it still has, oldest first.
    static func all(
        of document: OpenedPDF, _ identifier: CheckpointIdentifier, in store: CheckpointStore, after length: Int,
        now: Int
    ) -> [JournaledRevision] {
        var found: [JournaledRevision] = []
        for note in store.history.savesNoted(identifier, since: now - CheckpointStore.historyTime) {
            guard let noted = JournaledRevision(note: note), noted.revision.base >= found.last?.state.bytes ?? length,
                noted.state.isBeginning(of: document.wholeBytes)
            else { continue }
            found.append(noted)
        }
        return found
    }
}

extension OpenedPDF {
    /// Returns the change that a saved revision made.
    func change(of revision: SavedRevision) throws(DocumentError) -> UnsavedChange {
        try reading(much: true) { () throws(PDFError) in
            let (before, after) = (try self.revision(of: revision.base), try self.revision(of: revision.bytes))
            let again = try AnnotationReversal.all(taking: before, backTo: after)
            var change = UnsavedChange(
                again.map { UnsavedChange.Item(.makeAgain($0), before: nil) }, pageCount: try after.pageCount(),
                reversals: nil)
            if change.isReversible { change.reversals = try AnnotationReversal.all(taking: after, backTo: before) }
            return change
        }
    }
}
