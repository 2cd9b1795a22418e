import FoundationEssentials
package import Testing

/// What is tried. `make test` leaves out what takes long or needs tools of its own; `make test-all`, and a test that is
/// run by itself, leave out nothing.
package enum TestScope {
    package static let isShort = ProcessInfo.processInfo.environment["PDFCO_TESTS"] == "short"

    /// Which of many like cases are tried: each, or in a short run each tenth.
    package static let step = isShort ? 10 : 1

    /// How many of so many like cases are tried.
    package static func count(_ count: Int) -> Int { (count + step - 1) / step }
}

extension Trait where Self == ConditionTrait {
    /// Of a test that `make test` leaves out.
    package static var long: Self { .disabled(if: TestScope.isShort, "a part of make test-all") }

    /// Of a test with real documents.
    package static var corpus: Self {
        .enabled(if: Corpus.directory != nil, "PDFCO_CORPUS names no directory of test documents")
    }
}
