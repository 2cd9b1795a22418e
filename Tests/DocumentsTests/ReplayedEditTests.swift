import Checkpointing
import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

/// An edit that was recorded and read back from the log is the same edit.
struct ReplayedEditTests {
    private static let texts = [
        "", "plain", "Größe", "e\u{301}", "日本 \u{1F600}", "a\nb\r\nc\td", "\u{0}\u{7}\u{1B}\u{7F}", "\u{2028}\u{FFFE}",
        #""quotes" \ and / and {"remove":1}"#, String(repeating: "long ", count: 500),
    ]
    private static let schema = Annotation.schema
    private static let numbers = [0.1, 1e-7, 0.33333333333, 123.00004999, 99.99995, 1e3 / 7]
    private static let dates = [-62_167_219_200, -1, 0, 951_868_799.999, 253_402_300_799].map(
        Date.init(timeIntervalSince1970:))

    /// Every subtype, each with other values of its properties.
    static var additions: [Edit] {
        var edits: [Edit] = []
        for (index, subtype) in Annotation.supportedSubtypes.sorted().enumerated() {
            for round in 0..<6 {
                let seed = index + round
                func number(_ step: Int) -> Double { numbers[(seed + step) % numbers.count] }
                let points = (0..<4).map {
                    Point(20 + 10 * Double($0) + number($0), 20 + 7 * Double($0) + number($0 + 1))
                }
                var annotation =
                    switch AnnotationSubtype.named(subtype).definition!.geometry {
                    case schema.quadPoints.untyped:
                        Annotation(subtype, page: 1, geometry: .quadPoints(Quadrilateral.list(points)!))
                    case schema.line.untyped: Annotation(subtype, page: 1, geometry: .line(points[0], points[3]))
                    case schema.inkList.untyped:
                        Annotation(subtype, page: 1, geometry: .inkList([points, points.reversed()]))
                    case schema.vertices.untyped: Annotation(subtype, page: 1, geometry: .vertices(points))
                    default:
                        Annotation(
                            subtype, page: 1, rect: Rectangle(points[0].x, points[0].y, points[3].x, points[3].y))
                    }
                let has = Set(AnnotationSubtype.named(subtype).properties)
                annotation.name = "\(subtype) \(round)"
                annotation.contents = texts[seed % texts.count]
                if has.contains(schema.attachmentData.untyped) {
                    let file = AttachedFile("\(texts[seed % texts.count]).csv", Array(texts[round].utf8))
                    annotation.attachment = file
                    annotation.attachment?.modificationDate = dates[seed % dates.count]
                }
                if has.contains(schema.uri.untyped) {
                    let name = "\(subtype) of \(texts[seed % texts.count])"
                    annotation.destination =
                        [.uri("https://example.org/"), .page(1), .named(name, page: nil)][round % 3]
                }
                if has.contains(schema.author.untyped) { annotation.author = texts[(seed + 1) % texts.count] }
                if has.contains(schema.subject.untyped) { annotation.subject = texts[(seed + 2) % texts.count] }
                if has.contains(schema.opacity.untyped) {
                    annotation.opacity = [1, 0, 1e-7, 0.3333333, 0.9999, 0.5][round]
                }
                if has.contains(schema.creationDate.untyped) { annotation.creationDate = dates[seed % dates.count] }
                if round == 1 { annotation.modificationDate = dates[(seed + 1) % dates.count] }
                annotation.flags = [4, 0, 28, 0x7FFF_FFFF, 128, 4][round]
                annotation.color = [annotation.color, nil, Color(red: 0.123456, green: 1e-7, blue: 0.999)][round % 3]
                if has.contains(schema.interiorColor.untyped), round % 2 == 0 {
                    annotation.interiorColor = Color(red: 0.2, green: 0.4, blue: 0.6)
                }
                if has.contains(schema.borderWidth.untyped) {
                    let styles = Border.Style.allCases
                    annotation.border = Border(
                        width: number(2), style: styles[seed % styles.count],
                        dash: round % 2 == 0 ? [] : [number(0), 2.00001])
                }
                if has.contains(schema.cloudIntensity.untyped) { annotation.cloudIntensity = Double(round) / 4 }
                if has.contains(schema.fontSize.untyped) {
                    annotation.textStyle = TextStyle(
                        fontSize: 9 + number(1), color: Color(red: 0.1, green: 0.25, blue: 1),
                        alignment: TextAlignment.allCases[round % 3])
                }
                if has.contains(schema.lineEndings.untyped) {
                    annotation.lineEndings = LineEndings(
                        start: LineEnding.allCases[seed % LineEnding.allCases.count], end: LineEnding.allCases[round])
                }
                let icons = AnnotationSubtype.named(subtype).values(of: schema.icon.untyped)
                if has.contains(schema.icon.untyped), !icons.isEmpty { annotation.icon = icons[seed % icons.count] }
                edits.append(.add(annotation))
            }
        }
        return edits
    }

