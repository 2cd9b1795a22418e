public import PDFModel

/// One change to a document's annotations; applying it twice has the same effect as applying it once.
public indirect enum Edit: Sendable, Equatable {
    /// Adds an annotation, unless the page has the same one already.
    case add(Annotation)
    /// Changes every annotation with that name on the chosen pages.
    case update(name: String, pages: PageRange, change: AnnotationChange)
    /// Removes every annotation with that name on the chosen pages, and the replies to it unless they are kept.
    case remove(name: String, pages: PageRange, keepsReplies: Bool = false)
    /// Takes back a saved edit of one annotation.
    case undo(AnnotationReversal)
    /// Makes an edit of one annotation again that was taken back after it was saved.
    case redo(AnnotationReversal)
}

extension [Edit] {
    /// Whether making them may read more than a few pages.
    var mayConcernManyPages: Bool {
        count > 16 || contains { if case .add = $0 { false } else { true } }
    }
}

/// The result of applying edits.
public struct EditReport: Sendable, Equatable {
    /// The number of edits that changed the document.
    public var applied = 0
    /// The names of the annotations that were added, in the order of their edits; one without a name gets a new one.
    public var added: [String] = []
    /// The number of edits that the document already contained.
    public var alreadyApplied = 0
    /// How many of these remove what is not there.
    package var alreadyRemoved = 0
    /// What the user should know: a rectangle outside the page, characters without a glyph.
    public var warnings: [String] = []
    /// What the edits break of the standards to which the document claims to conform.
    public var conformanceProblems: [ConformanceProblem] = []
    /// The annotations that met the conditions of the edits, as they were.
    public var selected: [ListedAnnotation] = []

    mutating func add(_ other: EditReport) {
        applied += other.applied
        added += other.added
        alreadyApplied += other.alreadyApplied
        alreadyRemoved += other.alreadyRemoved
        warnings += other.warnings
        conformanceProblems += other.conformanceProblems
    }

    /// Takes over what the editor found.
    mutating func note(_ editor: AnnotationEditor) {
        (warnings, conformanceProblems) = (editor.warnings, editor.conformanceProblems)
    }

    mutating func add(_ outcome: AnnotationEditor.Outcome, of edit: Edit) {
        switch outcome {
        case .applied:
            applied += 1
            if case .add(let annotation) = edit, let name = annotation.name { added.append(name) }
        case .alreadyApplied:
            alreadyApplied += 1
            if case .remove = edit { alreadyRemoved += 1 }
        }
    }
}

extension AnnotationEditor {
    /// Returns what an edit does, annotation by annotation: the removal of replies with what they reply to is an edit
    /// for each, so that a reply that another program adds later is never removed unseen.
    mutating func explicit(_ edit: Edit) throws(PDFError) -> [Edit] {
        guard case .remove(let name, let pages, keepsReplies: false) = edit else { return [edit] }
        let replies = try repliesToRemove(with: name, onPages: pages.pages(of: pageCount))
        return replies.map { reply in
            .remove(name: reply.identifier, pages: PageRange(page: reply.page), keepsReplies: true)
        } + [.remove(name: name, pages: pages, keepsReplies: true)]
    }

    mutating func perform(_ edit: Edit) throws(PDFError) -> Outcome {
        switch edit {
        case .add(let annotation): try add(annotation)
        case .update(let name, let pages, let change):
            try update(name, onPages: pages.pages(of: pageCount), with: change)
        case .remove(let name, let pages, let keepsReplies):
            try remove(name, onPages: pages.pages(of: pageCount), keepsReplies: keepsReplies)
        case .undo(let reversal), .redo(let reversal): try revert(reversal)
        }
    }
}
