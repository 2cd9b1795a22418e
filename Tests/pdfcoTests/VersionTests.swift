import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// The version, which is stated once, in `Version`, and follows or is repeated elsewhere.
struct VersionTests {
    private func text(_ path: FilePath) throws -> String {
        String(decoding: try Fixture.packageDirectory.pushing(path).readBytes(), as: UTF8.self)
    }

    @Test func `The change log begins with the version, and its date or that it is not released`() throws {
        let heading = try #require(try text("CHANGELOG.md").firstMatch(of: #/(?m)^## \[(\S+)\] – (.+)$/#))
        #expect(heading.1 == Version.current)
        #expect(heading.2 == "Unreleased" || heading.2.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil)
    }

    @Test func `The man pages are of the version`() throws {
        let man = Fixture.packageDirectory.appending("man")
        let pages = try man.list().filter { $0.hasSuffix(".1") }
        #expect(pages.count > 30)
        for page in pages {
            let title = try text(FilePath("man/\(page)")).split(separator: "\n").first { $0.hasPrefix(".TH ") }
            #expect(title?.contains("\"pdfco \(Version.current)\"") == true, "\(page)")
        }
    }

    @Test func `README names the version from which packages can depend on it`() throws {
        let from = try #require(try text("README.md").firstMatch(of: #/\.package\(url: "\S+", from: "([0-9.]+)"\)/#)).1
        #expect(from == Version.current)
    }

    @Test func `The version is semantic`() {
        #expect(Version.current.wholeMatch(of: #/(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)/#) != nil)
    }
}
