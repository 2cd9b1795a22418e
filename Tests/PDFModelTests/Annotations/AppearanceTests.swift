import FoundationEssentials
import Testing

@testable import PDFModel

@Suite struct AppearanceTests {
    /// Set to write the expected texts anew, to be read before they are committed.
    private static let recording = ProcessInfo.processInfo.environment["PDFCO_RECORD"] == "1"

    private static let expected = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/Expected/Appearances")

    private static func sample(_ subtype: String) -> Annotation {
        let rect = Rectangle(100, 200, 180, 230)
        var annotation = Annotation(subtype, page: 1, rect: rect)
        switch subtype {
        case "Line":
            annotation = Annotation(subtype, page: 1, geometry: .line(Point(100, 200), Point(180, 230)))
            annotation.lineEndings = LineEndings(start: .circle, end: .closedArrow)
            annotation.interiorColor = .white
        case "Ink":
            annotation = Annotation(
                subtype, page: 1,
                geometry: .inkList([[Point(100, 200), Point(140, 230), Point(180, 200)], [Point(190, 200)]]))
        case "Polygon":
            annotation = Annotation(
                subtype, page: 1, geometry: .vertices([Point(100, 200), Point(180, 230), Point(150, 180)]))
            annotation.cloudIntensity = 1
            annotation.interiorColor = .white
        case "PolyLine":
            annotation = Annotation(
                subtype, page: 1, geometry: .vertices([Point(100, 200), Point(180, 230), Point(150, 180)]))
            annotation.lineEndings = LineEndings(start: .diamond, end: .openArrow)
        case "Square":
            annotation.border = Border(width: 2, style: .dashed, dash: [4, 2])
            annotation.interiorColor = .white
            annotation.opacity = 0.5
        case "FreeText":
            annotation.contents = "Zażółć α ✓ (日)"
            annotation.border = Border(width: 1)
        case _
        where AnnotationSubtype.named(subtype).definition?.place.contains(Annotation.schema.rect.untyped) == false:
            annotation = AnnotationMakingTests.made.first { $0.subtype == subtype } ?? annotation
        default: break
        }
        return annotation
    }

    /// A stamp that shows words of the user's.
    private static var words: Annotation {
        var stamp = Annotation("Stamp", page: 1, rect: Rectangle(100, 200, 180, 230))
        (stamp.icon, stamp.contents) = ("Custom", "Received\n1 May")
        return stamp
    }

    @Test(arguments: Annotation.kinds.filter { $0.hasAppearance }.map { $0.subtype })
    func `Appearance is as expected`(subtype: String) throws {
        var text = ""
        for rotation in ["FreeText", "Stamp"].contains(subtype) ? [0, 90] : [0] {
            let page = SampleAnnotations.page(rotation: rotation)
            for sample in [Self.sample(subtype)] + (subtype == "Stamp" ? [Self.words] : []) {
                let stream = try sample.validated(on: page).appearance(on: page)
                text += String(decoding: ObjectWriter.bytes(of: .stream(stream)), as: UTF8.self) + "\n"
            }
        }
        let file = Self.expected.appending(path: "\(subtype).txt")
        if Self.recording { try Data(text.utf8).write(to: file) }
        #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test(arguments: Annotation.supportedSubtypes, [0, 90, 180, 270])
    func `The box of an appearance fits its rectangle`(subtype: String, rotation: Int) throws {
        let page = SampleAnnotations.page(rotation: rotation)
        for seed in 0..<20 {
            var samples = SampleAnnotations(seed: UInt64(seed))
            let annotation = try samples.annotation(subtype).validated(on: page)
            let dictionary = annotation.appearance(on: page).dictionary
            let box = try #require(dictionary[.boundingBox]?.numbersValue)
            let m = try #require(dictionary[.matrix]?.numbersValue)
            try #require(box.count == 4 && m.count == 6)
            let matrix = Matrix(m[0], m[1], m[2], m[3], m[4], m[5])
            try #require(box.count > 3)
            let corners = Rectangle(box[0], box[1], box[2], box[3]).corners.map(matrix.transform)
            let placed = try #require(Rectangle(enclosing: corners)).mapCorners(\.rounded)
            // The icon that readers turn is at the origin, and 12.5.5 moves it.
            let hangs = subtype == "Text" && rotation != 0
            let rect = annotation.rect
            #expect(placed == (hangs ? Rectangle(0, 0, rect.width, rect.height).mapCorners(\.rounded) : rect))
            #expect(dictionary["Group"] == nil)
        }
    }

    @Test func `A highlight multiplies`() throws {
        let page = SampleAnnotations.page()
        let stream = try Annotation("Highlight", page: 1, rect: Rectangle(0, 0, 9, 9)).validated(on: page)
            .appearance(on: page)
        let states = stream.dictionary[.resources]?.dictionaryValue?[.graphicsState]?.dictionaryValue
        #expect(states?["GS"]?.dictionaryValue?[.blendMode] == .name(.multiply))
    }

    @Test func `Text that does not fit or has no glyph is told`() throws {
        var text = Annotation("FreeText", page: 1, rect: Rectangle(10, 10, 60, 30))
        text.contents = "日本 and much more than would fit"
        let page = SampleAnnotations.page()
        #expect(
            try text.validated(on: page).warnings(on: page) == [
                "the FreeText shows question marks for characters that its fonts lack: 日 本",
                "the text of the FreeText does not fit its rectangle: the last 4 lines of 5 are left out; fitting enlarges the rectangle",
            ])
    }

