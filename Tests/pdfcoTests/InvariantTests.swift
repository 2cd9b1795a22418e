import SystemPackage
import TestSupport
import Testing

/// Holds the invariants that code and tests cite against the page that defines them.
struct InvariantTests {
    /// The numbers that `docs/durability.md` defines, in its order.
    private static func defined() throws -> [Int] {
        let file = Fixture.packageDirectory.appending("docs/durability.md")
        let page = String(decoding: try file.readBytes(), as: UTF8.self)
        let list = page.split(separator: "## ").first { $0.hasPrefix("Invariants") } ?? ""
        return list.split(separator: "\n").compactMap { $0.prefixMatch(of: #/(\d+)\. /#).flatMap { Int($0.1) } }
    }

    @Test func `The invariants are numbered from 1 without a gap`() throws {
        let numbers = try Self.defined()
        #expect(numbers.count >= 12)
        #expect(numbers == Array(1...numbers.count))
    }

    @Test func `Every invariant that code or tests cite is defined`() throws {
        let numbers = Set(try Self.defined())
        var citations = 0
        for file in try SourceFile.all() + SourceFile.tests() {
            for citation in file.text.matches(of: #/[Ii]nvariants? (\d+)(?: and (\d+))?/#) {
                for number in [Int(citation.1), citation.2.flatMap { Int($0) }].compactMap(\.self) {
                    #expect(numbers.contains(number), "invariant \(number), cited in \(file.path)")
                    citations += 1
                }
            }
        }
        #expect(citations > 20)
    }

    /// `docs/testing.md` names them.
    @Test func `Every invariant is held by tests that cite it`() throws {
        let page = try Fixture.packageDirectory.appending("docs/testing.md").readBytes()
        let rows = String(decoding: page, as: UTF8.self).matches(of: #/(?m)^\| (\d+) \| ([^|]+) \|$/#)
        #expect(rows.map { Int($0.1) } == (try Self.defined()))
        let tests = try SourceFile.tests()
        for row in rows {
            let names = row.2.matches(of: #/`(\w+)`/#).map { String($0.1) }
            #expect(!names.isEmpty, "invariant \(row.1)")
            for name in names {
                let file = tests.first { $0.path.hasSuffix("/\(name).swift") }
                let cited = try #require(file, "\(name)").lines.flatMap { line in
                    line.matches(of: #/[Ii]nvariants? ([\d, and]+)/#).flatMap { $0.1.matches(of: #/\d+/#).map(\.0) }
                }
                #expect(cited.contains(row.1), "invariant \(row.1) in \(name)")
            }
        }
    }
}
