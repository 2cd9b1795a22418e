import SystemPackage
import TestSupport
import Testing

/// What the documentation says of the tests.
struct EssayTests {
    @Test func `Every test that the behaviours name is there`() throws {
        let path = Fixture.packageDirectory.appending("Sources/Documents/Documents.docc/BehavioursOfDocuments.md")
        let essay = String(decoding: try path.readBytes(), as: UTF8.self)
        let tests = try SourceFile.tests().flatMap(\.lines).joined(separator: "\n")
        var names = 0
        for line in essay.split(separator: "\n") where line.hasPrefix("|") {
            guard let shown = line.split(separator: "|").last else { continue }
            for suite in shown.matches(of: #/`(\w+Tests)`/#) {
                #expect(tests.contains("struct \(suite.1) "), "\(suite.1)")
                names += 1
            }
            for name in shown.matches(of: #/\*([^*]+)\*/#) {
                // What is left out of a name is shown by an ellipsis.
                let parts = name.1.split(separator: "…").map { $0.drop { $0 == " " } }
                for part in parts {
                    let words = String(part.reversed().drop { $0 == " " }.reversed())
                    #expect(tests.contains(words), "\(name.1)")
                }
                names += 1
            }
        }
        #expect(names > 40)
    }

    @Test func `At most ten behaviours are not there, and each has its reason in one sentence`() throws {
        let path = Fixture.packageDirectory.appending("Sources/Documents/Documents.docc/BehavioursOfDocuments.md")
        let essay = String(decoding: try path.readBytes(), as: UTF8.self)
        let (here, missing) = try #require(
            essay.firstRange(of: "## What is not here").map {
                (essay[..<$0.lowerBound], essay[$0.upperBound...])
            })
        let rows = missing.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect((1...10).contains(rows.count))
        for row in rows {
            let reason = try #require(row.split(separator: "|").last)
            // One sentence.
            #expect(reason.hasSuffix(". ") && !reason.dropLast(2).contains("."), "\(row)")
        }
        #expect(!here.contains("no meaning") && !here.contains("not yet"))
    }
}
