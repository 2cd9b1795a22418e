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
        default: break
        }
        return annotation
    }

    @Test(arguments: Annotation.kinds.filter { $0.hasAppearance }.map { $0.subtype })
    func `Appearance is as expected`(subtype: String) throws {
        var text = ""
        for rotation in ["FreeText", "Stamp"].contains(subtype) ? [0, 90] : [0] {
            let page = SampleAnnotations.page(rotation: rotation)
            let stream = try Self.sample(subtype).validated(on: page).appearance(on: page)
            text += String(decoding: ObjectWriter.bytes(of: .stream(stream)), as: UTF8.self) + "\n"
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
            let matrix = Matrix(m[0], m[1], m[2], m[3], m[4], m[5])
            let corners = Rectangle(box[0], box[1], box[2], box[3]).corners.map(matrix.transform)
            let placed = try #require(Rectangle(enclosing: corners)).mapCorners(\.rounded)
            #expect(placed == annotation.rect)
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
                "the FreeText shows a question mark for what its fonts lack: 日 本",
                "the FreeText is longer than its rectangle can show",
            ])
    }

    @Test func `A stamp has its words in capitals`() {
        #expect(Stamp.words(of: "NotForPublicRelease") == "NOT FOR PUBLIC RELEASE")
    }
}