    @Test(arguments: ["Underline", "Squiggly", "StrikeOut"])
    func `What marks several lines as one is no bar, and is told`(subtype: String) throws {
        let page = SampleAnnotations.page()
        func drawing(height: Double) throws -> Appearance {
            try Annotation(subtype, page: 1, rect: Rectangle(100, 100, 300, 100 + height)).validated(on: page)
                .drawing(on: page)
        }
        let (text, tall) = (try drawing(height: 12), try drawing(height: 300))
        #expect(text.warnings.isEmpty)
        #expect(tall.warnings.count == 1)
        #expect(tall.warnings.first?.contains("a quadrilateral of its own") == true)
        #expect(String(decoding: tall.content.bytes, as: UTF8.self).contains("\n2.4 w\n"))
        #expect(tall.content.bytes.count < 10 * max(text.content.bytes.count, 200))
    }

    @Test(arguments: ["Square", "FreeText"])
    func `A raised border is light where a sunken one is dark`(subtype: String) throws {
        let page = SampleAnnotations.page()
        var fills: [Border.Style: [String]] = [:]
        for style in Border.Style.allCases {
            var box = Annotation(subtype, page: 1, rect: Rectangle(100, 100, 200, 160))
            (box.border, box.color) = (Border(width: 4, style: style), nil)
            if subtype == "Square" { box.color = .black }
            let content = try box.validated(on: page).drawing(on: page).content
            fills[style] = String(decoding: content.bytes, as: UTF8.self).matches(of: #/(\S+) \S+ \S+ rg\n\S+ \S+ m/#)
                .map { String($0.1) }
        }
        #expect(fills[.beveled] == ["1", "0.5"])
        #expect(fills[.inset] == ["0.5", "0.75"])
        #expect(fills[.solid] == [] && fills[.dashed] == [] && fills[.underline] == [])
    }

    @Test(arguments: [0, 90, 180, 270])
    func `The words of a stamp go along its longer side`(rotation: Int) throws {
        let page = SampleAnnotations.page(rotation: rotation)
        func content(_ width: Double, _ height: Double) throws -> String {
            let isTurned = rotation % 180 == 90
            let rect = Rectangle(50, 50, 50 + (isTurned ? height : width), 50 + (isTurned ? width : height))
            let stamp = try Annotation("Stamp", page: 1, rect: rect).validated(on: page)
            return String(decoding: stamp.drawing(on: page).content.bytes, as: UTF8.self)
        }
        #expect(try content(40, 150).contains("\n0 1 -1 0 40 0 cm\n"))
        #expect(try !content(150, 40).contains(" cm\n"))
        // The words are as large as in a stamp that lies.
        let size = #/([0-9.]+) Tf/#
        #expect(
            try content(40, 150).firstMatch(of: size)?.1 == content(150, 40).firstMatch(of: size)?.1)
    }

    @Test func `A stamp has its words in capitals`() {
        #expect(Stamp.words(of: "NotForPublicRelease") == "NOT FOR PUBLIC RELEASE")
    }
}
