import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// Annotations come from other programs' formats, and go back.
struct ExchangeTests {
    private func run(_ script: String, in directory: FilePath, status: Int = 0) async throws -> CommandResult {
        _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
        for name in try Fixture.named("formats").list() {
            _ = try Fixture.named("formats/\(name)").copy(into: directory)
        }
        let result = try await PDFCO.shell("set -e; \(script)", in: directory)
        #expect(result.exitStatus == status, "\(result.errorText)")
        return result
    }

    @Test(arguments: [("xfdf", "everything.xfdf", 21), ("fdf", "acrobat.fdf", 6), ("instant-json", "instant.json", 16)])
    func `A source is imported by its contents, and its export imports and exports the same`(
        format: String, source: String, count: Int
    ) async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                cp a.pdf b.pdf
                pdfco annotate import a.pdf - --save <\(source)
                pdfco annotate export a.pdf --format \(format) -o one
                pdfco annotate import b.pdf one --save
                pdfco annotate export b.pdf --format \(format) >two
                pdfco annotate import b.pdf one --save
                for file in one two; do
                    perl -0pi -e 's/b\\.pdf/a.pdf/g; s/<ids.*?>//; s/"pdfId".*?\\}//; s/\\/ID \\[.*?\\]//s; s/xref\\n.*//s' $file
                done
                """
            let result = try await run(script, in: directory)
            #expect(try directory.appending("one").readBytes() == directory.appending("two").readBytes())
            #expect(result.errorText.contains("a.pdf: \(count) edits applied"), "\(result.errorText)")
            #expect(result.errorText.contains("\(count) already applied"), "\(result.errorText)")
            #expect(try await QPDF.isClean(directory.appending("b.pdf")))
        }
    }

    @Test func `JSON loses nothing on the way through XFDF and FDF`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                pdfco annotate import a.pdf everything.xfdf --save
                pdfco annotate export a.pdf >one.json
                for format in xfdf fdf; do
                    pdfco annotate export a.pdf --format $format -o marks.$format
                    cp \(Fixture.named("report.pdf").string) b.pdf
                    pdfco annotate import b.pdf marks.$format --save
                    pdfco annotate export b.pdf >two.json
                    cmp one.json two.json
                done
                """
            _ = try await run(script, in: directory)
        }
    }

    @Test func `All annotations are added or none, unless invalid ones are skipped`() async throws {
        try await withTemporaryDirectory { directory in
            let xfdf = """
                <xfdf><annots><square page="0" rect="1,1,9,9" name="good"/>
                <square page="0" rect="1,1,9" name="bad"/>
                <text page="0" rect="1,1,9,9" inreplyto="bad" name="reply"/>
                <square page="99" rect="1,1,9,9" name="far"/></annots></xfdf>
                """
            try directory.appending("x.xfdf").write(Array(xfdf.utf8))
            let refused = try await run("pdfco annotate import a.pdf x.xfdf --save", in: directory, status: 64)
            #expect(
                refused.errorText.contains("x.xfdf: line 2, square: rect does not have 4 numbers"),
                "\(refused.errorText)")
            let script =
                "cmp a.pdf \(Fixture.named("report.pdf").string)\npdfco annotate import a.pdf x.xfdf --save --skip-invalid"
            let result = try await run(script, in: directory)
            #expect(result.errorText.contains("a.pdf: 1 edit applied"), "\(result.errorText)")
            for place in ["line 2, square: rect", "line 3, text: it replies to 'bad'", "line 4, square: "] {
                #expect(result.errorText.contains("warning: a.pdf: skipped: \(place)"), "\(result.errorText)")
            }
        }
    }

    @Test func `A name that is taken fails, is skipped or updates the annotation`() async throws {
        try await withTemporaryDirectory { directory in
            try directory.appending("x.xfdf").write(
                Array("<xfdf><annots><square page='0' rect='1,1,9,9' name='s' color='#00FF00'/></annots></xfdf>".utf8))
            let add = "pdfco annotate square a.pdf --rect 20,20,30,30 --name s --color red --save\n"
            let failed = try await run(add + "pdfco annotate import a.pdf x.xfdf --save", in: directory, status: 65)
            #expect(failed.errorText.contains("'s'"), "\(failed.errorText)")
            #expect(failed.errorText.contains("--on-duplicate skip"), "\(failed.errorText)")
            let script =
                add + """
                    pdfco annotate import a.pdf x.xfdf --save --on-duplicate skip
                    pdfco annotate export a.pdf >skipped.json
                    pdfco annotate import a.pdf x.xfdf --save --on-duplicate update
                    pdfco annotate export a.pdf >updated.json
                    """
            let result = try await run(script, in: directory)
            #expect(result.errorText.contains("already has an annotation named 's'; it stays as it is"))
            let texts = try ["skipped.json", "updated.json"].map {
                String(decoding: try directory.appending($0).readBytes(), as: UTF8.self)
            }
            try #require(texts.count > 1)
            #expect(texts[0].contains(##""color":"#ff0000""##) && texts[0].contains("[20,20,30,30]"), "\(texts[0])")
            #expect(texts[1].contains(##""color":"#00ff00""##) && texts[1].contains("[1,1,9,9]"), "\(texts[1])")
        }
    }

    @Test
    func
        `What another program wrote is already applied where its own XFDF comes back, and keeps what a change leaves out`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            var file = HandmadePDF.onePage(
                "/Annots [4 0 R 5 0 R]",
                objects: [
                    4: """
                    << /Type /Annot /Subtype /Square /NM (s) /Rect [9 9 99 99] /RD [5 5 5 5] /C [1 0 0] /CA 0.5 /F 4
                    /BS << /W 5 /S /D /D [4 2] >> >>
                    """,
                    5: """
                    << /Type /Annot /Subtype /Text /NM (t) /Rect [9 9 29 29] /F 28 /Name /Help /Contents (x) /RC
                    (<?xml version="1.0"?><body xmlns="http://www.w3.org/1999/xhtml"><p>x</p></body>) >>
                    """,
                ])
            file.table()
            try directory.appending("b.pdf").write(file.bytes)
            let script = """
                pdfco export b.pdf -o b.xfdf
                pdfco import b.pdf b.xfdf --save
                cp b.pdf c.pdf
                echo '<xfdf><modify><square page="0" rect="9,9,99,99" name="s" color="#0000FF" opacity="1"/>
                <text page="0" rect="9,9,29,29" name="t" title="Ada"/></modify></xfdf>' >c.xfdf
                pdfco import c.pdf c.xfdf --save
                pdfco export c.pdf
                """
            let result = try await run(script, in: directory)
            #expect(result.errorText.contains("b.pdf: 2 already applied"), "\(result.errorText)")
            let changed = result.outputText
            for part in [
                ##""border":{"dash":[4,2],"style":"dashed","width":5},"color":"#0000ff""##, #""flags":4"#,
                #""icon":"Help""#, #""author":"Ada""#, #""flags":28"#, #""richContents":""#,
            ] {
                #expect(changed.contains(part), "\(changed)")
            }
            #expect(!changed.contains("opacity"))
        }
    }

    @Test func `An annotation with a name of the same letters, decomposed, is another one`() async throws {
        try await withTemporaryDirectory { directory in
            var file = HandmadePDF.onePage(
                "/Annots [4 0 R 5 0 R]",
                objects: [
                    4: "<< /Type /Annot /Subtype /Square /NM <FEFF00E9> /Rect [9 9 99 99] >>",
                    5: "<< /Type /Annot /Subtype /Square /NM <FEFF00650301> /Rect [9 9 29 29] >>",
                ])
            file.table()
            try directory.appending("b.pdf").write(file.bytes)
            let squares = [("\u{E9}", 99), ("e\u{301}", 29)].map { name, end in
                "<square page='0' rect='9,9,\(end),\(end)' name='\(name)'/>"
            }
            try directory.appending("b.xfdf").write(Array("<xfdf><annots>\(squares.joined())</annots></xfdf>".utf8))
            let result = try await run("pdfco import b.pdf b.xfdf --save --on-duplicate skip", in: directory)
            #expect(result.errorText.contains("b.pdf: 2 already applied"), "\(result.errorText)")
        }
    }

    @Test func `A byte order mark is no part of the source, and a subtype is told how it is spelled`() async throws {
        try await withTemporaryDirectory { directory in
            let item = #"[{"subtype":"Square","page":1,"rect":[9,9,29,29]}]"#
            try directory.appending("x.json").write([0xEF, 0xBB, 0xBF] + Array(item.utf8))
            _ = try await run("pdfco import a.pdf x.json --save", in: directory)
            for (word, name) in [("square", "Square"), ("free-text", "FreeText")] {
                try directory.appending("x.json").write(item.replacing("Square", with: word).utf8)
                let refused = try await run("pdfco import a.pdf x.json --save", in: directory, status: 64)
                #expect(refused.errorText.contains("the subtype '\(word)' is spelled \(name)"))
            }
        }
    }

    @Test func `A page map moves annotations and links, and leaves out those of pages that are gone`() async throws {
        try await withTemporaryDirectory { directory in
            try directory.appending("map").write(Array("# old new\r\n1 3\r\n2 -\n3-4 1\n".utf8))
            let xfdf = """
                <xfdf><annots><square page="0" rect="1,1,9,9" name="a"/><square page="1" rect="1,1,9,9" name="b"/>
                <link page="2" rect="1,1,9,9" name="c"><OnActivation><Action><GoTo><Dest><Fit Page="0"/></Dest></GoTo></Action>
                </OnActivation></link></annots></xfdf>
                """
            try directory.appending("x.xfdf").write(Array(xfdf.utf8))
            let result = try await run(
                "pdfco annotate import a.pdf x.xfdf --page-map map --save; pdfco annotate list a.pdf --json",
                in: directory)
            #expect(result.errorText.contains("page 2 is gone: the Square on it is left out"), "\(result.errorText)")
            let listing = try JSONDecoder().decode(Listing.self, from: Data(result.output))
            #expect(listing.annotations.map(\.name) == ["c", "a"] && listing.annotations.map(\.page) == [1, 3])
            #expect(result.outputText.contains(#""destination":{"page":3}"#), "\(result.outputText)")
            try directory.appending("map").write(Array("1 x\n".utf8))
            let refused = try await run(
                "pdfco annotate import a.pdf x.xfdf --page-map map", in: directory, status: 65)
            #expect(refused.errorText.contains("map: line 1: 'x' is neither a page nor '-'"), "\(refused.errorText)")
        }
    }

    @Test func `An annotation is checked on the page to which a page map moves it`() async throws {
        try await withTemporaryDirectory { directory in
            try directory.appending("map").write(Array("40 2\n".utf8))
            let xfdf = #"<xfdf><annots><square page="39" rect="1,1,9,9" name="a"/></annots></xfdf>"#
            try directory.appending("x.xfdf").write(Array(xfdf.utf8))
            let result = try await run(
                "pdfco annotate import a.pdf x.xfdf --page-map map --skip-invalid --save", in: directory)
            #expect(result.errorText.contains("a.pdf: 1 edit applied"), "\(result.errorText)")
            #expect(!result.errorText.contains("skipped"), "\(result.errorText)")
        }
    }

    @Test func `Commands change and remove, and a batch has sources`() async throws {
        try await withTemporaryDirectory { directory in
            let xfdf = """
                <xfdf><modify><square page="0" rect="1,1,9,9" name="s" color="#00FF00"/></modify>
                <delete><id page="0">t</id></delete></xfdf>
                """
            try directory.appending("x.xfdf").write(Array(xfdf.utf8))
            let script = """
                pdfco annotate square a.pdf --rect 20,20,30,30 --name s --color red --save
                pdfco annotate square a.pdf --rect 20,20,30,30 --name t --save
                echo '{"file":"a.pdf","source":"x.xfdf"}' | pdfco annotate batch
                pdfco annotate list a.pdf --json | tee list.json
                echo '{"file":"a.pdf","source":"acrobat.fdf","onDuplicate":"skip"}' | pdfco annotate batch
                """
            _ = try await run(script, in: directory)
            let listing = try JSONDecoder().decode(
                Listing.self, from: Data(directory.appending("list.json").readBytes()))
            #expect(listing.annotations.map(\.name) == ["s"] && listing.annotations[0].color == "#00ff00")
            #expect(try await CapturedProgram.annotations(of: directory.appending("a.pdf")).count >= 7)
        }
    }

    @Test func `An appearance loses actions and data in other files, unless they are asked for`() async throws {
        try await withTemporaryDirectory { directory in
            let fdf = """
                %FDF-1.2
                1 0 obj<</FDF<</Annots[2 0 R]>>>>endobj
                2 0 obj<</Subtype/Stamp/Rect[9 9 90 90]/Page 0/NM(a)/AP<</N 3 0 R>>>>endobj
                3 0 obj<</Subtype/Form/BBox[0 0 9 9]/F(https://evil.test/)/FFilter/FlateDecode/AA<</O 4 0 R>>/A 4 0 R
                /Ref<</F(evil.pdf)/Page 0>>/Resources<</XObject<</F 5 0 R/A 5 0 R>>/Properties<</P<</X 4 0 R/AA<</E 4 0 R>>
                /Y[4 0 R 1]>>>>>>/Length 5>>stream
                /F Do
                endstream endobj
                4 0 obj<</S/JavaScript/JS 6 0 R>>endobj
                5 0 obj<</Subtype/Form/BBox[0 0 9 9]/F(evil)/Length 12>>stream
                0 0 5 5 re f
                endstream endobj
                6 0 obj<</Length 10>>stream
                evil.run()
                endstream endobj
                trailer<</Root 1 0 R>>
                """
            try directory.appending("x.fdf").write(Array(fdf.utf8))
            let script = """
                for name in b c d; do cp a.pdf $name.pdf; done
                pdfco annotate import b.pdf x.fdf --with-actions --save
                pdfco annotate export b.pdf -o x.xfdf
                pdfco annotate export b.pdf -o x.json
                pdfco annotate import a.pdf x.fdf --save
                echo '{"file":"c.pdf","source":"x.xfdf"}' | pdfco annotate batch
                echo annotate import x.json | pdfco open d.pdf --script -
                pdfco save d.pdf
                """
            let result = try await run(script, in: directory)
            let loss = "actions and data in other files are left out of the appearance of a Stamp"
            #expect(result.errorText.ranges(of: loss).count >= 2, "\(result.errorText)")
            let unwanted = ["JavaScript", "/JS", "/AA", "evil", "/Ref", "/FFilter"]
            for name in ["a", "b", "c", "d"] {
                let file = directory.appending("\(name).pdf")
                #expect(try await QPDF.isClean(file))
                let uncompressed = try await Command("qpdf", ["--qdf", file.string, "-"]).run().outputText
                let found = unwanted.filter { uncompressed.contains($0) }
                #expect(found == (name == "b" ? unwanted : []), "\(name)")
                // Resources keep their names, and what is drawn stays.
                #expect(uncompressed.contains("/F Do") && uncompressed.contains("0 0 5 5 re f"), "\(name)")
            }
        }
    }

    @Test func `An appearance that refers to an object before it is defined is read`() async throws {
        try await withTemporaryDirectory { directory in
            let appearance = """
                <DICT KEY="AP"><STREAM KEY="N"><ARRAY KEY="BBox"><INT VAL="0"/><INT VAL="0"/><INT VAL="9"/><INT VAL="9"/>\
                </ARRAY><DICT KEY="Resources"><REF KEY="A" DEFINE="x"/><DICT KEY="B" DEFINE="x"><NAME KEY="Q" VAL="q"/>\
                </DICT></DICT><DATA>20</DATA></STREAM></DICT>
                """
            let xfdf = """
                <xfdf><annots><stamp page="0" rect="1,1,9,9" name="s">\
                <appearance>\(Data(appearance.utf8).base64EncodedString())</appearance></stamp></annots></xfdf>
                """
            try directory.appending("x.xfdf").write(Array(xfdf.utf8))
            _ = try await run("pdfco annotate import a.pdf x.xfdf --save", in: directory)
            let file = directory.appending("a.pdf")
            #expect(try await QPDF.isClean(file))
            let uncompressed = try await Command("qpdf", ["--qdf", file.string, "-"]).run().outputText
            let names = uncompressed.matches(of: #/\/([AB]) (\d+) 0 R/#).map { ($0.1, $0.2) }
            try #require(names.count == 2)
            #expect(names[0].0 != names[1].0 && names[0].1 == names[1].1)
            #expect(uncompressed.contains("\n\(names[0].1) 0 obj\n<<\n  /Q /q\n>>"))
        }
    }

    @Test func `Scripts and actions are imported only on request`() async throws {
        try await withTemporaryDirectory { directory in
            let fdf = """
                %FDF-1.2
                1 0 obj<</FDF<</Annots[2 0 R 3 0 R]>>>>endobj
                2 0 obj<</Subtype/Link/Rect[72 700 172 712]/Page 0/NM(a)/A<</S/JavaScript/JS(app.alert\\(1\\))/Next<</S/GoTo/D[1/Fit]>>>>>>endobj
                3 0 obj<</Subtype/Square/Rect[72 600 172 612]/Page 0/NM(b)/AA<</E<</S/Hide/T(x)>>>>>>endobj
                trailer<</Root 1 0 R>>
                """
            try directory.appending("x.fdf").write(Array(fdf.utf8))
            let script = """
                cp a.pdf b.pdf
                pdfco annotate import a.pdf x.fdf --save
                echo '1 1\n2 3' >map
                pdfco annotate import b.pdf x.fdf --with-actions --page-map map
                pdfco save b.pdf
                pdfco annotate export b.pdf --format fdf >y.fdf
                cp \(Fixture.named("report.pdf").string) c.pdf
                pdfco annotate import c.pdf y.fdf --with-actions --save
                echo '{"file":"a.pdf","source":"x.fdf","withActions":true,"onDuplicate":"skip"}' | pdfco annotate batch
                """
            let result = try await run(script, in: directory)
            #expect(result.errorText.contains("a.pdf: 1 edit applied"), "\(result.errorText)")
            for loss in ["a link with an action of the type JavaScript is", "actions of a Square are"] {
                #expect(result.errorText.contains("warning: a.pdf: \(loss) left out"), "\(result.errorText)")
            }
            let pages = try await MuPDF.pages(of: directory.appending("a.pdf")).count
            #expect(pages >= 3)
            for name in ["b.pdf", "c.pdf"] {
                let file = directory.appending(name)
                #expect(try await QPDF.isClean(file))
                let page = try await Command("qpdf", ["--show-pages", file.string]).run().outputText
                let third = try #require(page.firstMatch(of: #/page 3: (\d+) 0 R/#)).1
                let objects = try await QPDF.objects(of: file)
                #expect(objects.contains(#""/JS": "u:app.alert(1)""#) && objects.contains(#""/S": "/Hide""#))
                #expect(
                    objects.replacing(#/\s/#, with: "").contains(#""/D":["\#(third)0R","/Fit"]"#), "\(objects)")
            }
            let objects = try await QPDF.objects(of: directory.appending("a.pdf"))
            #expect(objects.contains("/JavaScript") && !objects.contains("/Hide"))
        }
    }

    @Test func `Objects are removed only from the document that Instant JSON is about`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                pdfco annotate square a.pdf --rect 20,20,30,30 --name s --save
                object=$(pdfco annotate list a.pdf --json | grep -o '"object":"[0-9]*' | grep -o '[0-9]*')
                pdfco annotate export a.pdf --format instant-json >own.json
                sed "s/\\"annotations\\":\\[.*\\],/\\"annotations\\":[],\\"skippedPdfObjectIds\\":[$object],/" own.json >remove.json
                sed 's/"permanent":"[^"]*"/"permanent":"AAAA"/' remove.json >foreign.json
                ! pdfco annotate import a.pdf foreign.json --save
                pdfco annotate import a.pdf remove.json --save
                """
            let result = try await run(script, in: directory)
            #expect(result.errorText.contains("it removes objects of another document"), "\(result.errorText)")
            #expect(try await CapturedProgram.annotations(of: directory.appending("a.pdf")).isEmpty)
        }
    }

    @Test func `Acrobat's FDF gives the annotations that Acrobat put into the document`() async throws {
        guard let formats = Corpus.formats else {
            return print("skipped: there is no directory formats beside the corpus")
        }
        try await withTemporaryDirectory { directory in
            let file = try formats.appending("acrf-unformatted.pdf").copy(into: directory, as: "acrobat.pdf")
            let script = """
                pdfco annotate remove acrobat.pdf --all -o bare.pdf || cp acrobat.pdf bare.pdf
                pdfco annotate import bare.pdf \(formats.appending("acrf-unformatted.fdf").string) --save
                """
            _ = try await run(script, in: directory)
            let expected = try await CapturedProgram.annotations(of: file).filter { $0.subtype == "FreeText" }
            let imported = try await CapturedProgram.annotations(of: directory.appending("bare.pdf")).filter {
                $0.subtype == "FreeText"
            }
            // Acrobat repeats names on other pages.
            #expect(expected.count == 16 && imported.count == 16)
            for annotation in expected {
                let other = try #require(imported.first { ($0.name, $0.page) == (annotation.name, annotation.page) })
                #expect(other.rect == annotation.rect)
                #expect(other.contents == annotation.contents && other.color == annotation.color)
            }
        }
    }

    @Test(.long) func `PDFBox reads XFDF and FDF that pdfco wrote`() async throws {
        let library = "/usr/share/java/pdfbox2.jar:/usr/share/java/fontbox2.jar:/usr/share/java/commons-logging.jar"
        guard FileManager.default.fileExists(atPath: "/usr/share/java/pdfbox2.jar") else {
            return print("skipped: there is no PDFBox (libpdfbox2-java)")
        }
        try await withTemporaryDirectory { directory in
            let java = """
                import org.apache.pdfbox.pdmodel.fdf.*;
                public class Read {
                    public static void main(String[] files) throws Exception {
                        for (String file : files) {
                            FDFDocument fdf = file.endsWith(".xfdf") ? FDFDocument.loadXFDF(file) : FDFDocument.load(file);
                            for (FDFAnnotation a : fdf.getCatalog().getFDF().getAnnotations())
                                // It does not know each kind.
                                if (a != null) System.out.println(file + " " + a.getCOSObject().getNameAsString("Subtype") + " " + a.getName()
                                    + " " + a.getPage());
                            fdf.close();
                        }
                    }
                }
                """
            try directory.appending("Read.java").write(Array(java.utf8))
            let script = """
                pdfco annotate import a.pdf everything.xfdf --save
                pdfco annotate export a.pdf --format xfdf -o a.xfdf
                pdfco annotate export a.pdf --format fdf -o a.fdf
                java -Duser.home=. -XX:-UsePerfData -cp \(library) Read.java a.xfdf a.fdf
                """
            let result = try await run(script, in: directory)
            for file in ["a.xfdf", "a.fdf"] {
                for annotation in ["Text note 0", "FreeText sas 0", "Highlight h 0", "Ink ink 0", "Stamp stamp 0"] {
                    #expect(result.outputText.contains("\(file) \(annotation)"), "\(result.outputText)")
                }
            }
        }
    }

    @Test func `The extension of the new file decides about the format, unless --format does`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("table.pdf").copy(into: directory)
            let script = """
                pdfco annotate square table.pdf --rect 10,10,90,90 --save
                for name in a.json a.xfdf a.XFDF a.fdf a.marks a a.instant-json; do pdfco annotate export table.pdf -o $name; done
                pdfco annotate export table.pdf -o b.fdf --format xfdf
                pdfco annotate export table.pdf -o '{name}.xfdf'
                head -c 1 a.json a.xfdf a.XFDF a.fdf a.marks a a.instant-json b.fdf table.xfdf | grep -v == | tr -d '\\n'
                """
            let result = try await run(script, in: directory)
            #expect(result.outputText.contains("[<<%[[{<<"), "\(result.outputText)")
        }
    }
}
