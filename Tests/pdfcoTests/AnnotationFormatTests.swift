import FoundationEssentials
import PDFModel
import SystemPackage
import TestSupport
import Testing

/// The description of the JSON form for people and for programs.
struct AnnotationFormatTests {
    private struct Schema: Decodable {
        struct Kind: Decodable {
            struct Anything: Decodable {}
            var title: String
            var properties: [String: Anything]
            var required: [String]
        }
        var oneOf: [Kind]
    }

    private func schema() async throws -> Schema {
        let result = try await CapturedProgram.run(["annotate", "schema"])
        try #require(result.exitStatus == 0, "\(result.errorText)")
        return try JSONDecoder().decode(Schema.self, from: Data(result.output))
    }

    @Test func `The schema has every subtype with its own keys`() async throws {
        let kinds = try await schema().oneOf
        #expect(kinds.map(\.title) == Annotation.supportedSubtypes)
        for kind in kinds {
            let own = AnnotationSubtype.named(kind.title).properties.compactMap { $0.name.split(separator: ".").first }
            // What --find places, find places.
            let help = try await CapturedProgram.run(["annotate", Self.command(kind.title), "--help"])
            let others = ["subtype", "page"] + (help.outputText.contains("--find <text>") ? ["find"] : [])
            #expect(Set(kind.properties.keys) == Set(own.map(String.init) + others), "\(kind.title)")
            #expect(kind.required == ["subtype"])
        }
        #expect(kinds.count { $0.properties["find"] != nil } > 5)
    }

    /// `strike-out` for `StrikeOut`.
    private static func command(_ subtype: String) -> String {
        subtype.enumerated().map { $0.offset > 0 && $0.element.isUppercase ? "-\($0.element)" : "\($0.element)" }
            .joined().lowercased()
    }

    @Test func `The schema in the repository is the program's`() async throws {
        let result = try await CapturedProgram.run(["annotate", "schema"])
        let copy = try Fixture.packageDirectory.appending("docs/annotation.schema.json").readBytes()
        #expect(result.output == copy, "make man writes it anew")
    }

    @Test func `An exported annotation has only keys of the schema`() async throws {
        struct Item: Decodable {
            var keys: [String]
            init(from decoder: any Decoder) throws {
                keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            }
        }
        let known = Dictionary(try await schema().oneOf.map { ($0.title, Set($0.properties.keys)) }) { $1 }
        let file = Fixture.named("foreign-annotations.pdf")
        let result = try await CapturedProgram.run(["annotate", "export", file.string])
        let items = try JSONDecoder().decode([Item].self, from: Data(result.output))
        let marks = try JSONDecoder().decode([Annotation].self, from: Data(result.output))
        #expect(!items.isEmpty)
        for (item, mark) in zip(items, marks) {
            let surplus = Set(item.keys).subtracting(known[mark.subtype] ?? [])
            #expect(surplus.isEmpty, "\(mark.subtype)")
        }
    }

    @Test func `The manual page explains every key`() async throws {
        let page = String(
            decoding: try Fixture.packageDirectory.appending("man/pdfco-annotations.5").readBytes(), as: UTF8.self)
        let explained = Set(page.matches(of: #/(?m)^\.B (\w+)$/#).map { String($0.1) })
        let keys = Set(try await schema().oneOf.flatMap(\.properties.keys))
        #expect(keys.subtracting(explained).isEmpty)
        // What a list adds.
        let added: Set = ["object", "hasAppearance", "field", "parent", "scale", "review"]
        #expect(explained.subtracting(keys) == added)
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
