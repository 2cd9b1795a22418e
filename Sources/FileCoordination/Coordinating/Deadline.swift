/// When waiting ends; one deadline for all waits of an access.
struct Deadline: Sendable {
    /// `nil`: never.
    private let end: ContinuousClock.Instant?

    init(after limit: Duration?) { end = limit.map { ContinuousClock.now + $0 } }

    /// The time left, zero after the deadline; `nil`: unlimited.
    var remaining: Duration? { end.map { max(.zero, $0 - ContinuousClock.now) } }

    var isOver: Bool { remaining == .zero }
}
