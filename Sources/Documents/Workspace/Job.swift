public import PDFModel
public import SystemPackage

/// A job on one document: edits, and their destination.
public struct Job {
    /// The document's file.
    public var document: FilePath
    /// The edits, in their order.
    public var edits: [EditTemplate]
    /// Where the result goes.
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

    /// Creates a job for one document.
    public init(_ document: FilePath, _ edits: [EditTemplate], to destination: Destination) {
        (self.document, self.edits, self.destination) = (document, edits, destination)
    }

    /// How the document is written, if it is.
    public var saving: Saving {
        switch destination {
        case .checkpoint(let saving), .file(let saving): saving
        }
    }
}

/// An edit as requested, before the document is open.
public indirect enum EditTemplate: Sendable {
    /// An edit as it is.
    case edit(Edit)
    /// Adds a copy of the annotation to each page in a range; without a name, each copy gets a new one. A placement
    /// replaces its rectangle, and values the words in its contents that stand for them.
    case add(Annotation, onPages: PageRange, at: Placement? = nil, words: WordValues? = nil)
    /// Adds a copy of the annotation at each match of text on the pages of a range; without a name, each has one that
    /// follows from the match.
    case mark(Annotation, onPages: PageRange, at: TextPlace, words: WordValues? = nil)
    /// Adds to each page in a range a proposal to replace the text that a strike-out marks by its contents.
    case replaceText(Annotation, onPages: PageRange, at: TextPlace? = nil)
    /// Changes the annotations that meet conditions.
    case update(AnnotationSelection, AnnotationChange)
    /// Removes the annotations that meet conditions.
    case remove(AnnotationSelection, keepsReplies: Bool)
    /// Adds a note to the page of the annotation that it replies to, at the same place.
    case reply(Annotation, to: String, onPages: PageRange)
    /// Adds the annotations of a source, and does what it says besides.
    case source(AnnotationSource)

    /// Returns the edits for a document.
    ///
    /// - Parameters:
    ///   - selected: receives the annotations that meet the conditions.
    ///   - warnings: receives what is not done.
    func edits(
        of document: DocumentFile, _ selected: inout [ListedAnnotation], _ warnings: inout [String]
    ) throws(DocumentError) -> [Edit] {
        switch self {
        case .edit(let edit): return [edit]
        case .add(let template, let range, let placement, let words):
            var copies: [Annotation] = []
            if let placement {
                copies = try document.pageDetails(range).map { template.placed(placement, on: $0) }
            } else {
                copies = try document.pages(range).map { page in
                    var copy = template
                    copy.page = page
                    return copy
                }
            }
            return try Self.adding(copies, words, of: document).map { copy in
                var copy = copy
                copy.name = copy.name ?? Annotation.uniqueName()
                return .add(copy)
            }
        case .mark(let template, let range, let place, let words):
            return try Self.adding(document.marks(template, onPages: range, at: place), words, of: document)
                .map(Edit.add)
        case .replaceText(let template, let range, let place?):
            let pages = Dictionary(
                try document.pageDetails(range).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            return try document.marks(template, onPages: range, at: place).flatMap { old in
                pages[old.page].map { old.textReplacement(on: $0).map(Edit.add) } ?? []
            }
        case .replaceText(let template, let range, nil):
            return try document.pageDetails(range).flatMap { page in
                var named = template
                named.name = template.name ?? Annotation.uniqueName()
                return named.textReplacement(on: page).map(Edit.add)
            }
        case .update(let selection, let change):
            return try Self.selected(selection, of: document, &selected, &warnings).map { name, page in
                .update(name: name, pages: page, change: change)
            }
        case .remove(let selection, let keepsReplies):
            return try Self.selected(selection, of: document, &selected, &warnings).map { name, page in
                .remove(name: name, pages: page, keepsReplies: keepsReplies)
            }
        case .reply(let template, let name, let range):
            let found = try document.annotations(onPages: range).filter {
                $0.annotation.name == name || $0.reference?.description == name
            }
            guard let target = found.first else { throw DocumentError(.pdf(.noSuchAnnotation(name)), document.path) }
            guard found.count == 1 else {
                throw DocumentError(.pdf(.ambiguousName(name, pages: found.map(\.annotation.page))), document.path)
            }
            var reply = template
            (reply.page, reply.rect, reply.inReplyTo) = (target.annotation.page, target.annotation.rect, name)
            reply.name = reply.name ?? Annotation.uniqueName()
            return [.add(reply)]
        case .source(let source):
            var sourced = AnnotationImport(source, document)
            let edits = try sourced.edits()
            warnings += sourced.warnings
            return edits
        }
    }

    /// Returns annotations with the words replaced that their contents have for values.
    private static func adding(
        _ annotations: [Annotation], _ words: WordValues?, of document: DocumentFile
    ) throws(DocumentError) -> [Annotation] {
        guard let words, annotations.contains(where: { $0.contents?.contains("{") == true }) else { return annotations }
        let count = try document.pages(.all).count
        return annotations.enumerated().map { index, annotation in
            var annotation = annotation
            annotation.contents = annotation.contents.map {
                words.replaced(in: $0, page: annotation.page, of: count, index: index, document.path, document.now())
            }
            return annotation
        }
    }

    /// Returns the identifier and page of each annotation that is meant, once.
    ///
    /// One that has no name and is no object of its own is left out: by the time of a save, its place in the array of its
    /// page may be another one's.
    private static func selected(
        _ selection: AnnotationSelection, of document: DocumentFile, _ selected: inout [ListedAnnotation],
        _ warnings: inout [String]
    ) throws(DocumentError) -> [(name: String, page: PageRange)] {
        let all = try document.annotations(onPages: selection.pages)
        var found: [(name: String, page: PageRange)] = []
        var seen: Set<String> = []
        var unnamed = 0
        for listed in selection.selected(from: all) {
            let page = listed.annotation.page
            guard let name = listed.identifier else {
                unnamed += 1
                continue
            }
            guard let range = PageRange("\(page)"), seen.insert("\(page) \(name)").inserted else { continue }
            found.append((name, range))
            selected.append(listed)
        }
        guard !found.isEmpty else {
            throw DocumentError(.pdf(unnamed == 0 ? .noMatch : .unnamedAnnotations(unnamed)), document.path)
        }
        if unnamed > 0 { warnings.append("left as they are: \(PDFError.unnamedAnnotations(unnamed))") }
        return found
    }

    /// The name of the annotation that is removed; `nil` if none is.
    var removedName: String? { if case .edit(.remove(let name, _, _)) = self { name } else { nil } }
}

/// How a document is written.
public struct Saving {
    /// Where the result goes; `nil` for the document itself.
    public var output: Output?
    /// What goes to ``output``. A rewritten document has no increment.
    public var part = OutputPart.document
    /// How the increment gets to the file.
    public var method = SaveMethod.auto
    /// Whether the increment repairs a damaged document.
    public var repairs = false
    /// How libqpdf rewrites the document; `nil` appends an increment.
    public var rewriting: RewriteOptions?
    /// Whether to replace an existing output file, and to do what a signature forbids.
    public var force = false
    /// Whether edits are refused that break the PDF/A to which the document claims to conform.
    public var isStrict = false
    /// Whether to do everything except write.
    public var dryRun = false
    /// What happens to the unsaved changes if others changed the document.
    public var onConflict = ConflictResolution.merge
    /// Called with percentages while libqpdf writes.
    public var progress: ((Int) -> Void)?

    /// Creates options with the defaults.
    public init() {}

    /// Whether the document itself is written.
    public var writesDocument: Bool { !dryRun && output == nil }

    var mode: DocumentFile.OpenMode { rewriting != nil ? .rewriting : repairs ? .repairing : .editing }

    /// A coordinated write from before the document is opened until it is saved; or, if the result goes elsewhere, a
    /// read of the document and a write of the new file.
    public var access: DocumentFile.Access {
        switch output {
        case _ where dryRun: .reading()
        case nil: .writing
        case .file(let path)?: .copying(to: path)
        case .stream?: .reading()
        }
    }

    /// Saves a document; returns `nil` if there is nothing to save, repair or copy.
    func save(_ document: DocumentFile) throws(DocumentError) -> SaveReport? {
        if let rewriting {
            return try document.rewrite(rewriting, to: output, force: force, dryRun: dryRun, progress: progress)
        }
        if let output { return try document.write(part, to: output, replacingExisting: force, dryRun: dryRun) }
        return try document.save(method, dryRun: dryRun)
    }
}
