public import FoundationEssentials

/// What a document is opened for: how much of it is read, what others are asked, and what becomes of its unsaved changes follow
/// from it.
public enum DocumentIntent<Contents: OpenContents> {
    /// To read it with its unsaved changes; a damaged file is read as far as possible. Presenters may be asked to save theirs first.
    case read(askingToSave: Bool = true)
    /// To undo, redo or discard changes that are not saved, in a damaged file, too.
    case step
    /// To record edits as unsaved changes.
    case record
    /// To write it with edits and unsaved changes; a damaged file is refused, unless it is repaired or rewritten.
    case save(DocumentSaving<Contents> = .init())
    /// To go back to an earlier revision, or to write that revision elsewhere.
    case goBack(DocumentSaving<Contents>)

    /// How the document is written, if it is.
    package var saving: DocumentSaving<Contents>? {
        switch self {
        case .save(let saving), .goBack(let saving): saving
        case .read, .step, .record: nil
        }
    }

    package var isRecording: Bool { if case .record = self { true } else { false } }

    /// Whether a damaged file is read as far as possible.
    package var isReading: Bool {
        switch self {
        case .read, .step, .goBack: true
        case .record, .save: false
        }
    }

    /// Whether the document itself is written.
    package var writesDocument: Bool { saving?.writesDocument ?? false }

    /// Whether nobody else may change the checkpoint meanwhile: it changes, or its changes get into the document.
    package var locksCheckpoint: Bool {
        switch self {
        case .read: false
        case .step, .record: true
        case .save(let saving), .goBack(let saving): saving.writesDocument || saving.movesChanges
        }
    }

    package var access: DocumentAccess {
        switch self {
        case .read(let askingToSave): .reading(savingChanges: askingToSave)
        case .step, .record: .reading(savingChanges: false)
        case .save(let saving), .goBack(let saving): saving.access
        }
    }
}

/// What contents are loaded for.
public struct ContentsUse {
    /// Whether changes that were made on other contents are to be merged.
    public let isMerge: Bool
    /// Whether each change is recorded before the next one is made.
    public let isRecording: Bool
    /// The clock for modification dates.
    public let now: () -> Date

    package init(isMerge: Bool = false, isRecording: Bool = false, now: @escaping () -> Date = { Date() }) {
        (self.isMerge, self.isRecording, self.now) = (isMerge, isRecording, now)
    }
}

/// How a document is written: what applies to every kind, and the ``options`` of its own kind.
public struct DocumentSaving<Contents: OpenContents> {
    /// Where the result goes; `nil` for the document itself.
    public var output: Output?
    /// What goes to ``output``. A rewritten document has no increment.
    public var part = OutputPart.document
    /// Whether a document that is lost is put back first, where its original has been kept; `nil` does that only if conflicts are to be
    /// resolved by overwriting.
    public var restores: Bool?
    /// Whether the unsaved changes go along to ``output``, which is the document from then on.
    package var movesChanges = false
    /// How the increment gets to the file.
    public var method = SaveMethod.auto
    /// Whether to replace an existing output file.
    public var force = false
    /// Whether to do everything except write.
    public var dryRun = false
    /// What happens to the unsaved changes if others changed the document.
    public var onConflict = ConflictResolution.merge
    /// Called with percentages while the document is assembled.
    public var progress: ((Int) -> Void)?
    /// How this kind of document is written.
    public var options = Contents.defaultSavingOptions

    /// Creates options with the defaults.
    public init(onConflict: ConflictResolution = .merge) { self.onConflict = onConflict }

    /// Whether the document itself is written.
    public var writesDocument: Bool { !dryRun && output == nil }

    /// A coordinated write from before the document is opened until it is saved; or, if the result goes elsewhere, a
    /// read of the document and a write of the new file.
    public var access: DocumentAccess {
        switch output {
        case _ where dryRun: .reading()
        case nil: .writing
        case .file(let path)?: .copying(to: path)
        case .stream?: .reading()
        }
    }
}
