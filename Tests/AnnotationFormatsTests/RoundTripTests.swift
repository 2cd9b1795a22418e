import AnnotationFormats
import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

@testable import PDFModel

/// What is written is what was read, in every format.
struct RoundTripTests {
    private func check(_ format: any ReadableFormat.Type, _ annotations: [Annotation]) throws -> [Annotation] {
        let first = format.write(annotations, of: Exchange.document)
        #expect(KnownFormats.format(of: first.bytes, fileExtension: nil)?.name == format.name)
        let imported = try format.read(first.bytes, for: Exchange.document)
        #expect(imported.losses.sentences == [])
        #expect(format.name == "json" || imported.identifiers == Exchange.document.identifiers)
        let read = try Exchange.added(imported).map { try $0.validated(on: Exchange.page) }
        let second = format.write(read, of: Exchange.document)
        #expect(String(decoding: second.bytes, as: UTF8.self) == String(decoding: first.bytes, as: UTF8.self))
        return read
    }

    @Test(arguments: ["json", "xfdf", "fdf"])
    func `Every property of every kind is read as it was written`(name: String) throws {
        let format = try Exchange.format(name)
        let read = try check(format, Exchange.everyKind)
        #expect(read.count == Exchange.everyKind.count)
        for (before, after) in zip(Exchange.everyKind, read) {
            #expect(after.name == before.name)
            #expect(after.creationDate == before.creationDate && after.modificationDate == before.modificationDate)
            #expect(after.hasSameContent(as: before), "\(before) \(after)")
        }
        #expect(format.write(Exchange.everyKind, of: Exchange.document).losses.isEmpty)
    }

    /// `PDFCO_RECORD=1` writes the expected texts anew, to be read before they are committed.
    @Test(arguments: KnownFormats.all.map { $0.name })
    func `A format has what is expected of each annotation`(name: String) throws {
        let format = try #require(KnownFormats.all.first { $0.name == name })
        let written = format.write(Exchange.everyKind, of: Exchange.document).bytes
        let file = Fixture.directory.appending("Expected/Formats/\(name).txt")
        if ProcessInfo.processInfo.environment["PDFCO_RECORD"] == "1" { try file.write(written) }
        #expect(try String(decoding: file.readBytes(), as: UTF8.self) == String(decoding: written, as: UTF8.self))
    }

