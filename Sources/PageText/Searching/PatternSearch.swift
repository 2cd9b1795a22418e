internal import LinuxFiles
internal import Synchronization

/// Searches for a regular expression, for no longer than a limit.
///
/// Some patterns take longer than anyone waits, and Swift's `Regex` cannot be stopped. Each text is searched on a thread of
/// its own, which is left alone when the time is up: it ends with its process, or when its search does.
final class PatternSearch {
    private let pattern: String
    private let regex: Regex<AnyRegexOutput>
    private var remaining: Duration

    /// - Parameter limit: how long all searches may take together.
    init(_ pattern: String, _ regex: Regex<AnyRegexOutput>, limit: Duration) {
        (self.pattern, self.regex, remaining) = (pattern, regex, limit)
    }

    /// - Throws: ``PageTextError/patternTooSlow(_:)`` when the time is up.
    func matches(in text: String) throws(PageTextError) -> [Range<String.Index>] {
        let matches = Matches()
        // A Regex is not changed by a search.
        nonisolated(unsafe) let regex = regex
        let end = ContinuousClock.now + remaining
        defer { remaining = end - .now }
        do {
            let done = try WakeUp()
            try DedicatedThread.run(name: "pattern") {
                let found = text.matches(of: regex).map(\.range)
                matches.ranges.withLock { $0 = found }
                done.signal()
            }
            repeat {
                if try wait(for: [done], atMost: end - .now) == [true] { return matches.ranges.withLock(\.self) }
            } while .now < end
        } catch {
            throw .systemCall(error)
        }
        throw .patternTooSlow(pattern)
    }

    /// Written by the thread of the search, and read after its signal.
    private final class Matches: Sendable {
        let ranges = Mutex<[Range<String.Index>]>([])
    }
}