    /// Every property of an update, with the values at the edge of what there is.
    static var changes: [(subtype: String, AnnotationChange)] {
        var changes: [(String, AnnotationChange)] = []
        func add(_ subtype: String, _ set: (inout AnnotationChange) -> Void) {
            var change = AnnotationChange()
            set(&change)
            changes.append((subtype, change))
        }
        for text in texts {
            add("Text") { $0.contents = text }
            add("Square") { $0.author = text }
            add("Circle") { $0.subject = text }
        }
        for number in numbers {
            add("Square") { $0.rect = Rectangle(number, number, 40 + number, 50 + number / 3) }
            add("Circle") { $0.borderWidth = number }
            add("Square") { $0.borderDash = [number + 1, number + 2] }
            add("Polygon") { $0.cloudIntensity = number.truncatingRemainder(dividingBy: 2) }
            add("PolyLine") { $0.geometry = .vertices([Point(number, 9), Point(77, number), Point(9, 9)]) }
            add("FreeText") { $0.fontSize = number + 1 }
            add("Highlight") { $0.opacity = number / 200 }
            add("Line") { $0.geometry = .line(Point(number, 9), Point(77, number)) }
            add("Ink") {
                $0.geometry = .inkList([[Point(number, 9), Point(77, number)], [Point(1, 2), Point(3, number)]])
            }
            add("Underline") {
                $0.geometry = .quadPoints(
                    Quadrilateral.list([Point(number, 40), Point(50, 40), Point(number, 20), Point(50, 20)])!)
            }
        }
        for color in [nil, .black, Color(red: 0.123456, green: 1e-7, blue: 0.999)] {
            add("Square") { if let color { $0.color = color } else { $0.remove(\.color) } }
            add("Square") { if let color { $0.interiorColor = color } else { $0.remove(\.interiorColor) } }
            if let color { add("FreeText") { $0.textColor = color } }
        }
        for style in Border.Style.allCases { add("Square") { $0.borderStyle = style } }
        add("Square") { $0.borderDash = [] }
        for flags in [0, 4, 0x7FFF_FD3F] { add("Stamp") { $0.flags = flags } }
        for isPrinted in [true, false] {
            add("Stamp") { $0.isPrinted = isPrinted }
            add("Stamp") { ($0.flags, $0.isPrinted) = (33, isPrinted) }
        }
        for icon in AnnotationSubtype.named("Text").values(of: schema.icon.untyped) { add("Text") { $0.icon = icon } }
        for ending in LineEnding.allCases { add("Line") { $0.lineEndings = LineEndings(start: ending, end: .circle) } }
        for alignment in TextAlignment.allCases { add("FreeText") { $0.alignment = alignment } }
        add("Text") { $0.inReplyTo = "target" }
        add("Text") { $0.remove(\.inReplyTo) }
        for date in dates { add("Text") { ($0.contents, $0.modificationDate) = ("dated", date) } }
        return changes
    }

    @Test func `Every edit is read from its line as it was written`() throws {
        let updates = Self.changes.map { Edit.update(name: $0.subtype, pages: .all, change: $0.1) }
        for edit in updates + Self.additions + [.remove(name: "x\u{0}\"", pages: try #require(PageRange("1-3,r2:odd")))]
        {
            let line = JSONLine.bytes(edit)
            #expect(!line.contains(0x0A))
            let read: Edit = try #require(JSONLine.value(line))
            let isSame = JSONLine.bytes(read) == line
            #expect(isSame, "\(edit)")
        }
    }

    @Test func `An edit that an earlier version recorded is read`() throws {
        let line = #"{"update":{"name":"a","pages":"1-z","change":{"border":{"width":2}},"print":false}}"#
        let edit: Edit = try #require(JSONLine.value(Array(line.utf8)))
        var change = AnnotationChange()
        change.borderWidth = 2
        change.isPrinted = false
        #expect(edit == .update(name: "a", pages: .all, change: change))
    }

    /// The fixture with one annotation of each subtype, and one to reply to.
    private func withAnnotations(_ body: (DocumentOnDisk) throws -> Void) async throws {
        try await DocumentOnDisk.with { scene in
            var edits: [Edit] = [.square("target")]
            for case .add(var annotation) in Self.additions where annotation.name?.hasSuffix(" 5") == true {
                annotation.name = annotation.subtype
                edits.append(.add(annotation))
            }
            let document = try scene.open()
            _ = try document.perform(edits)
            _ = try document.save()
            try body(scene)
        }
    }

    /// Whether the document becomes the same when edits are saved at once and when they are recorded, one command each, and
    /// saved later.
    private func expectSame(_ edits: [Edit], in scene: DocumentOnDisk) throws {
        let now = { Date(timeIntervalSince1970: 1_725_192_000.75) }
        let copy = try scene.path.copy(into: scene.directory, as: "at once.pdf")
        let atOnce = try OpenDocument<PDFContents>(openingFileAt: copy, for: .save(), now: now)
        for edit in edits { _ = try atOnce.perform([edit]) }
        _ = try atOnce.save()

        let store = CheckpointStore(dataDirectory: scene.directory.appending("data"))
        for edit in edits {
            let document = try OpenDocument<PDFContents>(
                openingFileAt: scene.path, for: .record, store: store, now: now)
            _ = try document.perform([edit])
            _ = try document.record()
        }
        let saved = try OpenDocument<PDFContents>(
            openingFileAt: scene.path, for: .save(), store: store, now: now)
        #expect(try saved.save() != nil)
        let isSame = try copy.readBytes() == scene.bytes()
        #expect(isSame)
    }

    @Test func `Annotations of every subtype are saved later as they would have been at once`() async throws {
        try await DocumentOnDisk.with { scene in try expectSame(Self.additions, in: scene) }
    }

    @Test func `Updates of every property are saved later as they would have been at once`() async throws {
        try await withAnnotations { scene in
            let edits = Self.changes.map { Edit.update(name: $0.subtype, pages: .all, change: $0.1) }
            try expectSame(edits + [.remove(name: "Ink", pages: .all)], in: scene)
        }
    }
}
