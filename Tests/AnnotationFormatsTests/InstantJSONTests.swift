import AnnotationFormats
import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

struct InstantJSONTests {
    @Test func `Each type is read, in both versions`() throws {
        var imported = try InstantJSONFormat.read(Exchange.fixture("instant.json"), for: Exchange.document)
        let scripts = try Exchange.added(imported).compactMap { $0.actions.flatMap(AnnotationActions.init) }
        #expect(scripts.map(\.types) == [["JavaScript"]])
        imported.leaveOutActions()
        let all = try Exchange.added(imported)
        #expect(all.count == 16)
        for annotation in all { _ = try annotation.validated(on: Exchange.page) }
        #expect(try Exchange.named("01NOTE", in: imported).rect == Rectangle(100, 722, 120, 742))
        let text = try Exchange.named("01TEXT", in: imported)
        #expect(text.contents == "Bold text" && text.richContents?.contains("<b>text</b>") == true)
        let red = try #require(Color("red"))
        #expect(text.textStyle == TextStyle(fontSize: 14, color: red, alignment: .center))
        let callout = try Exchange.named("01CALL", in: imported)
        #expect(callout.textBox == Rectangle(150, 467, 245, 537) && callout.callout.count == 3)
        let highlight = try Exchange.named("01HIGH", in: imported)
        #expect(highlight.flags == 128 && highlight.contents == "look")
        #expect(highlight.geometry == .quadPoints([Quadrilateral(Rectangle(72, 650, 172, 662))]))
        #expect(try Exchange.named("01UNDE", in: imported).geometry != .rectangle)
        #expect(try Exchange.named("01RECT", in: imported).border == Border(width: 3, style: .dashed, dash: [4, 2]))
        #expect(try Exchange.named("01ELLI", in: imported).cloudIntensity == 2)
        #expect(try Exchange.named("01LINE", in: imported).geometry == .line(Point(300, 442), Point(400, 392)))
        #expect(try Exchange.named("01IMAG", in: imported).image != nil)
        #expect(try Exchange.named("01JUMP", in: imported).destination == .page(2))
        let reply = try Exchange.named("01REPL", in: imported)
        #expect(reply.inReplyTo == "01NOTE" && reply.contents == "Because." && reply.author == "Ben")
        #expect(
            imported.losses.sentences == [
                "an annotation of the type pspdfkit/media is not imported",
                "a link with an action of the type javaScript is left out",
            ])
    }

    @Test(arguments: [
        (#"{"v":3,"type":"pspdfkit/note"}"#, "v is neither 1 nor 2"), (#"{"v":1}"#, "type is missing"),
        (#"{"v":1,"type":"pspdfkit/note"}"#, "pageIndex is not a whole number from 0"),
        (#"{"v":1,"type":"pspdfkit/note","pageIndex":99}"#, "there is no page 100: the document has 10 pages"),
        (#"{"v":1,"type":"pspdfkit/note","pageIndex":0,"bbox":[1,2,3]}"#, "bbox is not an array of 4 numbers"),
        (
            #"{"v":1,"type":"pspdfkit/note","pageIndex":0,"bbox":[1,2,3,4],"color":"x"}"#,
            "color is not a colour such as #ff0000"
        ),
        (
            #"{"v":1,"type":"pspdfkit/note","pageIndex":0,"bbox":[1,2,3,4],"flags":["x"]}"#,
            "flags has an unknown word"
        ),
        (
            #"{"v":1,"type":"pspdfkit/note","pageIndex":0,"bbox":[1,2,3,4],"flags":"print"}"#,
            "flags is not an array of words"
        ), ("[1]", "it is not an object"),
        (
            #"{"v":1,"type":"pspdfkit/image","pageIndex":0,"bbox":[1,2,3,4],"imageAttachmentId":"x"}"#,
            "there is no attachment x in base64"
        ),
    ])
    func `An error names the item and the key`(item: String, reason: String) throws {
        let imported = try InstantJSONFormat.read(#"{"annotations":[\#(item)]}"#)
        guard case .failure(let error)? = imported.items.first?.change else {
            Issue.record("it was read")
            return
        }
        #expect(error.reason == reason && error.location?.hasPrefix("annotation 1") == true)
        #expect(error.location?.contains("?") == false)
    }

    @Test func `What is no list of annotations, and what is not in UTF-8, is refused`() throws {
        let error = FormatError("annotations is not an array")
        #expect(throws: error) { try InstantJSONFormat.read(#"{"annotations":{"v":1}}"#) }
        let latin = Array("[\"".utf8) + [0xE9] + Array("\"".utf8)
        let notUTF8 = FormatError("it is not in UTF-8, and JSON is")
        #expect(throws: notUTF8) { try InstantJSONFormat.read(latin, for: Exchange.document) }
        let item = try JSONFormat.read(
            Array("[{\"subtype\":\"".utf8) + [0xE9] + Array("\"}]".utf8), for: Exchange.document
        ).items[0]
        #expect(throws: FormatError(notUTF8.reason, at: "item 1")) { try item.change.get() }
        for bytes in [latin, [0xFF, 0xFE, 0x5B, 0, 0x5D, 0]] {
            #expect(throws: notUTF8) { try JSONFormat.read(bytes, for: Exchange.document) }
        }
    }

    @Test(arguments: ["instant-json", "fdf", "xfdf", "json"])
    func `Two names of the same letters, composed and decomposed, stay two`(name: String) throws {
        var notes: [Annotation] = []
        for name in ["\u{E9}", "e\u{301}"] {
            var note = try #require(Exchange.everyKind.first { $0.name == "note" })
            note.name = name
            var reply = try #require(Exchange.everyKind.first { $0.name == "reply" })
            (reply.name, reply.inReplyTo) = ("to \(name)", name)
            notes += [note, reply]
        }
        let format = try Exchange.format(name)
        let bytes = format.write(notes, of: Exchange.document).bytes
        let read = try Exchange.added(format.read(bytes, for: Exchange.document))
        let targets = read.compactMap { reply in
            reply.inReplyTo.map { Array("to \($0)".utf8) == reply.name.map { Array($0.utf8) } }
        }
        #expect(targets == [true, true])
    }

    @Test func `Objects that are removed are those of one document`() throws {
        let imported = try InstantJSONFormat.read(
            #"{"annotations":[],"pdfId":{"permanent":"AAECAwQFBgcICQoLDA0ODw==","changing":"AA=="},"skippedPdfObjectIds":[7]}"#
        )
        #expect(imported.removedObjects == [IndirectReference(7)])
        #expect(imported.identifiers.first == Exchange.document.identifiers[0])
    }

    @Test func `Stamps have words of their own, and images may be transparent`() throws {
        let image = Data(try Fixture.named("images/rgba.png").readBytes()).base64EncodedString()
        let stamp = #""v":2,"type":"pspdfkit/stamp","pageIndex":0,"bbox":[1,2,30,40],"stampType":"Custom""#
        let imported = try InstantJSONFormat.read(
            """
            {"annotations":[
                {\(stamp),"name":"words","title":"Seen","subtitle":"today"}, {\(stamp),"name":"none"},
                {"v":2,"type":"pspdfkit/image","pageIndex":0,"bbox":[1,2,30,40],"name":"image","imageAttachmentId":"a"}
            ],"attachments":{"a":{"binary":"\(image)"}}}
            """)
        let words = try Exchange.named("words", in: imported)
        #expect(words.icon == "Custom" && words.contents == "Seen\ntoday")
        #expect(try Exchange.named("none", in: imported).icon == "Draft")
        #expect(imported.losses.sentences == ["a stamp of the type Custom, which pdfco does not draw, becomes a Draft"])
        let shown = try Exchange.named("image", in: imported).validated(on: Exchange.page)
        #expect(shown.embeddedImage?.isTransparent == true)
    }
}