    @Test func `Instant JSON says what it does not hold`() throws {
        _ = try check(InstantJSONFormat.self, Exchange.everyKind)
        let losses = InstantJSONFormat.write(Exchange.everyKind, of: Exchange.document).losses.sentences
        #expect(
            losses == [
                "Instant JSON cannot hold open of a Text",
                "Instant JSON cannot hold popup of a Text",
                "Instant JSON holds only the text, author, name, subject and dates of a reply",
                "Instant JSON cannot hold intent of a FreeText (2 times)",
                "Instant JSON cannot hold popup of a Highlight",
                "Instant JSON has no Caret annotation, which is left out",
                "Instant JSON cannot hold inReplyTo of a StrikeOut",
                "Instant JSON cannot hold intent of a StrikeOut",
                "Instant JSON has no links to named destinations, which are left out",
                "Instant JSON has no FileAttachment annotation, which is left out",
            ])
    }

    @Test func `Instant JSON keeps places on a page that is turned`() throws {
        let turned = Exchange.everyKind.filter { !["Caret", "FileAttachment"].contains($0.subtype) }.map { annotation in
            var annotation = annotation
            annotation.page = 10
            return annotation
        }
        let first = InstantJSONFormat.write(turned, of: Exchange.document).bytes
        let read = try Exchange.added(InstantJSONFormat.read(first, for: Exchange.document))
        let square = try #require(read.first { $0.name == "square" })
        #expect(square.rect == Rectangle(300, 500, 400, 560))
        #expect(InstantJSONFormat.write(read, of: Exchange.document).bytes == first)
    }

    @Test(arguments: ["xfdf", "fdf", "json"])
    func `Rich text, its style and the appearance of a stamp are kept as they are`(name: String) throws {
        let format = try Exchange.format(name)
        var text = try #require(Exchange.everyKind.first { $0.name == "free" })
        text.richContents =
            #"<body xmlns="http://www.w3.org/1999/xhtml" style="color:#FF0000"><p>a <b>b</b> &amp; c</p></body>"#
        text.defaultStyle = "font: Helvetica 12pt"
        let form = PDFStream(
            [
                "BBox": .numbers([0, 0, 10, 10]),
                "Resources": .dictionary(["ExtGState": .reference(IndirectReference(2))]),
            ],
            data: Array("0 0 10 10 re f\n".utf8) + [0xFF, 0x00])
        let state = PDFObject.dictionary([
            "G": .dictionary(["ca": .real("0.5"), "Self": .reference(IndirectReference(2))])
        ])
        var stamp = try #require(Exchange.everyKind.first { $0.name == "stamp" })
        stamp.icon = "#Custom"
        stamp.appearance = try #require(FormAppearance([(1, .stream(form)), (2, state)])).bytes
        let read = try check(format, [text, stamp])
        try #require(read.count == 2)
        #expect(read[0].richContents == text.richContents && read[0].defaultStyle == text.defaultStyle)
        #expect(read[1].appearance == stamp.appearance)
        #expect(read[1].icon == "#Custom")
    }

    @Test func `What an annotation has beyond its properties is written where XFDF has a name for it, or reported`()
        throws
    {
        let line = try #require(Exchange.everyKind.first { $0.name == "line" })
        let square = try #require(Exchange.everyKind.first { $0.name == "square" })
        let dictionary: PDFDictionary = [
            "LL": .integer(20), "Cap": .boolean(true), "CP": .name("Top"), "CO": .numbers([3, 4]), "LLE": .integer(0),
            "Measure": .dictionary(["R": .text("1 cm")]), "H": .name("I"),
        ]
        var document = Exchange.document
        let fringe: PDFDictionary = ["RD": .numbers([10, 20, 30, 30])]
        document.otherEntries = [(line, dictionary), (square, fringe)].map { annotation, dictionary in
            DocumentContext.otherEntries(of: annotation, in: dictionary) { $0 }
        }
        let measure = "/Measure of a Line is not kept"
        for format in [XFDFFormat.self, FDFFormat.self] as [any ReadableFormat.Type] {
            let written = format.write([line, square], of: document)
            #expect(written.losses.sentences == [measure])
            let imported = try format.read(written.bytes, for: document)
            #expect(
                imported.losses.sentences
                    == ["CO", "CP", "Cap", "LL"].map { "/\($0) of a Line is not kept" })
            // pdfco draws what fills its rectangle.
            guard case .add(let read, let outer)? = try imported.items.last?.change.get() else { continue }
            #expect(read.rect == Rectangle(310, 520, 370, 530) && outer == square.rect)
        }
        let losses =
            ["CO", "CP", "Cap", "LL"].map { "/\($0) of a Line is not kept" } + [measure, "/RD of a Square is not kept"]
        #expect(JSONFormat.write([line, square], of: document).losses.sentences == losses)
        #expect(InstantJSONFormat.write([line, square], of: document).losses.sentences.prefix(6) == losses[...])
    }

    @Test func `An appearance with a name that is not UTF-8 is left out of XFDF, with a word`() throws {
        var stamp = try #require(Exchange.everyKind.first { $0.name == "stamp" })
        let fonts = PDFDictionary([(Name(bytes: [0x46, 0xE9]), .dictionary(["Type": .name("Font")]))])
        let form = PDFStream(
            ["BBox": .numbers([0, 0, 9, 9]), "Resources": .dictionary(["Font": .dictionary(fonts)])], data: [])
        stamp.appearance = try #require(FormAppearance([(1, .stream(form))])).bytes
        let written = XFDFFormat.write([stamp], of: Exchange.document)
        #expect(!String(decoding: written.bytes, as: UTF8.self).contains("<appearance"))
        #expect(
            written.losses.sentences == [
                "XFDF cannot hold names that are not UTF-8: the appearance of a Stamp is left out"
            ])
        #expect(FDFFormat.write([stamp], of: Exchange.document).losses.isEmpty)
    }
}
