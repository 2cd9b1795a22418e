import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// The same text is marked again.
struct MarkedAgainTests {
    private struct Listed: Decodable {
        struct Annotation: Decodable {
            var author: String?
            var name: String?
            var color: String?
            var rect: [Double]
        }
        var annotations: [Annotation]
    }

    /// Runs a script in a directory with the document a.pdf, and returns its output and what is in the document then.
    private func marks(
        _ script: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (output: [Substring], marks: [Listed.Annotation]) {
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(FindingTests.document())
            let script =
                "set -e; exec 2>&1; mark() { pdfco annotate highlight a.pdf --find Invoice \"$@\"; }\n\(script)\n"
            let result = try await PDFCO.shell(script + "pdfco annotate list a.pdf --json", in: directory)
            try #require(result.exitStatus == 0, "\(result.outputText)", sourceLocation: sourceLocation)
            let lines = result.outputText.split(separator: "\n")
            let list = try JSONDecoder().decode(Listed.self, from: Data(try #require(lines.last).utf8))
            return (lines.dropLast(), list.annotations)
        }
    }

    @Test(arguments: ["", "--save"])
    func `Another author marks the same text, and the same author only once`(save: String) async throws {
        let (output, marks) = try await marks(
            """
            mark --author Ann \(save)
            mark --author Bob \(save)
            PDFCO_AUTHOR=Ann mark \(save)
            mark --author Bob --ignore-case \(save)
            """)
        #expect(marks.map(\.author) == ["Ann", "Ann", "Bob", "Bob"])
        #expect(Set(marks.compactMap(\.name)).count == 4)
        #expect(output.map { $0.contains("already applied") } == [false, false, true, true])
    }

    @Test(arguments: ["", "--save"])
    func `Another look that is stated changes the mark, and one that is not leaves it`(save: String) async throws {
        let (output, marks) = try await marks(
            """
            mark \(save)
            mark --color red \(save)
            mark \(save)
            """)
        #expect(marks.map(\.color) == ["#ff0000", "#ff0000"])
        #expect(output.map { $0.contains("already applied") } == [false, false, true])
        let undone = try await self.marks("mark \(save)\nmark --color red \(save)\npdfco annotate undo a.pdf").marks
        #expect(undone.count == 2 && !undone.contains { $0.color == "#ff0000" })
    }

    @Test func `Text in another area is other text, however it was found`() async throws {
        let (output, marks) = try await marks(
            """
            mark --within 0,80,300,120
            mark --within 0,50,300,79
            mark --occurrence 2
            mark --regex
            """)
        #expect(marks.count == 2 && Set(marks.map(\.rect)).count == 2)
        #expect(output.map { $0.contains("already applied") } == [false, false, true, true])
    }

    @Test func `A note beside text is the same again, and moves where another side is stated`() async throws {
        let note = "pdfco annotate text a.pdf --find 'no. 7' --contents Check"
        let (output, marks) = try await marks("\(note)\n\(note)\n\(note) --beside left\n\(note) --beside left\n\(note)")
        #expect(marks.count == 1)
        #expect(output.map { $0.contains("already applied") } == [false, true, false, true, true])
    }

    @Test func `A batch, a session and a list of annotations mark again as commands do`() async throws {
        let add = #"{"subtype":"Highlight","author":"Ann","find":"Invoice""#
        let (_, marks) = try await marks(
            """
            batch() { printf '{"file":"a.pdf","edits":[%s]}\\n' "$1" | pdfco annotate batch; }
            batch '{"add":\(add)}}'
            batch '{"add":\(add),"color":"red"}},{"add":\(add),"color":"blue"}}'
            printf '%s' '\(add),"opacity":0.5}' > more.json
            pdfco annotate import a.pdf more.json --save
            printf 'annotate highlight --find Invoice --author Bob\\nannotate highlight --find Invoice --author Ann\\nsave\\n' |
                pdfco open a.pdf --script -
            """)
        #expect(marks.map(\.author) == ["Ann", "Ann", "Bob", "Bob"])
        #expect(marks.prefix(2).allSatisfy { $0.color == "#0000ff" })
    }

    @Test func `A mark that has got its name in another way is found by its place`() async throws {
        let (output, marks) = try await marks(
            """
            mark --author Ann --save
            sed -i 's/(pdfco-[0-9a-f]*\\(..\\))/(pdfco-00000000000000\\1)/' a.pdf
            mark --author Ann
            mark --author Ann --color red
            mark --author Bob
            """)
        #expect(marks.map(\.author) == ["Ann", "Ann", "Bob", "Bob"])
        #expect(marks.prefix(2).allSatisfy { $0.name?.hasPrefix("pdfco-00000000000000") == true })
        #expect(output.count(where: { $0.contains("already applied") }) == 1)
    }
}
