import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What is exported of real documents can be imported into blank ones.
struct CorpusExportTests {
    private struct Opened: Decodable {
        var pages: Int
        var annotationCount: Int
    }

    /// Pages of the size of ISO A2, on which everything has room.
    private func blank(_ pages: Int, _ file: FilePath) async throws {
        let result = try await PDFCO.run(["open", "--new", file.string, "--size", "a2", "--pages", "\(pages)"])
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    @Test(.corpus, .examples(47), arguments: ForeignMarkup.documents)
    func `Everything exported is imported, and exported from there it is the same`(
        document: CorpusDocument
    ) async throws {
        try await withTemporaryDirectory { directory in
            let opened = try await PDFCO.run(["open", document.path.string, "--json"], password: document.password)
            try #require(opened.exitStatus == 0, "\(opened.errorText)")
            let summary = try JSONDecoder().decode(Opened.self, from: Data(opened.output))
            guard summary.annotationCount > 0 else { return }
            Examples.found()
            let before = try await annotations(of: document.path, document.password, in: directory)
            for format in ["json", "xfdf", "fdf"] {
                let (source, copy) = (directory.appending("a.\(format)"), directory.appending("\(format).pdf"))
                let exported = try await PDFCO.run(
                    ["annotate", "export", document.path.string, "--format", format, "-o", source.string],
                    password: document.password)
                try #require(exported.exitStatus == 0, "\(exported.errorText)")
                try await blank(summary.pages, copy)
                let imported = try await PDFCO.run(["annotate", "import", copy.string, source.string, "--save"])
                #expect(imported.exitStatus == 0, "\(format): \(imported.errorText)")
                let after = try await annotations(of: copy, nil, in: directory)
                let told = exported.errorText + imported.errorText
                let left = before.filter { !isLeftOut($0, told) }
                #expect(left.count == after.count, "\(format): \(told)")
                for (old, new) in zip(left, after) { expectSame(old, new, told) }
            }
        }
    }

    /// The annotations of a document in the JSON of pdfco, which holds every property.
    private func annotations(
        of file: FilePath, _ password: String?, in directory: FilePath
    ) async throws -> [[String: JSONValue]] {
        let result = try await PDFCO.run(["annotate", "export", file.string], password: password)
        try #require(result.exitStatus == 0, "\(result.errorText)")
        return try JSONDecoder().decode([[String: JSONValue]].self, from: Data(result.output))
    }

    /// Whether an annotation is a link of which nothing can be imported, and a message said so.
    private func isLeftOut(_ annotation: [String: JSONValue], _ told: String) -> Bool {
        guard annotation["actions"] != nil, case .object(let destination)? = annotation["destination"] else {
            return false
        }
        return destination["action"] != nil && told.contains("is left out")
    }

    private static let fringed: [JSONValue?] = ["Square", "Circle", "FreeText"].map(JSONValue.text)

    private static func isWithin(_ inner: JSONValue?, _ outer: JSONValue?) -> Bool {
        guard let inner = inner?.numbers, let outer = outer?.numbers, inner.count == 4, outer.count == 4 else {
            return false
        }
        return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
    }

    /// Compares annotations apart from what an import adds and derives: a name, dates, the rectangle around a shape, the
    /// order of a quadrilateral's corners, and the flags that every note has.
    private func expectSame(_ old: [String: JSONValue], _ new: [String: JSONValue], _ told: String) {
        let hasShape = ["quadPoints", "line", "vertices", "inkList"].contains { old[$0] != nil }
        for key in Set(old.keys).union(new.keys) {
            let (before, after) = (old[key], new[key])
            let isSame: Bool =
                switch key {
                case "name", "creationDate", "modificationDate": before == nil || before == after
                case "actions": after == nil && told.contains("actions")
                // XFDF has the body as an element, without an XML declaration.
                case "richContents": before?.body == after?.body
                // A note with an open window is open.
                case "open": before == after || old["popup"] == .text("open")
                // A shape that another program drew within its rectangle gets the rectangle that it fills.
                case "rect":
                    hasShape || before == after || Self.isWithin(after, before) && Self.fringed.contains(old["subtype"])
                case "quadPoints": before?.numbers.sorted() == after?.numbers.sorted()
                case "flags" where old["subtype"] == .text("Text"):
                    Int(before?.numbers.first ?? 4) | 24 == Int(after?.numbers.first ?? 4) | 24
                default: before == after
                }
            #expect(isSame, "\(key) of \(old["subtype"] ?? .null): \(before ?? .null), \(after ?? .null)")
        }
    }
}

extension JSONValue {
    /// Rich text from its body on.
    fileprivate var body: Substring? {
        guard case .text(let text) = self else { return nil }
        return text.firstRange(of: "<body").map { text[$0.lowerBound...] } ?? text[...]
    }
}
