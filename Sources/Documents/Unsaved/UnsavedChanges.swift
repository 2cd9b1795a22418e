public import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The changes of a document that are not in its file, and the checkpoint that keeps them.
final class UnsavedChanges {
    /// Open and locked, where changes are recorded or saved.
    private let log: CheckpointLog?
    private let shown: CheckpointDescription?
    private let path: FilePath
    /// What the changes were made on; what the document is now, where there are none.
    let base: RecordedBase
    /// How the document compares with that.
    private let likeness: RecordedBase.Likeness
    /// The file that it is in is not the one that it was in, although its bytes are the same.
    let isInAnotherFile: Bool
    private let salt: String?
    /// `nil` where the changes are readable, or the document has no key any more.
    private var seal: CheckpointSeal?
    private var isEncrypted = false

    private var contents: CheckpointContents? { log?.contents ?? shown?.contents }

    init(
        log: CheckpointLog?, shown: CheckpointDescription?, of document: DocumentContents, at path: FilePath
    ) throws(DocumentError) {
        (self.log, self.shown, self.path) = (log, shown, path)
        let place = log?.path ?? shown?.path ?? path
        let header = log?.contents.header ?? shown?.contents.header
        if let header {
            guard let base = RecordedBase(header) else { throw .checkpoint(.foreign(place)) }
            (self.base, likeness) = (base, base.likeness(of: document))
            isInAnotherFile = likeness == .same && base.file?.isOther(than: document.recordedFile) == true
        } else {
            (base, likeness, isInAnotherFile) = (RecordedBase(document), .same, false)
        }
        let key = try document.reading { () throws(PDFError) in try document.file.encryptionKey() }
        salt = header == nil ? key.map { _ in CheckpointSeal.newSalt() } : header?.salt
        use(key)
    }

    private func use(_ key: [UInt8]?) {
        seal = if let salt, let key { CheckpointSeal(secret: key, salt: salt) } else { nil }
        isEncrypted = key != nil
    }

    /// Opens the changes with the key that the document had when they were made.
    func useKey(of earlier: DocumentContents) throws(DocumentError) {
        use(try earlier.reading { () throws(PDFError) in try earlier.file.encryptionKey() })
    }

    /// The private copy of the document that they were made on; `nil` where none is kept.
    func privateCopy(in store: CheckpointStore) throws(DocumentError) -> FilePath? {
        guard let identifier = log?.identifier ?? shown?.identifier else { return nil }
        return try translatingCheckpointErrors { () throws(CheckpointError) in try store.base(of: identifier) }
    }

    /// How many edits are not in the file.
    var editCount: Int { contents?.editCount ?? 0 }

    /// Whether the document is as it was when they were made, as far as its length, head and tail tell.
    var fitsDocument: Bool { likeness != .different }

    /// Whether every byte of it is: otherwise all that the changes rest on must be compared before they are made.
    var isBaseProven: Bool { likeness == .same }

    /// How many bytes of the log cannot be read, where that is more than what a crash leaves.
    var lostBytes: Int { contents?.isDamaged == true ? contents?.lostBytes ?? 0 : 0 }

    /// The checkpoint as it is told to the user; `nil` where nothing is unsaved.
    func summary() -> CheckpointSummary? {
        guard editCount > 0, let shown else { return nil }
        return CheckpointSummary(identifier: shown.identifier, edits: editCount, modified: shown.modified)
    }

    // MARK: Reading

    /// All changes, oldest first.
    func all() throws(DocumentError) -> [UnsavedChange] { try changes { _ in true } }

    /// The changes that edits of annotations of these names may depend on, oldest first: those of the same names, and of
    /// the names that those name; and all that remove something, because pop-up windows go with their annotations.
    func changes(relevantTo names: [String]) throws(DocumentError) -> [UnsavedChange] {
        guard editCount > 0, !names.isEmpty else { return [] }
        var names = Set(names)
        while true {
            // An annotation can be known by its object instead of its name.
            guard !names.contains(where: { $0.hasSuffix(UnsavedChange.objectEnding) }) else { return try all() }
            let tokens = names.compactMap(UnsavedChange.token)
            guard tokens.count == names.count else { return try all() }
            let wanted = (tokens + UnsavedChange.alwaysRelevant).map(WordSearch.init)
            let found = try changes { payload in wanted.contains { $0.isFound(in: payload) } }
            let more = names.union(found.flatMap { $0.edits.flatMap(\.edit.names) })
            if more.count == names.count { return found }
            names = more
        }
    }

