public import FoundationEssentials

/// The states that authors gave to an annotation by replies (ISO 32000-2, 12.5.6.3): of each author and model the last.
public struct Review: Sendable, Equatable {
    /// A state that somebody gave to an annotation.
    public struct Statement: Sendable, Equatable {
        /// Such as `Accepted`.
        public var state: String
        /// `Review` or `Marked`.
        public var model: String
        /// Who gave it.
        public var author: String?
        /// When it was given.
        public var date: Date?
    }

    /// The oldest first.
    public var statements: [Statement] = []

    /// The last state of the model `Review`; `None` where there is none.
    public var state: String { statements.last { $0.model == ReviewState.none.model }?.state ?? ReviewState.none.code }

    /// Whether a review has ended with a state: accepted, rejected, cancelled or completed.
    public var isClosed: Bool { state != ReviewState.none.code }

    /// Returns the reviews of annotations by their ``ListedAnnotation/identifier``.
    public static func reviews(in annotations: [ListedAnnotation]) -> [String: Review] {
        var reviews: [String: Review] = [:]
        for annotation in annotations.map(\.annotation) {
            guard let target = annotation.inReplyTo, let state = annotation.state else { continue }
            let model = annotation.stateModel ?? ReviewState(rawValue: state.lowercased())?.model ?? "Review"
            let statement = Statement(
                state: state, model: model, author: annotation.author,
                date: annotation.modificationDate ?? annotation.creationDate)
            reviews[target, default: Review()].add(statement)
        }
        return reviews
    }

    private mutating func add(_ new: Statement) {
        let isSameAuthor = { (other: Statement) in other.author == new.author && other.model == new.model }
        let others = statements.filter(isSameAuthor)
        if let newest = others.compactMap(\.date).max(), let date = new.date, date < newest { return }
        statements.removeAll(where: isSameAuthor)
        // Without a date, the order in the file counts.
        let place = new.date.flatMap { date in statements.firstIndex { $0.date.map { $0 > date } ?? false } }
        statements.insert(new, at: place ?? statements.count)
    }
}

/// A condition for the state of an annotation's review.
public enum ReviewCondition: String, Sendable, CaseIterable {
    /// A comment that no state has closed yet, and that is no reply itself.
    case open
    /// The latest review state is `Accepted`.
    case accepted
    /// The latest review state is `Rejected`.
    case rejected
    /// The latest review state is `Cancelled`.
    case cancelled
    /// The latest review state is `Completed`.
    case completed
    /// The latest review state is `None`.
    case none
    /// The latest review state is `Marked`.
    case marked
    /// The latest review state is `Unmarked`.
    case unmarked

    /// The state that is asked for; `nil` for ``open``.
    private var named: ReviewState? { ReviewState(rawValue: rawValue) }

    func isMet(by annotation: Annotation, _ review: Review?) -> Bool {
        switch self {
        case .open:
            AnnotationSubtype.named(annotation.subtype).properties.contains(Annotation.schema.author.untyped)
                && !annotation.isReply && review?.isClosed != true
        case .marked, .unmarked:
            review?.statements.last { $0.model == ReviewState.marked.model }?.state == named?.code
        default: (review ?? Review()).state == named?.code && !annotation.isReply
        }
    }
}
