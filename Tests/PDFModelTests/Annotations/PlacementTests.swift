import TestSupport
import Testing

@testable import PDFModel

/// Positions on a page as its reader sees it.
@Suite struct PlacementTests {
    private func page(rotation: Int, crop: Rectangle, unit: Double) -> PageDetails {
        PageDetails(
            number: 1, label: nil, mediaBox: Rectangle(0, 0, 600, 800), cropBox: crop, rotation: rotation,
            userUnit: unit)
    }

    /// Where a rectangle of the page is for the reader: from the left, from the bottom, width, height, in 1/72 inch.
    private func shown(_ rect: Rectangle, on page: PageDetails) -> [Double] {
        let crop = page.cropBox
        let (left, bottom, right, top) = (rect.x0 - crop.x0, rect.y0 - crop.y0, crop.x1 - rect.x1, crop.y1 - rect.y1)
        // A page is turned clockwise: with 90, what is at its left is at the reader's top.
        let (x, y) =
            switch page.rotation {
            case 90: (bottom, right)
            case 180: (right, top)
            case 270: (top, left)
            default: (left, bottom)
            }
        let isTurned = page.rotation % 180 != 0
        let size = isTurned ? (rect.height, rect.width) : (rect.width, rect.height)
        return [x, y, size.0, size.1].map { $0 * page.userUnit }
    }

    private static let anchors: [(Placement.Anchor, Double, Double)] = [
        (.topLeft, 0, 1), (.top, 0.5, 1), (.topRight, 1, 1), (.left, 0, 0.5), (.center, 0.5, 0.5), (.right, 1, 0.5),
        (.bottomLeft, 0, 0), (.bottom, 0.5, 0), (.bottomRight, 1, 0),
    ]

    @Test(arguments: [0, 90, 180, 270], [1, 2.5])
    func `Every place is where the reader of the page sees it`(rotation: Int, unit: Double) {
        let page = page(rotation: rotation, crop: Rectangle(50, 100, 450, 300), unit: unit)
        for (anchor, x, y) in Self.anchors {
            let placement = Placement(anchor, margin: .points(10), width: .points(40), height: .percent(25))
            let rect = placement.rectangle(on: page)
            let height = page.height * 0.25
            let expected = [10 + (page.width - 60) * x, 10 + (page.height - 20 - height) * y, 40, height]
            for (found, wanted) in zip(shown(rect, on: page), expected) {
                #expect(abs(found - wanted) < 1e-9, "\(anchor), \(rotation)")
            }
        }
    }

    @Test(arguments: [0, 90, 180, 270])
    func `The icon of a note, which readers turn upright, is shown there`(rotation: Int) throws {
        let details = page(rotation: rotation, crop: Rectangle(0, 0, 595, 842), unit: 1)
        let placement = Placement(.topRight, margin: .points(10), width: .points(30), height: .points(20))
        let note = Annotation("Text", page: 1, rect: Rectangle(0, 0, 0, 0)).placed(placement, on: details)
        let page = SampleAnnotations.page(rotation: rotation)
        let valid = try note.validated(on: page)
        #expect(Text.shownRect(of: valid, on: page) == placement.rectangle(on: details))
    }

    @Test func `A length has a unit`() {
        #expect(Placement.Length("36") == .points(36))
        #expect(Placement.Length("36pt") == .points(36))
        #expect(Placement.Length("1in") == .points(72))
        #expect(Placement.Length("25.4mm") == .points(72))
        #expect(Placement.Length("2.54cm") == .points(72))
        #expect(Placement.Length("5%") == .percent(5))
        for text in ["", "x", "-1", "5 %", "mm", "inf", "nan%", "1em"] {
            #expect(Placement.Length(text) == nil, "\(text)")
        }
    }
}
