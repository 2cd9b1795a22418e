import Testing

@testable import PDFModel

struct InkTests {
    private let page = SampleAnnotations.page()

    private func content(_ strokes: [[Point]], smooth: Bool = true) throws -> String {
        var annotation = Annotation("Ink", page: 1, geometry: .inkList(strokes))
        annotation.isSmooth = smooth
        let stream = try annotation.validated(on: page).appearance(on: page)
        return String(decoding: stream.data ?? [], as: UTF8.self)
    }

    private func operators(_ content: String) -> [String] {
        content.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
            .filter { ["m", "l", "c"].contains($0) }
    }

    @Test func `Strokes are curves, apart from dots, straight lines and corners`() throws {
        let wave = [Point(0, 0), Point(20, 10), Point(40, 0), Point(60, -10)]
        #expect(operators(try content([wave])) == ["m", "c", "c", "c"])
        #expect(operators(try content([wave], smooth: false)) == ["m", "l", "l", "l"])
        #expect(operators(try content([[Point(5, 5)]])) == ["m", "l"])
        #expect(operators(try content([[Point(5, 5), Point(5, 5)]])) == ["m", "l"])
        #expect(operators(try content([[Point(5, 5), Point(9, 9)], wave])) == ["m", "l", "m", "c", "c", "c"])
        // There and back again: the hand turned.
        #expect(operators(try content([[Point(0, 0), Point(20, 0), Point(1, 1)]])) == ["m", "l", "l"])
    }

    @Test func `A curve passes through its points and stays within their box`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let points = (0..<12).map { _ in
                Point(Double.random(in: 0...100, using: &generator), Double.random(in: 0...100, using: &generator))
            }
            let bounds = try #require(Rectangle(enclosing: points))
            var stream = ContentStream()
            SmoothStroke(points).add(to: &stream)
            let lines = String(decoding: stream.bytes, as: UTF8.self).split(separator: "\n")
            #expect(lines.count == points.count)
            for (line, point) in zip(lines, points) {
                let numbers = line.split(separator: " ").compactMap { Double($0) }
                let named = try #require(Point.list(numbers))
                let end = try #require(named.last)
                #expect(abs(end.x - point.x) < 0.001)
                #expect(named.allSatisfy { bounds.outsetBy(0.001).contains(Rectangle($0.x, $0.y, $0.x, $0.y)) })
            }
        }
    }
}
