public import FileDocuments
public import PDFModel
internal import SystemPackage

/// What a document is opened for: how much of it is read, what others are asked, and what becomes of its unsaved changes follow
/// from it.
public enum Intent {
    /// To read it with its unsaved changes; a damaged file is read as far as possible. Presenters may be asked to save theirs first.
    case read(askingToSave: Bool = true)
    /// To undo, redo or discard changes that are not saved, in a damaged file, too.
    case step
    /// To record edits as unsaved changes.
    case record
    /// To write it with edits and unsaved changes; a damaged file is refused, unless it is repaired or rewritten.
    case save(Saving = Saving())
    /// To go back to an earlier revision, or write that elsewhere.
    case goBack(Saving)

    /// How the document is written, if it is.
    var saving: Saving? {
        switch self {
        case .save(let saving), .goBack(let saving): saving
        case .read, .step, .record: nil
        }
    }

    var isRecording: Bool { if case .record = self { true } else { false } }

    /// Whether the document itself is written.
    var writesDocument: Bool { saving?.writesDocument ?? false }

    /// Whether nobody else may change the checkpoint meanwhile: it changes, or its changes get into the document.
    var locksCheckpoint: Bool {
        switch self {
        case .read: false
        case .step, .record: true
        case .save(let saving), .goBack(let saving): saving.writesDocument || saving.movesChanges
        }
    }

    var mode: OpenMode {
        switch self {
        case .read, .step, .goBack: .reading
        case .record: .editing
        case .save(let saving): saving.rewriting != nil ? .rewriting : saving.repairs ? .repairing : .editing
        }
    }

    var access: DocumentAccess {
        switch self {
        case .read(let askingToSave): .reading(savingChanges: askingToSave)
        case .step, .record: .reading(savingChanges: false)
        case .save(let saving), .goBack(let saving): saving.access
        }
    }
}

/// How a document is written.
public struct Saving {
    /// Where the result goes; `nil` for the document itself.
    public var output: Output?
    /// What goes to ``output``. A rewritten document has no increment.
    public var part = OutputPart.document
    /// Whether the unsaved changes go along to ``output``, which is the document from then on.
    var movesChanges = false
    /// How the increment gets to the file.
    public var method = SaveMethod.auto
    /// Whether the increment repairs a damaged document.
    public var repairs = false
    /// How libqpdf rewrites the document; `nil` appends an increment.
    public var rewriting: RewriteOptions?
    /// Whether to replace an existing output file.
    public var force = false
    /// Whether to do what a certification, a signature or its lock forbids.
    public var ignoresSignatures = false
    /// Whether edits are refused that break the PDF/A to which the document claims to conform.
    public var isStrict = false
    /// Whether to do everything except write.
    public var dryRun = false
    /// What happens to the unsaved changes if others changed the document.
    public var onConflict = ConflictResolution.merge
    /// Called with percentages while libqpdf writes.
    public var progress: ((Int) -> Void)?

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
