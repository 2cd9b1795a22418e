import AnnotationFormats
import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

@testable import PDFModel

/// What becomes of each property of each subtype in each format, derived from the schema.
struct PropertyTableTests {
    /// Values of properties whose type allows others that mean nothing.
    private static let values = [
        "rect": "[100,300,220,380]", "quadPoints": "[[72,612,172,612,72,600,172,600]]", "line": "[100,300,220,380]",
        "vertices": "[100,300,220,300,160,380]", "inkList": "[[100,300,120,320,140,300],[160,310,170,330]]",
        "border.dash": "[4,2]", "callout": "[60,310,80,340,100,340]", "textBox": "[110,310,210,370]",
        "color": "\"#ff8000\"", "interiorColor": "\"#00ff80\"", "textColor": "\"#8000ff\"", "flags": "4",
        "language": "\"de\"", "attachment.data": base64([0x61, 0]), "attachment.type": "\"text/csv\"",
        "image": "\"\(image)\"",
        "appearance": base64(FormAppearance([(1, .stream(form))])?.bytes),
        "actions": base64(AnnotationActions(["A": .dictionary(script)])?.bytes),
        "richContents": "\"<body xmlns='http://www.w3.org/1999/xhtml'><p>rich</p></body>\"",
        "defaultStyle": "\"font: Helvetica 12pt\"",
    ]

    /// A PNG file of one pixel.
    private static let image =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP438AAAAQBAYDFKhhdAAAAAElFTkSuQmCC"

    private static let form = PDFStream(["BBox": .numbers([0, 0, 9, 9])], data: Array("0 0 9 9 re f\n".utf8))
    private static let script: PDFDictionary = [
        "S": .name("JavaScript"), "JS": .string(PDFString(text: "app.beep(0)")),
    ]

    private static func base64(_ bytes: [UInt8]?) -> String { "\"\(Data(bytes ?? []).base64EncodedString())\"" }

    /// A value of the property in JSON, other than what an annotation has without it.
    private static func value(of property: AnnotationProperty, _ kind: AnnotationSubtype) -> String {
        if let value = values[property.name] { return value }
        if let word = kind.values(of: property).last { return "\"\(word)\"" }
        return value(of: property.json)
    }

    private static func value(of type: JSONType) -> String {
        switch type {
        case .string: "\"Wörter <&>\""
        case .integer: "1"
        case .number: "0.75"
        case .boolean: "true"
        case .time: "\"2024-05-06T07:08:09Z\""
        case .word(let words): "\"\(words.last ?? "")\""
        case .array(let item, let count):
            "[\(Array(repeating: value(of: item), count: count ?? 2).joined(separator: ","))]"
        }
    }

    /// An annotation of a subtype that states a property, and what else makes it whole.
    private static func annotation(_ kind: AnnotationSubtype, _ property: AnnotationProperty) throws -> Annotation {
        let definition = try #require(kind.definition)
        let others = [definition.geometry ?? Annotation.schema.rect.untyped] + definition.essential.prefix(1)
        let whole = kind.properties.filter {
            $0.name == "attachment.fileName" || $0.name == "callout" && property.name == "calloutEnding"
                || $0.name == "inReplyTo" && property.name == "replyType"
        }
        var members: [String: [String: String]] = [:]
        for property in others + whole + [property] {
            members[property.key, default: [:]][property.member ?? ""] = value(of: property, kind)
        }
        let text = members.map { key, values in
            let members = values.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            return "\"\(key)\":" + (values[""] ?? "{\(members)}")
        }.joined(separator: ",")
        let json = "{\"subtype\":\"\(kind.name)\",\"page\":1,\(text)}"
        return try #require(Annotation.list(json: Array(json.utf8)).first).validated(on: Exchange.page)
    }

    /// `PDFCO_RECORD=1` writes the table anew, to be read before it is committed.
    @Test func `A format keeps every property of every subtype, or says that it cannot`() throws {
        let names = KnownFormats.readable.map { $0.name }
        var lost: [String: [String: [String]]] = [:]
        for kind in AnnotationSubtype.supported {
            for property in kind.properties {
                let annotation = try Self.annotation(kind, property)
                for format in KnownFormats.readable {
                    let written = format.write([annotation], of: Exchange.document)
                    let imported = try format.read(written.bytes, for: Exchange.document)
                    let read = try Exchange.added(imported).map { try $0.validated(on: Exchange.page) }
                    let isKept = read.count == 1 && property.isSame(annotation, read[0])
                    if !isKept { lost[property.name, default: [:]][format.name, default: []].append(kind.name) }
                    #expect(
                        isKept || !written.losses.isEmpty || !imported.losses.isEmpty,
                        "\(format.name) loses \(property.name) of a \(kind.name)")
                }
            }
        }
        let all = AnnotationSubtype.supported
        let rows = Annotation.schema.all.filter { property in all.contains { $0.properties.contains(property) } }.map {
            property in
            let count = all.count { $0.properties.contains(property) }
            let cells = names.map { name in
                let kinds = lost[property.name]?[name] ?? []
                let words =
                    kinds.isEmpty ? "kept" : kinds.count == count ? "lost" : "lost of \(kinds.joined(separator: " "))"
                return "\(name): \(words)"
            }
            return "\(property.name): \(cells.joined(separator: ", "))\n"
        }
        let file = Fixture.directory.appending("Expected/Formats/properties.txt")
        if ProcessInfo.processInfo.environment["PDFCO_RECORD"] == "1" { try file.write(Array(rows.joined().utf8)) }
        #expect(try String(decoding: file.readBytes(), as: UTF8.self) == rows.joined())
    }
}