    private func changes(
        where isWanted: (UnsafeRawBufferPointer) -> Bool
    ) throws(DocumentError) -> [UnsavedChange] {
        guard let contents else { return [] }
        guard salt == nil || seal != nil else { throw sealed }
        var changes: [UnsavedChange] = []
        try contents.forEachPayload { _, payload throws(DocumentError) in
            var opened: [UInt8]?
            if let seal {
                guard let bytes = seal.opened(Array(payload)) else { throw sealed }
                opened = bytes
            }
            let isChosen = opened.map { $0.withUnsafeBytes(isWanted) } ?? isWanted(payload)
            guard isChosen else { return }
            guard let change: UnsavedChange = JSONLine.value(opened ?? Array(payload)) else {
                throw .checkpoint(.foreign(place))
            }
            changes.append(change)
        }
        return changes
    }

    /// That the key of the changes is not the document's.
    private var sealed: DocumentError {
        fitsDocument
            ? .checkpoint(.wrongKey(place))
            : .unsavedConflict("they are sealed with the key that the document had before")
    }

    private var place: FilePath { log?.path ?? shown?.path ?? path }

    // MARK: Writing

    /// Records a change; when this returns it is on the disk (invariant 1). With the first one, a private copy of the document is
    /// kept, where that is cheap.
    func record(_ change: UnsavedChange, of document: DocumentContents) throws(DocumentError) {
        guard let log else { preconditionFailure("The checkpoint was opened to be looked at.") }
        guard salt == nil || seal != nil else { throw sealed }
        guard salt != nil || !isEncrypted else {
            throw .unsavedConflict("the document was encrypted since, and they are not")
        }
        let payload = seal?.sealed(change.payload) ?? change.payload
        let isFirst = log.contents.header == nil || !isBaseProven
        try translatingCheckpointErrors { () throws(CheckpointError) in
            if isBaseProven {
                try log.record(
                    payload, editCount: change.edits.count, under: CheckpointHeader(document, at: path, salt: salt))
            } else {
                try log.rewrite(
                    under: CheckpointHeader(document, at: path, salt: salt), adding: payload,
                    editCount: change.edits.count)
            }
        }
        // A crash before this leaves changes without a copy, or with one that is not of their base.
        let count = document.wholeBytes.count
        if isFirst { log.keepBase(of: document.source, count: count, byCopying: count <= DocumentState.digestLimit) }
    }

    /// Takes back the last changes, and returns how many.
    func undo(_ count: Int) throws(DocumentError) -> Int {
        try translatingCheckpointErrors { () throws(CheckpointError) in try log?.undo(count) ?? 0 }
    }

    /// Makes changes that were taken back again, and returns how many.
    func redo(_ count: Int) throws(DocumentError) -> Int {
        try translatingCheckpointErrors { () throws(CheckpointError) in try log?.redo(count) ?? 0 }
    }

    /// Notes, before a save, what the document will be with the changes in it. A log that cannot be read to its end takes no
    /// notes: after a crash its changes are made again, and those that are there already change nothing.
    func noteSaving(as state: DocumentState) throws(DocumentError) {
        guard contents?.isDamaged != true else { return }
        try translatingCheckpointErrors { () throws(CheckpointError) in try log?.noteSaving(as: state.line) }
    }

    /// Removes the checkpoint after its changes were saved, or because nobody wants them. What could not be read in it is
    /// kept aside.
    ///
    /// - Returns: where that is.
    @discardableResult
    func remove() throws(DocumentError) -> FilePath? {
        guard let log else { return nil }
        return try translatingCheckpointErrors { () throws(CheckpointError) in
            if log.contents.isDamaged { return try log.setAside() }
            try log.remove()
            return nil
        }
    }
}

/// A document's checkpoint as it is told to the user.
public struct CheckpointSummary: Sendable, Equatable {
    public var identifier: CheckpointIdentifier
    /// How many edits are unsaved.
    public var edits: Int
    /// When the last was recorded, in seconds since 1970.
    public var modified: Int
}
