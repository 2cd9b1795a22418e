import FoundationEssentials
import Synchronization
package import Testing

/// What is tried. `make test` leaves out what takes long or needs tools of its own; `make test-all`, and a test that is
/// run by itself, leave out nothing.
package enum TestScope {
    package static let isShort = ProcessInfo.processInfo.environment["PDFCO_TESTS"] == "short"

    /// Which of many like cases are tried: each, or in a short run each tenth.
    package static let step = isShort ? 10 : 1

    /// How many of so many like cases are tried.
    package static func count(_ count: Int) -> Int { (count + step - 1) / step }

    /// The seeds of files that are made or damaged at random: `PDFCO_MUTATIONS` of them, else so many, from `PDFCO_SEED` on.
    package static func seeds(_ count: Int = TestScope.count(1000)) -> Range<UInt64> {
        let variables = ProcessInfo.processInfo.environment
        let first = variables["PDFCO_SEED"].flatMap { UInt64($0) } ?? 0
        return first..<first + (variables["PDFCO_MUTATIONS"].flatMap { UInt64($0) } ?? UInt64(count))
    }
}

extension Trait where Self == ConditionTrait {
    /// Of a test that `make test` leaves out.
    package static var long: Self { .disabled(if: TestScope.isShort, "a part of make test-all") }

    /// Of a test with a terminal; a chroot may have none.
    package static var terminal: Self {
        .enabled("There are no pseudo-terminals: mount -t devpts devpts /dev/pts") {
            try await Command("script", ["-qec", "true", "/dev/null"]).run().exitStatus == 0
        }
    }

    /// Of a test in a mount namespace of its own.
    package static var namespace: Self {
        .enabled("unshare makes no mount namespace here") {
            try await Command("unshare", ["--mount", "true"]).run().exitStatus == 0
        }
    }

    /// Of a test with real documents.
    package static var corpus: Self {
        .enabled(if: Corpus.directory != nil, "PDFCO_CORPUS names no directory of test documents")
    }
}

/// How many cases of a test found something to try: one that finds nothing must not pass.
package final class Examples: TestTrait, TestScoping {
    @TaskLocal private static var current: Examples?

    private let least: Int
    private let count = Mutex(0)

    init(atLeast least: Int) { self.least = least }

    /// Counts one.
    package static func found() { current?.count.withLock { $0 += 1 } }

    /// Around the whole test, not around each of its cases.
    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Examples? { testCase == nil ? self : nil }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        count.withLock { $0 = 0 }
        try await Self.$current.withValue(self, operation: body)
        let count = count.withLock(\.self)
        #expect(count >= least, "examples found")
    }
}

extension Trait where Self == Examples {
    /// Of a test whose cases say ``Examples/found()``: how many must.
    package static func examples(_ least: Int) -> Examples { Examples(atLeast: least) }
}
