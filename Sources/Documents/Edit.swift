public import PDFModel

/// One change of a document's annotations; applying it twice equals applying it once.
public enum Edit: Sendable, Equatable {
    case add(Annotation)
    /// Changes every annotation of that name on the pages chosen.
    case update(name: String, pages: PageRange, change: AnnotationChange)
    /// Removes every annotation of that name on the pages chosen.
    case remove(name: String, pages: PageRange)
}

/// What a list of edits did.
public struct EditReport: Sendable, Equatable {
    /// Edits that changed the document.
    public var applied = 0
    /// Edits that the document held already.
    public var alreadyApplied = 0
    /// What the user should know: a rectangle outside the page, characters without a glyph.
    public var warnings: [String] = []

    mutating func add(_ other: EditReport) {
        applied += other.applied
        alreadyApplied += other.alreadyApplied
        warnings += other.warnings
    }

    mutating func add(_ outcome: AnnotationEditor.Outcome) {
        switch outcome {
        case .applied: applied += 1
        case .alreadyApplied: alreadyApplied += 1
        }
    }
}

extension AnnotationEditor {
    mutating func perform(_ edit: Edit) throws(PDFError) -> Outcome {
        switch edit {
        case .add(let annotation): try add(annotation)
        case .update(let name, let pages, let change):
            try update(name, onPages: pages.pages(of: pageCount), with: change)
        case .remove(let name, let pages): try remove(name, onPages: pages.pages(of: pageCount))
        }
    }
}
