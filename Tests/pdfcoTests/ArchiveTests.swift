import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// In documents that claim to conform to PDF/A or PDF/UA, an edit says what it would break.
struct ArchiveTests {
    /// Writes a blank document with the claim, and an output intent for RGB unless told otherwise.
    private func document(_ part: Int, _ level: String, _ directory: FilePath, intent: Bool = true) throws {
        let metadata = """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>\(part)</pdfaid:part>\
            <pdfaid:conformance>\(level)</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
            """
        let intents = "/OutputIntents [<</Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile 5 0 R>>]"
        var file = HandmadePDF.onePage(
            catalog: "/Metadata 4 0 R \(intent ? intents : "")",
            objects: [
                4: "<</Type /Metadata /Subtype /XML /Length \(metadata.utf8.count)>>stream\n\(metadata)\nendstream",
                5: "<</N 3 /Length 0>>stream\n\nendstream",
            ])
        file.table()
        try directory.appending("a.pdf").write(file.bytes)
    }

    @Test(
        arguments: [
            (1, "B", "highlight --rect 9,9,90,20", "PDF/A-1b, and the Highlight is transparent"),
            (2, "B", "highlight --rect 9,9,90,20", nil), (1, "B", "square --rect 9,9,90,20", nil),
            (1, "B", "square --rect 9,9,90,20 --opacity 0.5", "the Square is translucent"),
            (
                3, "U", "free-text --rect 9,9,90,40 --contents x",
                "the FreeText is set in Helvetica, which is not embedded"
            ),
            (3, "U", "free-text --rect 9,9,90,40 --contents x --embed-fonts", nil),
            (1, "B", "free-text --rect 9,9,90,40 --contents x --embed-fonts", nil),
            (
                1, "A", "polygon --vertices 9,9,90,9,50,90",
                "PDF/A-1a, and the Polygon has a subtype that is not allowed"
            ),
            (2, "A", "text --rect 9,9,29,29 --contents x --no-print", "the Text is not printed"),
            (2, "A", "text --rect 9,9,29,29 --contents x --hidden", "the Text is hidden"),
            (2, "B", "file-attachment --rect 9,9,29,29 --file a.pdf", "attaches a file that may not be PDF/A"),
            (4, "", "stamp --rect 9,9,90,40", "PDF/A-4, and the Stamp is set in Helvetica-Bold, which is not embedded"),
            (1, "B", "stamp --rect 9,9,90,40 --image rgba.png", "the Stamp is transparent"),
            (1, "B", "stamp --rect 9,9,90,40 --image rgb.png", nil),
        ] as [(Int, String, String, String?)])
    func `A warning says what an edit breaks, and --strict refuses it`(
        part: Int, level: String, command: String, problem: String?
    ) async throws {
        try await withTemporaryDirectory { directory in
            try document(part, level, directory)
            for name in ["rgb.png", "rgba.png"] {
                _ = try Fixture.directory.appending("images/\(name)").copy(into: directory)
            }
            let before = try directory.appending("a.pdf").readBytes()
            let strict = try await CapturedProgram.run(line: "annotate \(command) a.pdf --strict --save", in: directory)
            guard let problem else {
                #expect(strict.exitStatus == 0 && !strict.errorText.contains("PDF/A"), "\(strict.errorText)")
                return
            }
            expectRefusal(strict, 65)
            #expect(strict.errorText.contains("would no longer be PDF/A-\(part)"), "\(strict.errorText)")
            #expect(try directory.appending("a.pdf").readBytes() == before)
            let result = try await CapturedProgram.run(line: "annotate \(command) a.pdf --save", in: directory)
            #expect(result.exitStatus == 0 && result.errorText.contains(problem), "\(result.errorText)")
        }
    }

