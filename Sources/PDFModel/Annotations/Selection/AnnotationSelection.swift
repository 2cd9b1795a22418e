public import FoundationEssentials

/// Which annotations of a document are meant: those that meet every condition.
public struct AnnotationSelection: Sendable {
    /// Names (`/NM`), or objects such as `12 0 R`; empty where the name does not matter.
    public var names: [String] = []
    /// The pages on which they are.
    public var pages = PageRange.all
    /// Authors (`/T`), one of which is the annotation's; empty where the author does not matter.
    public var authors: [String] = []
    /// Subtypes, one of which is the annotation's, as in the standard or as a command: `StrikeOut` or `strike-out`.
    public var subtypes: [String] = []
    /// The earliest time of the last change; annotations without a date were not changed since then.
    public var since: Date?
    /// Review states, one of which is the annotation's; empty where the state does not matter.
    public var states: [ReviewCondition] = []
    /// A rectangle that contains the annotation's, in points of default user space.
    public var area: Rectangle?
    /// A regular expression that occurs in the contents.
    public var contents: String?

    /// Creates a selection of all annotations.
    public init() {}

    /// Whether it has no condition but the pages.
    public var isEveryAnnotation: Bool {
        names.isEmpty && authors.isEmpty && subtypes.isEmpty && since == nil && states.isEmpty && area == nil
            && contents == nil
    }

    /// Returns the annotations that are meant.
    ///
    /// - Parameter annotations: all annotations of ``pages``; replies state the review of others.
    public func selected(from annotations: [ListedAnnotation]) -> [ListedAnnotation] {
        let reviews = states.isEmpty ? [:] : Review.reviews(in: annotations)
        let pattern = contents.flatMap { try? Regex($0) }
        let kinds = Set(subtypes.map(Self.plain))
        return annotations.filter { listed in
            let annotation = listed.annotation
            let isNamed = names.contains { $0 == annotation.name || $0 == listed.reference?.description }
            guard names.isEmpty || isNamed, authors.isEmpty || annotation.author.map(authors.contains) == true,
                kinds.isEmpty || kinds.contains(Self.plain(annotation.subtype)),
                area?.contains(annotation.rect) ?? true
            else { return false }
            if let since {
                guard let date = annotation.modificationDate ?? annotation.creationDate, date >= since else {
                    return false
                }
            }
            if contents != nil {
                guard let pattern, let text = annotation.contents, text.firstMatch(of: pattern) != nil else {
                    return false
                }
            }
            guard !states.isEmpty else { return true }
            let review = listed.identifier.flatMap { reviews[$0] }
            return states.contains { $0.isMet(by: annotation, review) }
        }
    }

    /// Whether the standard has a subtype of that name (ISO 32000-2, Table 171), in either form.
    package static func isSubtype(_ word: String) -> Bool {
        (Annotation.supportedSubtypes + otherSubtypes).contains { plain($0) == plain(word) }
    }

    /// Those that pdfco only lists.
    private static let otherSubtypes = [
        "3D", "Movie", "Popup", "PrinterMark", "Projection", "RichMedia", "Screen", "Sound", "TrapNet", "Watermark",
        "Widget",
    ]

    private static func plain(_ subtype: String) -> String { subtype.lowercased().filter { $0 != "-" } }
}

extension ListedAnnotation {
    /// By what edits and replies refer to it: its name, or its object where it has none; `nil` for a direct object
    /// without a name.
    public var identifier: String? { annotation.name ?? reference?.description }
}
