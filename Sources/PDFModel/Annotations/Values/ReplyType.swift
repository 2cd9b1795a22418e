/// What an annotation is to the one that it replies to (`/RT`, ISO 32000-2, Table 172).
public enum ReplyType: String, Sendable, CaseIterable, Codable {
    /// A comment on it; viewers show both together.
    case reply
    /// Part of it, such as the strike-out of a caret that replaces text.
    case group
}

/// A state that a review gives to an annotation (ISO 32000-2, 12.5.6.3).
public enum ReviewState: String, Sendable, CaseIterable {
    /// The user agrees with the change.
    case accepted
    /// The user disagrees with the change.
    case rejected
    /// The change was cancelled.
    case cancelled
    /// The change was made.
    case completed
    /// The user has said nothing about the change.
    case none
    /// The user has marked it.
    case marked
    /// The user has not marked it.
    case unmarked

    /// The value of `/State`.
    public var code: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The value of `/StateModel`.
    public var model: String { self == .marked || self == .unmarked ? "Marked" : "Review" }
}
