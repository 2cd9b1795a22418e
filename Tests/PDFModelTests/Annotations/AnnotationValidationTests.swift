import FoundationEssentials
import Testing

@testable import PDFModel

@Suite struct AnnotationValidationTests {
    private let page = SampleAnnotations.page()

    private func refusal(_ subtype: String, _ change: (inout Annotation) -> Void) -> PDFError? {
        var annotation = Annotation(subtype, page: 1, rect: Rectangle(10, 10, 60, 60))
        change(&annotation)
        do throws(PDFError) {
            _ = try annotation.validated(on: page)
            return nil
        } catch {
            return error
        }
    }

    @Test func `What cannot be drawn is refused with a reason`() {
        let cases: [(String, String, (inout Annotation) -> Void)] = [
            ("Square", "the rectangle of the Square has no width or no height", { $0.rect = Rectangle(1, 1, 1, 9) }),
            ("Square", "a coordinate is beyond a million points", { $0.rect.x1 = 2e6 }),
            ("Square", "a coordinate is beyond a million points", { $0.rect.x1 = .nan }),
            ("Square", "the opacity is not between 0 and 1", { $0.opacity = 1.5 }),
            ("Square", "the border width is not between 0 and 1000 points", { $0.border?.width = -1 }),
            (
                "Square", "the dashes of the border are not lengths between 0 and 1000 points",
                { $0.border = Border(style: .dashed, dash: [0, 0]) }
            ),
            ("Square", "icon does not apply to Square", { $0.icon = "Note" }),
            ("Square", "line does not apply to Square", { $0.geometry = .line(Point(0, 0), Point(1, 1)) }),
            ("Line", "the Line needs two points", { $0.color = .black }),
            ("Line", "the Line begins where it ends", { $0.geometry = .line(Point(5, 5), Point(5, 5)) }),
            (
                "Ink", "the Ink needs at least one stroke of at least one point",
                { $0.geometry = .inkList([[Point(1, 1)], []]) }
            ),
            ("Highlight", "the Highlight marks nothing: it has no quadrilateral", { $0.geometry = .quadPoints([]) }),
            (
                "Highlight", "the rectangle of the Highlight has no width or no height",
                { $0.rect = Rectangle(1, 1, 9, 1) }
            ),
            ("FreeText", "the font size is not between 0.1 and 1000 points", { $0.textStyle?.fontSize = 0 }),
            (
                "Text",
                "there is no icon Bell for Text, only Comment, Key, Note, Help, NewParagraph, Paragraph, Insert",
                { $0.icon = "Bell" }
            ),
        ]
        for (subtype, reason, change) in cases {
            #expect(refusal(subtype, change) == .invalidAnnotation(reason))
        }
    }

    @Test func `What only others make is refused`() {
        #expect(refusal("Widget") { $0.color = nil } == .unsupportedSubtype("Widget"))
    }

    @Test func `Numbers are rounded as they are written`() throws {
        let annotation = try Annotation("Square", page: 1, rect: Rectangle(0.00004, 1.23456, 9, 9)).validated(on: page)
        #expect(annotation.rect == Rectangle(0, 1.2346, 9, 9))
    }

    @Test func `A rectangle marks text as the reader sees it`() throws {
        let rect = Rectangle(10, 20, 30, 100)
        let page = SampleAnnotations.page(rotation: 90)
        let turned = try Annotation("Underline", page: 1, rect: rect).validated(on: page)
        let quad = try #require(turned.quadrilaterals.first)
        // Turned by 90°, what is on the right of the page stands below.
        #expect([quad.lowerLeft, quad.lowerRight] == [Point(30, 20), Point(30, 100)])
        #expect(turned.rect == rect)
    }

    @Test func `Quadrilaterals in the order of the standard are understood`() throws {
        let counterclockwise = Quadrilateral(
            upperLeft: Point(0, 0), upperRight: Point(50, 0), lowerLeft: Point(50, 10), lowerRight: Point(0, 10))
        let annotation = try Annotation("Highlight", page: 1, geometry: .quadPoints([counterclockwise]))
            .validated(on: page)
        #expect(annotation.quadrilaterals == [Quadrilateral(Rectangle(0, 0, 50, 10))])
    }

    @Test func `The rectangle of a line holds its endings`() throws {
        var line = Annotation("Line", page: 1, geometry: .line(Point(100, 100), Point(200, 100)))
        line.lineEndings = LineEndings(start: .circle, end: .openArrow)
        let rect = try line.validated(on: page).rect
        #expect(rect == Rectangle(94.5, 94.5, 201, 105.5))
    }

    @Test func `A point is enough for a note`() throws {
        let note = try Annotation("Text", page: 1, rect: Rectangle(50, 700, 50, 700)).validated(on: page)
        #expect(note.rect == Rectangle(50, 680, 70, 700))
        #expect(note.flags == 28)
    }

    @Test func `What lies outside the crop box is told`() throws {
        let outside = try Annotation("Square", page: 1, rect: Rectangle(600, 0, 700, 50)).validated(on: page)
        #expect(outside.warnings(on: page) == ["the Square lies outside the crop box of page 1"])
        let partly = try Annotation("Square", page: 1, rect: Rectangle(500, 0, 700, 50)).validated(on: page)
        #expect(partly.warnings(on: page) == ["the Square lies partly outside the crop box of page 1"])
        let turned = SampleAnnotations.page(rotation: 90)
        let note = try Annotation("Text", page: 1, rect: Rectangle(0, 0, 0, 0)).validated(on: turned)
        #expect(note.warnings(on: turned) == [])
    }

    @Test func `A change of the rectangle moves a markup`() throws {
        let annotation = try Annotation("Highlight", page: 1, rect: Rectangle(0, 0, 10, 10)).validated(on: page)
        var change = AnnotationChange()
        change.rect = Rectangle(20, 20, 40, 30)
        let moved = try annotation.applying(change).validated(on: page)
        #expect(moved.quadrilaterals == [Quadrilateral(Rectangle(20, 20, 40, 30))])
    }
}
