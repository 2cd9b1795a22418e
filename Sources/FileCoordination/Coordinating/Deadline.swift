/// When waiting ends; one for all waits of an access.
struct Deadline: Sendable {
    /// `nil`: never.
    private let end: ContinuousClock.Instant?

    init(after limit: Duration?) { end = limit.map { ContinuousClock.now + $0 } }

    /// What is left, zero when the time is up; `nil`: without end.
    var remaining: Duration? { end.map { max(.zero, $0 - ContinuousClock.now) } }

    var isOver: Bool { remaining == .zero }
}
