import Testing

@testable import PDFModel

/// Free text with a line to what it is about, and text as from a typewriter.
@Suite struct CalloutTests {
    private let page = SampleAnnotations.page()

    private func text(_ change: (inout AnnotationChange) -> Void) throws -> Annotation {
        var properties = AnnotationChange()
        (properties.rect, properties.contents) = (Rectangle(300, 300, 400, 340), "x")
        change(&properties)
        return try Annotation("FreeText", page: 1, properties).validated(on: page)
    }

    @Test func `The line of a callout ends at the text, and the rectangle holds both`() throws {
        let callout = try text { $0.callout = [Point(150, 420)] }
        #expect(callout.callout == [Point(150, 420), Point(300, 320)])
        #expect(callout.textBox == Rectangle(300, 300, 400, 340))
        #expect(callout.rect.contains(Rectangle(150, 300, 400, 420)))
        #expect(callout.intent == "FreeTextCallout")
        let entries = callout.entries()
        #expect(entries[.lineEndings] == .name("OpenArrow"))
        let sides = try #require(entries[.rectangleDifferences]?.numbersValue)
        try #require(sides.count == 4)
        #expect(callout.rect.x0 + sides[0] == 300)
        #expect(callout.rect.y1 - sides[3] == 340)
    }

    @Test func `A callout whose text moves leads where it led`() throws {
        let callout = try text { $0.callout = [Point(150, 420), Point(200, 400), Point(300, 320)] }
        var change = AnnotationChange()
        change.rect = Rectangle(0, 500, 100, 540)
        let moved = try callout.applying(change).validated(on: page)
        #expect(moved.callout == [Point(150, 420), Point(200, 400), Point(100, 520)])
        #expect(moved.textBox == change.rect)
        #expect(!moved.rect.contains(Rectangle(300, 300, 400, 340)))
    }

    @Test(arguments: [0, 90, 180, 270])
    func `The text of a callout is drawn in its box, upright for the reader`(rotation: Int) throws {
        var callout = try text { $0.callout = [Point(150, 420)] }
        callout = try callout.validated(on: SampleAnnotations.page(rotation: rotation))
        let content = String(
            decoding: callout.drawing(on: SampleAnnotations.page(rotation: rotation)).content.bytes, as: UTF8.self)
        let turns = [
            0: "1 0 0 1 300 300 cm", 90: "0 1 -1 0 400 300 cm", 180: "-1 0 0 -1 400 340 cm", 270: "0 -1 1 0 300 340 cm",
        ]
        #expect(content.hasPrefix("q\n\(turns[rotation]!)\n"), "\(content)")
        #expect(content.contains("Q\n0 0 0 RG\n1 w\n"))
    }

    @Test func `What cannot be a callout is refused`() {
        let cases: [(String, (inout AnnotationChange) -> Void)] = [
            ("a callout has one to three points", { $0.callout = Array(repeating: Point(1, 1), count: 4) }),
            ("a segment of the callout line has no length", { $0.callout = [Point(1, 1), Point(1, 1)] }),
            ("calloutEnding applies only to a callout", { $0.calloutEnding = .circle }),
        ]
        for (reason, change) in cases {
            #expect(throws: PDFError.invalidAnnotation(reason)) { try text(change) }
        }
    }

    @Test func `A typewriter draws neither box nor border`() throws {
        let typed = try text {
            ($0.intent, $0.color, $0.borderWidth) = ("FreeTextTypeWriter", .black, 2)
        }
        let drawing = typed.drawing(on: page)
        let plain = try text { _ in }.drawing(on: page)
        #expect(drawing.content.bytes == plain.content.bytes)
        #expect(drawing.warnings == ["a typewriter text has no background and no border"])
        #expect(plain.warnings == [])
    }
}
