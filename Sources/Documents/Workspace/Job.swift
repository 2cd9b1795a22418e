public import PDFModel
public import SystemPackage

/// What is to be done with one document: edits, and where they go.
public struct Job {
    public var document: FilePath
    public var edits: [EditTemplate]
    public var destination: Destination
    /// Whether removing annotations that are not there is an error.
    public var mustApply = false

    /// Where the edits go.
    public enum Destination {
        /// Into the document's checkpoint, as unsaved changes; in a dry run nowhere, as the saving says.
        case checkpoint(Saving)
        /// Into the document or a new file, with the unsaved changes.
        case file(Saving)
    }

    public init(_ document: FilePath, _ edits: [EditTemplate], to destination: Destination) {
        (self.document, self.edits, self.destination) = (document, edits, destination)
    }

    var saving: Saving {
        switch destination {
        case .checkpoint(let saving), .file(let saving): saving
        }
    }
}

/// An edit as somebody asks for it, before the document is open.
public enum EditTemplate: Sendable {
    case edit(Edit)
    /// Adds an annotation like this one to each of some pages; one without a name gets a new one on each.
    case add(Annotation, onPages: PageRange)

    /// The edits of a document.
    func edits(of document: DocumentFile) throws(DocumentError) -> [Edit] {
        switch self {
        case .edit(let edit): return [edit]
        case .add(let template, let range):
            return try document.pages(range).map { page in
                var annotation = template
                annotation.page = page
                annotation.name = annotation.name ?? Annotation.uniqueName()
                return .add(annotation)
            }
        }
    }

    /// The name of the annotation that is removed; `nil` where none is.
    var removedName: String? { if case .edit(.remove(let name, _)) = self { name } else { nil } }
}

/// How a document is written.
public struct Saving {
    /// The new file; `nil` for the document itself.
    public var output: FilePath?
    public var method = SaveMethod.auto
    /// Whether a damaged document is repaired by what is appended.
    public var repairs = false
    /// How libqpdf writes the document anew; `nil` where an increment is appended.
    public var rewriting: RewriteOptions?
    /// Whether an existing output is replaced, and what a signature forbids is done.
    public var force = false
    /// Whether everything is done but writing.
    public var dryRun = false
    /// What becomes of the unsaved changes where others changed the document.
    public var onConflict = ConflictResolution.merge
    /// Called with percentages while libqpdf writes.
    public var progress: ((Int) -> Void)?

    public init() {}

    /// Whether the document itself is written.
    public var writesDocument: Bool { !dryRun && output == nil }

    var purpose: DocumentFile.Purpose { rewriting != nil ? .rewriting : repairs ? .repairing : .editing }

    /// A coordinated write from before the document is opened until it is saved, or, where a new file is written, a read of the one
    /// and a write of the other.
    public var access: DocumentFile.Access {
        if dryRun { return .reading() }
        return output.map { .copying(to: $0) } ?? .writing
    }

    /// Saves a document; `nil` where nothing is unsaved, nor to be repaired or copied.
    func save(_ document: DocumentFile) throws(DocumentError) -> SaveReport? {
        if let rewriting {
            return try document.rewrite(rewriting, to: output, force: force, dryRun: dryRun, progress: progress)
        }
        if let output { return try document.save(to: output, replacingExisting: force, dryRun: dryRun) }
        return try document.save(method, dryRun: dryRun)
    }
}
