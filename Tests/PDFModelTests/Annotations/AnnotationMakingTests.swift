import Testing

@testable import PDFModel

/// The constructors of annotations.
@Suite struct AnnotationMakingTests {
    private static let rect = Rectangle(100, 100, 200, 120)
    private static let lower = Rectangle(100, 80, 200, 95)
    private static let corners = [Point(10, 10), Point(60, 10), Point(60, 50)]

    static let made: [Annotation] =
        [
            .text(page: 1, at: Point(100, 200), contents: "a"),
            .reply(page: 1, to: "other", at: Point(100, 200), contents: "a"),
            .freeText(page: 1, rect: rect, contents: "a"),
            .freeText(page: 1, rect: rect, contents: "a", pointingAt: Point(20, 20)),
            .highlight(page: 1, rects: [rect, lower]), .highlight(page: 1, quadPoints: [Quadrilateral(rect)]),
            .underline(page: 1, rects: [rect]), .underline(page: 1, quadPoints: [Quadrilateral(rect)]),
            .squiggly(page: 1, rects: [rect]), .squiggly(page: 1, quadPoints: [Quadrilateral(rect)]),
            .strikeOut(page: 1, rects: [rect]), .strikeOut(page: 1, quadPoints: [Quadrilateral(rect)]),
            .redact(page: 1, rects: [rect]), .redact(page: 1, quadPoints: [Quadrilateral(rect)]),
            .caret(page: 1, at: Point(100, 100)), .square(page: 1, rect: rect), .circle(page: 1, rect: rect),
            .line(page: 1, from: Point(10, 10), to: Point(60, 60)), .polygon(page: 1, vertices: corners),
            .polyLine(page: 1, vertices: corners), .ink(page: 1, strokes: [corners]),
            .stamp(page: 1, rect: rect, words: "PAID"), .link(page: 1, rect: rect, to: .uri("https://example.org/")),
            .fileAttachment(page: 1, at: Point(100, 200), file: AttachedFile("a.txt", [65])),
        ] + StampIcon.allCases.map { .stamp(page: 1, rect: rect, icon: $0) }

    @Test(arguments: made) func `What is made can be added`(_ annotation: Annotation) throws {
        #expect(annotation.canBeAdded)
        let valid = try annotation.validated(on: SampleAnnotations.page(rotation: 0))
        #expect(valid.contents == annotation.contents)
        #expect(valid.page == 1)
    }

    @Test func `There is a constructor for every subtype`() {
        #expect(Set(Self.made.map(\.subtype)) == Set(Annotation.supportedSubtypes))
    }

    @Test(arguments: [0, 90, 180, 270])
    func `Several rectangles are turned as one is`(rotation: Int) throws {
        let page = SampleAnnotations.page(rotation: rotation)
        let one = try Annotation.underline(page: 1, rects: [Self.rect]).validated(on: page)
        let two = try Annotation.underline(page: 1, rects: [Self.rect, Self.lower], rotation: rotation)
            .validated(on: page)
        #expect(two.quadrilaterals.first == one.quadrilaterals.first)
        #expect(two.quadrilaterals.count == 2)
    }

    @Test func `A markup without a rectangle is refused`() {
        #expect(throws: PDFError.self) {
            try Annotation.highlight(page: 1, rects: []).validated(on: SampleAnnotations.page(rotation: 0))
        }
    }

    @Test func `An image has its stamp`() throws {
        #expect(Annotation.stamp(page: 1, rect: Self.rect, image: [1]).icon == "Image")
    }
}
