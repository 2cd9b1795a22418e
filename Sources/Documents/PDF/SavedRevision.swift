internal import Checkpointing
internal import FileDocuments
internal import PDFModel

/// What a save has written: the document from its length before to its state after. What was done shows in the document, as
/// long as that is only appended to.
struct SavedRevision {
    /// The length of the document before the save, in bytes.
    let base: Int
    /// The document as the save left it.
    let state: DocumentState

    init(from base: Int, to state: DocumentState) { (self.base, self.state) = (base, state) }

    /// Reads what was noted, in a log or in the journal.
    init?(_ note: String) {
        guard let revision = Self(line: note) ?? Self(note: note) else { return nil }
        self = revision
    }

    // MARK: In a log

    private struct Base: Decodable {
        let base: Int
    }

    /// The state of the saved document, with the length before, as a log's note of the save has it.
    var line: String { "{\"base\":\(base),\(state.members)}" }

    /// Returns `nil` if the note is about no revision, such as the note of a rewritten document.
    init?(line: String) {
        guard let state = DocumentState(line: line), let base = (JSONLine.value(Array(line.utf8)) as Base?)?.base,
            base >= 0, base <= state.bytes
        else { return nil }
        self.init(from: base, to: state)
    }

    // MARK: In the journal of saves

    /// Reads `BASE BYTES STARTXREF FINGERPRINT`.
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

    var note: String { "\(base) \(state.bytes) \(state.startXRef ?? 0) \(state.fingerprint)" }
}

extension SaveNote {
    init(_ revision: SavedRevision) { self.init(line: revision.line, note: revision.note) }
}
