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
        if isEveryAnnotation { return annotations }
        let reviews = states.isEmpty ? [:] : Review.reviews(in: annotations)
        let pattern = contents.flatMap { try? Regex($0) }
        let kinds = Set(subtypes.map { Self.letters(of: $0) })
        return annotations.filter { listed in
            let annotation = listed.annotation
            let isNamed = names.contains { $0 == annotation.name || $0 == listed.reference?.description }
            guard names.isEmpty || isNamed, authors.isEmpty || annotation.author.map(authors.contains) == true,
                kinds.isEmpty || kinds.contains(Self.letters(of: annotation.subtype)),
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
            let review = listed.identity.flatMap { reviews[$0] }
            return states.contains { $0.isMet(by: annotation, review) }
        }
    }

    private static func letters(of subtype: String) -> String { subtype.lowercased().filter { $0 != "-" } }
}

extension ListedAnnotation {
    /// Which annotation of a document it is. A name is unique on its page only, and not in every file.
    public enum Identity: Hashable, Sendable {
        /// An annotation that is an object of its own.
        case object(IndirectReference)
        /// A direct object, by its name and its page.
        case named(String, page: Int)
    }

    /// Which annotation it is; `nil` for a direct object without a name.
    public var identity: Identity? {
        reference.map(Identity.object) ?? annotation.name.map { .named($0, page: annotation.page) }
    }

    /// Which annotation it replies to; `nil` for no reply.
    public var target: Identity? {
        details.target.map(Identity.object) ?? annotation.inReplyTo.map { .named($0, page: annotation.page) }
    }

    /// By what edits and replies refer to it: its name, or its object where it has none; `nil` for a direct object
    /// without a name.
    public var identifier: String? { annotation.name ?? reference?.description }
}
