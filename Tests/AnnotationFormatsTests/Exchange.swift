import AnnotationFormats
import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

@testable import PDFModel

/// What the tests of the formats have in common.
enum Exchange {
    static let document = DocumentContext(
        fileName: "report.pdf", identifiers: [Array(0...15), Array(16...31)],
        pages: (1...10).map { number in
            PageDetails(
                number: number, label: nil, mediaBox: Rectangle(0, 0, 595, 842), cropBox: Rectangle(0, 0, 595, 842),
                bleedBox: nil, trimBox: nil, artBox: nil, rotation: number == 10 ? 90 : 0, userUnit: 1)
        })

    static let page = Page(
        number: 1, place: Page.Place(reference: nil, parent: IndirectReference(2), index: 0), dictionary: [:],
        mediaBox: Rectangle(0, 0, 595, 842), cropBox: Rectangle(0, 0, 595, 842), rotation: 0)

    /// One annotation of each subtype or more, with every property that another format might lose.
    static let everyKind: [Annotation] = {
        let common = """
            "page":1,"author":"Ada <&\\">","subject":"Sübject","creationDate":"2024-01-02T03:04:05Z",\
            "modificationDate":"2025-01-02T03:04:05Z","opacity":0.5,"contents":"One\\rtwo\\nthree\\t]]> 🙂"
            """
        let json = """
            {"subtype":"Text","name":"note","rect":[100,700,124,724],"icon":"Help","popup":"open","color":"#ff8000",\(common)}
            {"subtype":"Text","name":"reply","rect":[100,700,124,724],"inReplyTo":"note",\(common)}
            {"subtype":"FreeText","name":"free","rect":[50,500,250,540],"color":"#eeeeee","fontSize":14,"textColor":"#ff0000","alignment":"center","border":{"width":2,"style":"solid"},"intent":"FreeTextTypeWriter",\(common)}
            {"subtype":"FreeText","name":"callout","rect":[150,405,245,475],"callout":[60,410,120,430,150,430],"calloutEnding":"Diamond","border":{"width":2,"style":"solid"},\(common)}
            {"subtype":"Highlight","name":"highlight","quadPoints":[[72,612,172,612,72,600,172,600],[72,598,100,598,72,586,100,586]],"flags":516,"popup":"closed",\(common)}
            {"subtype":"Underline","name":"underline","rect":[72,580,172,592],"color":null,\(common)}
            {"subtype":"Squiggly","name":"squiggly","rect":[72,560,172,572],\(common)}
            {"subtype":"Caret","name":"caret","rect":[172,560,180,570],"intent":"Replace",\(common)}
            {"subtype":"StrikeOut","name":"strike-out","rect":[72,540,172,552],"inReplyTo":"caret","replyType":"group","intent":"StrikeOutTextEdit",\(common)}
            {"subtype":"Square","name":"square","rect":[300,500,400,560],"interiorColor":"#00ff00","border":{"width":3,"style":"dashed","dash":[4,2]},\(common)}
            {"subtype":"Circle","name":"circle","rect":[300,400,400,460],"cloudIntensity":2,"border":{"width":1,"style":"solid"},\(common)}
            {"subtype":"Line","name":"line","line":[300,300,400,350],"lineEndings":["Square","RClosedArrow"],"interiorColor":"#123456",\(common)}
            {"subtype":"Polygon","name":"polygon","vertices":[100,100,200,100,150,200],\(common)}
            {"subtype":"PolyLine","name":"poly-line","vertices":[100,100,200,100,150.25,200.0625],"lineEndings":["None","Slash"],\(common)}
            {"subtype":"Ink","name":"ink","inkList":[[10,10,20,20,30,10],[40,40,50,50]],\(common)}
            {"subtype":"Stamp","name":"stamp","rect":[400,700,500,740],"icon":"TopSecret",\(common)}
            {"subtype":"Redact","name":"redact","rect":[72,300,172,312],"overlayText":"§ 4","fontSize":10,"alignment":"center","textColor":"#ffff00",\(common)}
            {"subtype":"Link","name":"uri","page":1,"rect":[72,200,172,212],"destination":{"uri":"https://example.org/?a=1&b=2"},"border":{"width":0,"style":"solid"}}
            {"subtype":"Link","name":"page","page":1,"rect":[72,180,172,192],"destination":{"page":2},"border":{"width":1,"style":"underline"}}
            {"subtype":"Link","name":"named","page":1,"rect":[72,160,172,172],"destination":{"name":"chapter 1"}}
            {"subtype":"FileAttachment","name":"file","rect":[500,100,520,120],"icon":"Graph","attachment":{"fileName":"ä.csv","type":"text/csv","data":"YSxiCgD/","creationDate":"2024-01-02T03:04:05Z","modificationDate":"2024-01-02T03:04:06Z"},\(common)}
            """
        do {
            let stated = try Annotation.list(json: Array(json.utf8))
            let others = Annotation.kinds.filter { kind in !stated.contains { $0.subtype == kind.subtype } }
            return try (stated + others.map(example)).map { try $0.validated(on: page) }
        } catch { fatalError("\(error)") }
    }()

    /// An annotation in a rectangle.
    private static func example(of kind: any AnnotationKind.Type) -> Annotation {
        var change = AnnotationChange()
        change.rect = Rectangle(72, 600, 200, 620)
        (change.name, change.author, change.contents) = (kind.subtype, "Ada", "What it says")
        return Annotation(kind.subtype, page: 1, change)
    }

    /// The annotations that a source adds; all of its items must be readable.
    static func added(_ imported: ImportedAnnotations) throws -> [Annotation] {
        try imported.items.compactMap {
            if case .add(let annotation, _) = try $0.change.get() { annotation } else { nil }
        }
    }

    static func named(_ name: String, in imported: ImportedAnnotations) throws -> Annotation {
        try #require(try added(imported).first { $0.name == name })
    }

    static func format(_ name: String) throws -> any ReadableFormat.Type {
        try #require(KnownFormats.readable.first { $0.name == name })
    }

    static func fixture(_ name: String) throws -> [UInt8] { try Fixture.named("formats/\(name)").readBytes() }

    static func realFile(_ name: String) throws -> [UInt8] { try #require(Corpus.formats).appending(name).readBytes() }
}

extension ReadableFormat {
    static func read(_ text: String) throws(FormatError) -> ImportedAnnotations {
        try read(Array(text.utf8), for: Exchange.document)
    }
}
