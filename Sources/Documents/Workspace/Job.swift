public import PDFModel
public import SystemPackage

/// A job on one document: edits, and their destination.
public struct Job {
    public var document: FilePath
    public var edits: [EditTemplate]
    public var destination: Destination
    /// Whether removing annotations that do not exist is an error.
    public var mustApply = false

    /// Where the edits go.
    public enum Destination {
        /// Into the document's checkpoint, as unsaved changes; nowhere if the saving options specify a dry run.
        case checkpoint(Saving)
        /// Into the document or a new file, together with the unsaved changes.
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

/// An edit as requested, before the document is open.
public enum EditTemplate: Sendable {
    case edit(Edit)
    /// Adds a copy of the annotation to each page in a range; without a name, each copy gets a new one.
    case add(Annotation, onPages: PageRange)

    /// Returns the edits for a document.
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

    /// The name of the annotation that is removed; `nil` if none is.
    var removedName: String? { if case .edit(.remove(let name, _)) = self { name } else { nil } }
}

/// How a document is written.
public struct Saving {
    /// The path of the new file; `nil` for the document itself.
    public var output: FilePath?
    public var method = SaveMethod.auto
    /// Whether the increment repairs a damaged document.
    public var repairs = false
    /// How libqpdf rewrites the document; `nil` appends an increment.
    public var rewriting: RewriteOptions?
    /// Whether to replace an existing output file, and to do what a signature forbids.
    public var force = false
    /// Whether to do everything except write.
    public var dryRun = false
    /// What happens to the unsaved changes if others changed the document.
    public var onConflict = ConflictResolution.merge
    /// Called with percentages while libqpdf writes.
    public var progress: ((Int) -> Void)?

    public init() {}

    /// Whether the document itself is written.
    public var writesDocument: Bool { !dryRun && output == nil }

    var purpose: DocumentFile.Purpose { rewriting != nil ? .rewriting : repairs ? .repairing : .editing }

    /// A coordinated write from before the document is opened until it is saved; or, if a new file is written, a read
    /// of the document and a write of the new file.
    public var access: DocumentFile.Access {
        if dryRun { return .reading() }
        return output.map { .copying(to: $0) } ?? .writing
    }

    /// Saves a document; returns `nil` if there is nothing to save, repair or copy.
    func save(_ document: DocumentFile) throws(DocumentError) -> SaveReport? {
        if let rewriting {
            return try document.rewrite(rewriting, to: output, force: force, dryRun: dryRun, progress: progress)
        }
        if let output { return try document.save(to: output, replacingExisting: force, dryRun: dryRun) }
        return try document.save(method, dryRun: dryRun)
    }
}
