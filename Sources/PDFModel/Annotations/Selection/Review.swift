public import FoundationEssentials

/// The states that authors gave to an annotation by replies (ISO 32000-2, 12.5.6.3): of each author and model the last.
public struct Review: Sendable, Equatable {
    /// A state that somebody gave to an annotation.
    public struct Statement: Sendable, Equatable, Encodable {
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

    /// Returns the reviews of annotations by their ``ListedAnnotation/identity``.
    public static func reviews(in annotations: [ListedAnnotation]) -> [ListedAnnotation.Identity: Review] {
        var reviews: [ListedAnnotation.Identity: Review] = [:]
        var subjects = ReviewSubjects(annotations)
        for listed in annotations {
            let annotation = listed.annotation
            guard let target = subjects.subject(of: listed), let state = annotation.state else { continue }
            let model = annotation.stateModel ?? ReviewState(rawValue: state.lowercased())?.model ?? "Review"
            let statement = Statement(
                state: state, model: model, author: annotation.author, date: annotation.lastDate)
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

/// The annotations to which replies give states: later ones of an author reply to the earlier ones (12.5.6.3).
private struct ReviewSubjects {
    /// What each reply that gives a state replies to, or an annotation that is known to come before that.
    private var targets: [ListedAnnotation.Identity: ListedAnnotation.Identity] = [:]

    init(_ annotations: [ListedAnnotation]) {
        for listed in annotations where listed.annotation.state != nil {
            if let identity = listed.identity { targets[identity] = listed.target }
        }
    }

    /// Returns the first annotation on the way from a reply that gives no state itself; in a circle, one of the circle.
    mutating func subject(of reply: ListedAnnotation) -> ListedAnnotation.Identity? {
        guard var subject = reply.target else { return nil }
        var passed: Set<ListedAnnotation.Identity> = []
        while let next = targets[subject], passed.insert(subject).inserted { subject = next }
        for reply in passed { targets[reply] = subject }
        return subject
    }
}

/// A condition for the state of an annotation's review.
public enum ReviewCondition: Sendable, Hashable {
    /// A comment that no state has closed yet, and that is no reply itself.
    case open
    /// The latest state of its model is this one.
    case state(ReviewState)

    func isMet(by listed: ListedAnnotation, _ review: Review?) -> Bool {
        switch self {
        case .open:
            listed.beginsThread && review?.isClosed != true
        case .state(let state) where state.model == ReviewState.marked.model:
            review?.statements.last { $0.model == state.model }?.state == state.code
        case .state(let state): (review ?? Review()).state == state.code && !listed.annotation.isReply
        }
    }
}

extension ReviewCondition: RawRepresentable, CaseIterable {
    /// `open`, or a state such as `accepted`.
    public var rawValue: String { if case .state(let state) = self { state.rawValue } else { "open" } }

    public init?(rawValue: String) {
        if rawValue == "open" {
            self = .open
        } else if let state = ReviewState(rawValue: rawValue) {
            self = .state(state)
        } else {
            return nil
        }
    }

    /// ``open``, then all states.
    public static var allCases: [ReviewCondition] { [.open] + ReviewState.allCases.map(Self.state) }
}
