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
        case checkpoint(DocumentSaving<PDFContents>)
        /// Into the document or a new file, together with the unsaved changes.
        case file(DocumentSaving<PDFContents>)
    }

    /// Creates a job for one document.
    public init(_ document: FilePath, _ edits: [EditTemplate], to destination: Destination) {
        (self.document, self.edits, self.destination) = (document, edits, destination)
    }

    /// How the document is written, if it is.
    public var saving: DocumentSaving<PDFContents> {
        switch destination {
        case .checkpoint(let saving), .file(let saving): saving
        }
    }
}

/// An edit as requested, before the document is open.
public indirect enum EditTemplate: Sendable {
    /// An edit as it is.
    case edit(Edit)
    /// A change or removal of the one annotation that its name denotes; if several have that name, nothing is done.
    case named(Edit)
    /// Adds a copy of the annotation to each page in a range; without a name, each copy gets a new one. A placement
    /// replaces its rectangle, and values the words in its contents that stand for them.
    case add(Annotation, onPages: PageRange, at: Placement? = nil, words: WordValues? = nil)
    /// Adds a copy of the annotation at each match of text on the pages of a range; without a name, each has one that
    /// follows from the match. A match that has such a mark by the stated author already gets the look that is stated.
    case addAtMatches(Annotation, stated: AnnotationChange, onPages: PageRange, at: TextPlace, words: WordValues? = nil)
    /// Adds to each page in a range a proposal to replace the text that a strike-out marks by its contents.
    case replaceText(Annotation, stated: AnnotationChange, onPages: PageRange, at: TextPlace? = nil)
    /// Changes the annotations that meet conditions.
    case update(AnnotationSelection, AnnotationChange)
    /// Removes the annotations that meet conditions.
    case remove(AnnotationSelection, keepsReplies: Bool)
    /// Adds a note to the page of the annotation that it replies to, at the same place.
    case reply(Annotation, to: String, onPages: PageRange)
    /// Adds such a note for each comment that meets conditions, and is no reply itself.
    case replyToSelected(Annotation, AnnotationSelection)
    /// Adds the annotations of a source, and does what it says besides.
    case source(AnnotationSource)

    /// Returns the template for another document, whose numbers (`{n}`) continue after `count` annotations.
    public func numbered(after count: Int) -> EditTemplate {
        switch self {
        case .add(let annotation, let pages, let placement, let words):
            .add(annotation, onPages: pages, at: placement, words: words?.numbered(after: count))
        case .addAtMatches(let annotation, let stated, let pages, let place, let words):
            .addAtMatches(
                annotation, stated: stated, onPages: pages, at: place, words: words?.numbered(after: count))
        default: self
        }
    }
}
