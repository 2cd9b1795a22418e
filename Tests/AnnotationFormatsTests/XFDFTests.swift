import AnnotationFormats
import TestSupport
import Testing

@testable import PDFModel

struct XFDFTests {
    private func one(_ element: String) throws -> Annotation {
        let imported = try XFDFFormat.read("<xfdf><annots>\n\(element)</annots></xfdf>")
        return try #require(try Exchange.added(imported).first)
    }

    private func error(_ element: String) throws -> String? {
        let imported = try XFDFFormat.read("<xfdf><annots>\n\(element)</annots></xfdf>")
        if case .failure(let error)? = imported.items.first?.change { return error.description }
        return nil
    }

    @Test func `Each row of the standard is read, in the spellings of several writers`() throws {
        var imported = try XFDFFormat.read(Exchange.fixture("everything.xfdf"), for: Exchange.document)
        imported.leaveOutActions()
        let all = try Exchange.added(imported)
        #expect(all.count == 21)
        for annotation in all { _ = try annotation.validated(on: Exchange.page) }
        let note = try Exchange.named("note", in: imported)
        #expect(note.creationDate == note.modificationDate)
        #expect(note.popup == .open && note.opacity == 0.5 && note.flags == 28)
        #expect(note.richContents?.hasPrefix("<body xmlns=") == true && note.richContents?.hasSuffix("</body>") == true)
        #expect(try Exchange.named("answer", in: imported).contents == "Yes\rand no & Ünïcödé")
        #expect(try Exchange.named("answer", in: imported).inReplyTo == "note")
        #expect(try Exchange.named("state", in: imported).state == "Accepted")
        let sas = try Exchange.named("sas", in: imported)
        #expect(sas.contents == "Derived \ntext")
        let red = try #require(Color("red"))
        #expect(sas.textStyle == TextStyle(fontSize: 10, color: red, alignment: .right))
        let callout = try Exchange.named("callout", in: imported)
        #expect(callout.callout.count == 3 && callout.textBox == Rectangle(150, 405, 245, 475))
        #expect(callout.calloutEnding == .openArrow && callout.intent == "FreeTextCallout")
        #expect(try Exchange.named("s", in: imported).replyType == .group)
        #expect(try Exchange.named("caret", in: imported).rect == Rectangle(173, 561, 179, 569))
        #expect(try Exchange.named("square", in: imported).border == Border(width: 3, style: .dashed, dash: [4, 2]))
        #expect(try Exchange.named("circle", in: imported).cloudIntensity == 2)
        #expect(
            try Exchange.named("line", in: imported).lineEndings
                == LineEndings(start: .square, end: .reverseClosedArrow))
        #expect(try Exchange.named("redact", in: imported).overlayText == "gone")
        #expect(try Exchange.named("link", in: imported).destination == .uri("https://example.org/?a=1&b=2"))
        #expect(try Exchange.named("to-page", in: imported).destination == .page(2))
        #expect(try Exchange.named("file", in: imported).attachment?.data == Array("a,b\n".utf8))
        #expect(
            imported.losses.sentences == [
                "/Sy of a Caret is not kept", "/LL of a Line is not kept", "/LLO of a Line is not kept",
                "pdfco cannot create a Projection annotation",
                "a link with an action of the type JavaScript is left out",
            ])
    }

    @Test(arguments: [
        ("<square rect='1,1,9,9'/>", "line 2, square: page is missing"),
        ("<square page='x' rect='1,1,9,9'/>", "line 2, square: page is not a whole number from 0"),
        ("<square page='0'/>", "line 2, square: rect is missing"),
        ("<square page='0' rect='1,1,9'/>", "line 2, square: rect does not have 4 numbers"),
        ("<square page='0' rect='1,1,9,x'/>", "line 2, square: rect has 'x', which is not a number"),
        ("<square page='0' rect='1,1,9,9' color='reddish'/>", "line 2, square: color is not a colour such as #FF0000"),
        (
            "<square page='0' rect='1,1,9,9' date='soon'/>",
            "line 2, square: date is not a date such as D:20261121093000Z"
        ),
        ("<square page='0' rect='1,1,9,9' flags='prnt'/>", "line 2, square: flags has the unknown word 'prnt'"),
        ("<square page='0' rect='1,1,9,9' style='wavy'/>", "line 2, square: style is not a border style: 'wavy'"),
        ("<square page='0' rect='1,1,9,9' width='1e400'/>", "line 2, square: width has '1e400', which is not a number"),
        (
            "<highlight page='0' rect='1,1,9,9' coords='1,2,3'/>",
            "line 2, highlight: coords does not have 8 numbers for each quadrilateral"
        ),
        ("<line page='0' rect='1,1,9,9' start='1,1'/>", "line 2, line: start or end is missing"),
        ("<text page='0' rect='1,1,9,9'><contents-richtext><body>&lt;</body></contents-richtext></text>", nil),
        (
            "<fileattachment page='0' rect='1,1,9,9' file='a'/>",
            "line 2, fileattachment: it attaches nothing: data is missing"
        ),
        (
            "<stamp page='0' rect='1,1,9,9'><appearance>?</appearance></stamp>",
            "line 2, stamp: the appearance is not in base64"
        ),
    ])
    func `An error names the line, the element and the attribute`(element: String, message: String?) throws {
        #expect(try error(element) == message)
    }

    @Test(arguments: [
        (
            "<p>one</p><p>two</p>", "<body xmlns=\"http://www.w3.org/1999/xhtml\"><p>one</p><p>two</p></body>",
            "one\ntwo"
        ),
        (
            "plain <b>bold</b> <i>&lt;</i>",
            "<body xmlns=\"http://www.w3.org/1999/xhtml\"><p>plain <b>bold</b> <i>&lt;</i></p></body>", "plain bold <"
        ),
        (
            "<body x:spec='2'><y:p xmlns:y='b'/><p>x</p></body>",
            "<body xmlns:x=\"a&amp;b\" x:spec='2'><y:p xmlns:y='b'/><p>x</p></body>", "x"
        ),
        (
            "<b x:c=''>x</b>",
            "<body xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:x=\"a&amp;b\"><p><b x:c=''>x</b></p></body>", "x"
        ),
        ("<html> <body><p>x</p></body> </html>", "<body><p>x</p></body>", "x"),
    ])
    func `Rich text is whole, in one body, with the namespaces around it`(xml: String, rich: String, text: String)
        throws
    {
        let source = """
            <xfdf xmlns:x='a&amp;b'><annots><text page='0' rect='1,1,9,9'><contents-richtext
            >\(xml)</contents-richtext></text></annots></xfdf>
            """
        let all = try Exchange.added(XFDFFormat.read(source))
        #expect(all.first?.richContents == rich && all.first?.contents == text)
        let written = XFDFFormat.write(all, of: Exchange.document)
        #expect(written.losses.isEmpty)
        #expect(try Exchange.added(XFDFFormat.read(written.bytes, for: Exchange.document)).first?.richContents == rich)
    }

    @Test func `Rich text with a prefix that it does not declare is not written`() throws {
        var note = try #require(Exchange.everyKind.first { $0.name == "note" })
        note.richContents = "<body x:spec='2'><p>x</p></body>"
        let losses = XFDFFormat.write([note], of: Exchange.document).losses.sentences
        #expect(losses == ["XFDF cannot hold rich text that is not XHTML"])
    }

    @Test func `What is not XFDF is refused with its place`() {
        let bomb = "<!DOCTYPE xfdf [<!ENTITY a 'b'>]><xfdf/>"
        let error = #expect(throws: FormatError.self) { try XFDFFormat.read(bomb) }
        #expect(
            error?.reason == "a document type declaration is not accepted"
                && error?.location?.hasPrefix("line 1,") == true
        )
        #expect(throws: FormatError.self) { try XFDFFormat.read("<html/>") }
        let latin = Array("<xfdf a='".utf8) + [0xE9] + Array("'/>".utf8)
        let refused = #expect(throws: FormatError.self) { try XFDFFormat.read(latin, for: Exchange.document) }
        #expect(refused?.reason.hasSuffix("a character is not in UTF-8, and no other encoding is declared") == true)
        #expect(refused?.location == "line 1, column 10")
        #expect(throws: FormatError.self) { try XFDFFormat.read("<xfdf><annots>") }
    }

    @Test func `An annotation outside annots is not overlooked in silence`() throws {
        let imported = try XFDFFormat.read("<xfdf><f href='a.pdf'/><square page='0' rect='1,1,9,9'/></xfdf>")
        #expect(imported.losses.sentences == ["an element square that is not in annots is ignored"])
    }

    @Test func `A change states what the element states`() throws {
        let imported = try XFDFFormat.read(
            """
            <xfdf><modify><circle page="0" rect="1,1,9,9" name="a" width="2" style="solid"/>
            <freetext page="0" rect="1,1,9,9" name="b" justification="right" opacity="1"/>
            <link page="0" rect="1,1,9,9" name="c"/><fileattachment page="0" rect="1,1,9,9" name="d" icon="Graph"/>
            <text page="0" rect="1,1,9,9" name="e"><popup open="yes"/></text></modify></xfdf>
            """)
        #expect(imported.losses.isEmpty)
        let stated = try imported.items.map { item in
            guard case .modify(_, let stated) = try item.change.get() else { return "" }
            return stated.map(\.name).filter { !["name", "rect"].contains($0) }.sorted().joined(separator: " ")
        }
        #expect(
            stated == ["border.style border.width cloudIntensity", "alignment opacity", "", "icon", "popup"])
    }

    @Test func `Dates, colours and numbers are read in all the ways in which they are written`() throws {
        for date in [
            "D:20190530143352+03'00'", "D:20190530143352+0300", "D:20190530113352Z00'00'", "D:20190530143352+03'00",
            "20190530113352", "2019-05-30T14:33:52+03:00",
        ] {
            let read = try one("<square page=' 0' rect='9 ,9 ,1 ,1 ' color='#f00 ' date=\"\(date)\"/>")
            #expect(read.modificationDate?.timestamp == "2019-05-30T11:33:52Z")
            #expect(read.rect == Rectangle(1, 1, 9, 9) && read.color?.hexadecimal == "#ff0000")
        }
    }

    @Test func `Commands add, modify and remove`() throws {
        let imported = try XFDFFormat.read(
            """
            <xfdf><add><square page="0" rect="1,1,9,9" name="a"/></add>
            <modify><square page="0" rect="1,1,9,9" name="b" color="#FF0000"/></modify>
            <delete><id page="1">c</id><id>d</id></delete></xfdf>
            """)
        var words: [String] = []
        for item in imported.items {
            switch try item.change.get() {
            case .add(let annotation, _): words.append("add \(annotation.name ?? "")")
            case .addAtMatches: Issue.record("XFDF looks for no text")
            case .modify(let annotation, let stated):
                words.append("modify \(annotation.name ?? ""): \(stated.map(\.name).sorted().joined(separator: " "))")
            case .remove(let name, let page): words.append("remove \(name) \(page.map(String.init) ?? "anywhere")")
            }
        }
        #expect(words == ["add a", "modify b: color name rect", "remove c 2", "remove d anywhere"])
    }

    @Test(arguments: [
        ("pdfbox-annotations.xfdf", 18), ("sambox-annotations.xfdf", 17), ("aspose-annotations.xfdf", 1),
        ("sas-not-positioned.xfdf", 73), ("planyverse-annotations.xfdf", 5),
    ])
    func `Real files are read whole`(name: String, count: Int) throws {
        guard Corpus.formats != nil else { return print("skipped: there is no directory formats beside the corpus") }
        let imported = try XFDFFormat.read(Exchange.realFile(name), for: Exchange.document)
        let all = try Exchange.added(imported)
        try #require(all.count == count)
        for annotation in all { _ = try annotation.validated(on: Exchange.page) }
        if name.hasPrefix("sas") {
            #expect(all[0].contents == "DM (Demographics) ")
            #expect(all[0].rect == Rectangle(0, 510, 121.236, 528) && all[0].textStyle?.fontSize == 12)
        }
        if name.hasPrefix("planyverse") { #expect(all.contains { $0.appearance != nil }) }
    }
}