    @Test func `What was so before is not told again, and colours need an output intent`() async throws {
        try await withTemporaryDirectory { directory in
            try document(1, "B", directory, intent: false)
            let script = """
                pdfco annotate square a.pdf --rect 9,9,90,20 --name s --opacity 0.5 --save
                pdfco annotate update a.pdf s --contents seen --strict --save
                pdfco annotate update a.pdf s --color blue --save
                """
            let result = try await PDFCO.shell("set -e; \(script)", in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let warnings = result.errorText.split(separator: "\n").filter { $0.contains("PDF/A") }
            #expect(warnings.count == 3, "\(result.errorText)")
            #expect(result.errorText.contains("has RGB colours, for which the document has no output intent"))
        }
    }

    /// Blank, with a claim of PDF/UA or of both standards.
    private func accessibleDocument(_ directory: FilePath, archive: String = "") throws {
        let metadata = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1" \(archive)/>\
            </rdf:RDF></x:xmpmeta>
            """
        let tagged = "<</Subtype /Square /Rect [9 9 99 99] /NM (tagged) /StructParent 0 /Contents (c) /F 4>>"
        var file = HandmadePDF.onePage(
            "/Annots [5 0 R]", catalog: "/Metadata 4 0 R",
            objects: [
                4: "<</Type /Metadata /Subtype /XML /Length \(metadata.utf8.count)>>stream\n\(metadata)\nendstream",
                5: tagged,
            ])
        file.table()
        try directory.appending("a.pdf").write(file.bytes)
    }

    @Test func `Outside the structure tree of PDF/UA, an annotation is a warning, and --strict refuses it`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            try accessibleDocument(directory)
            let before = try directory.appending("a.pdf").readBytes()
            let add = "pdfco annotate highlight a.pdf --rect 9,9,90,20 --name h --contents x"
            let strict = try await PDFCO.shell("\(add) --strict --save", in: directory)
            expectRefusal(strict, 65, hint: "omit --strict")
            let outside = "the Highlight is outside the structure tree"
            #expect(strict.errorText.contains("would no longer be PDF/UA-1: \(outside)"), "\(strict.errorText)")
            #expect(try directory.appending("a.pdf").readBytes() == before)
            // What is so already is not told again; a hidden annotation, and one in the tree, are right.
            let result = try await PDFCO.shell(
                """
                set -e
                \(add) --save
                pdfco annotate update a.pdf h --contents y --strict --save
                pdfco annotate update a.pdf tagged --contents y --strict --save
                pdfco annotate square a.pdf --rect 9,9,90,20 --hidden --strict --save
                echo '{"file":"a.pdf","edits":[{"add":{"subtype":"Text","page":1,"rect":[9,9,29,29]}}]}' >job
                pdfco annotate batch job --strict && exit 1
                pdfco annotate list a.pdf --json
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.outputText)\(result.errorText)")
            let warnings = result.errorText.split(separator: "\n").filter { $0.contains("claims to be") }
            #expect(warnings.count == 1, "\(result.errorText)")
            #expect(warnings.first?.contains("the document claims to be PDF/UA-1, and \(outside)") == true)
            #expect(result.outputText.contains("would no longer be PDF/UA-1: the Text is outside"))
        }
    }

    @Test func `A document may claim both standards`() async throws {
        try await withTemporaryDirectory { directory in
            try accessibleDocument(directory, archive: #"pdfaid:part="1" pdfaid:conformance="A""#)
            let add = "pdfco annotate highlight a.pdf --rect 9,9,90,20"
            let strict = try await PDFCO.shell("\(add) --strict --save", in: directory)
            expectRefusal(strict, 65)
            #expect(strict.errorText.contains("would no longer be PDF/A-1a and PDF/UA-1: the Highlight"))
            let result = try await PDFCO.shell("\(add) --save", in: directory)
            #expect(result.errorText.contains("claims to be PDF/A-1a, and the Highlight is transparent"))
            #expect(result.errorText.contains("claims to be PDF/UA-1, and the Highlight is outside"))
        }
    }

    private static let libraries = [
        "preflight", "pdfbox2", "fontbox2", "xmpbox", "commons-logging", "commons-io", "javax.activation", "jaxb-api",
    ].map { "/usr/share/java/\($0).jar" }

    /// Edits of all kinds; `--strict` refuses some of them.
    private static let commands = [
        "text --rect 50,50,70,70 --contents x", "free-text --rect 50,50,170,70 --contents x",
        "free-text --rect 50,50,170,70 --contents x --embed-fonts", "highlight --rect 50,50,170,70",
        "underline --rect 50,50,170,70", "circle --rect 50,50,170,70", "line --line 50,50,170,70",
        "polygon --vertices 50,50,90,90,50,80", "ink --ink-list 50,50,90,90,50,80", "stamp --rect 50,50,170,90",
        "stamp --rect 50,50,170,90 --contents Żółć", "stamp --rect 50,50,170,90 --image rgb.jpg",
        "stamp --rect 50,50,170,90 --image rgba.png", "stamp --rect 50,50,170,90 --image cmyk.jpg",
        "caret --rect 50,50,60,60", "link --rect 50,50,170,90 --uri https://example.org/",
        "file-attachment --rect 50,50,70,70 --file rgb.jpg", "redact --rect 50,50,170,90",
        "square --rect 50,50,170,90 --no-print", "square --rect 50,50,170,90 --opacity 0.5",
        "square --rect 50,50,170,90 --popup open --contents x",
    ]

    @Test(
        .corpus,
        .enabled(
            if: libraries.allSatisfy { FileManager.default.fileExists(atPath: $0) },
            "there is no Preflight (libpdfbox2-java, libactivation-java, libjaxb-api-java)"))
    func `Preflight finds a document valid just where --strict permits the edit`() async throws {
        try await withTemporaryDirectory { directory in
            let original = try #require(Corpus.documents.first { $0.name == "sf-crazyones-pdfa.pdf" })
            for name in ["rgb.jpg", "rgba.png", "cmyk.jpg"] {
                _ = try Fixture.directory.appending("images/\(name)").copy(into: directory)
            }
            let java = """
                import org.apache.pdfbox.preflight.parser.PreflightParser;
                public class Check {
                    public static void main(String[] files) throws Exception {
                        for (String file : files) {
                            PreflightParser parser = new PreflightParser(file);
                            parser.parse();
                            try (var document = parser.getPreflightDocument()) {
                                document.validate();
                                System.out.println(file + " " + document.getResult().isValid());
                            }
                        }
                    }
                }
                """
            try directory.appending("Check.java").write(Array(java.utf8))
            var isPermitted: [String: Bool] = ["0.pdf": true]
            _ = try original.path.copy(into: directory, as: "0.pdf")
            for (index, command) in Self.commands.enumerated() {
                let name = "\(index + 1).pdf"
                _ = try original.path.copy(into: directory, as: name)
                let strict = try await CapturedProgram.run(
                    line: "annotate \(command) \(name) --strict --save", in: directory)
                isPermitted[name] = strict.exitStatus == 0
                if strict.exitStatus == 0 { continue }
                expectRefusal(strict, 65)
                let other = try await CapturedProgram.run(line: "annotate \(command) \(name) --save", in: directory)
                #expect(other.exitStatus == 0, "\(other.errorText)")
            }
            let names = isPermitted.keys.joined(separator: " ")
            let result = try await PDFCO.shell(
                "java -Duser.home=. -XX:-UsePerfData -cp \(Self.libraries.joined(separator: ":")) Check.java \(names)",
                in: directory)
            for (index, command) in ([""] + Self.commands).enumerated() {
                let name = "\(index).pdf"
                let line = "\(name) \(isPermitted[name] == true)\n"
                #expect(result.outputText.contains(line), "\(command): \(result.outputText) \(result.errorText)")
            }
            #expect(isPermitted.values.contains(false))
        }
    }
}
