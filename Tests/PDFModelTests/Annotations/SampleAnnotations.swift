import FoundationEssentials
import Mutations

@testable import PDFModel

/// Annotations of every kind that can be made, the same for the same seed.
struct SampleAnnotations {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(state: seed) }

    static func page(rotation: Int = 0) -> Page {
        Page(
            number: 1, place: Page.Place(reference: nil, parent: IndirectReference(2), index: 0), dictionary: [:],
            cropBox: Rectangle(0, 0, 595, 842), rotation: rotation)
    }

    /// An annotation with a random value for each property that applies to `subtype`.
    mutating func annotation(_ subtype: String) -> Annotation {
        let properties = Annotation.properties(of: subtype)
        var annotation = Annotation(subtype, page: 1, rect: rectangle())
        if let geometry = geometry(properties) {
            annotation = Annotation(subtype, page: 1, geometry: geometry)
        }
        annotation.contents = text()
        annotation.author = text()
        annotation.subject = Bool.random(using: &generator) ? text() : nil
        annotation.name = "name-\(Int.random(in: 0...9999, using: &generator))"
        annotation.color = Bool.random(using: &generator) ? color() : nil
        annotation.opacity = Double.random(in: 0...1, using: &generator)
        annotation.flags = Int.random(in: 0...1023, using: &generator)
        annotation.creationDate = date()
        annotation.modificationDate = date()
        if properties.contains(.interiorColor) { annotation.interiorColor = color() }
        if properties.contains(.border) { annotation.border = border() }
        if properties.contains(.icon) {
            annotation.icon = Annotation.icons(of: subtype).randomElement(using: &generator)
        }
        if properties.contains(.lineEndings) {
            annotation.lineEndings = LineEndings(start: pick(), end: pick())
        }
        if properties.contains(.fontSize) {
            annotation.textStyle = TextStyle(fontSize: number(1...40), color: color(), alignment: pick())
        }
        return annotation
    }

    private mutating func geometry(_ properties: Set<AnnotationProperty>) -> Annotation.Geometry? {
        if properties.contains(.quadPoints), Bool.random(using: &generator) {
            return .quadPoints(list(1...4) { Quadrilateral($0.rectangle()) })
        }
        if properties.contains(.line) { return .line(point(), point()) }
        if properties.contains(.inkList) { return .inkList(list(1...3) { $0.list(1...8) { $0.point() } }) }
        return nil
    }

    private mutating func list<Element>(_ count: ClosedRange<Int>, _ make: (inout Self) -> Element) -> [Element] {
        (0..<Int.random(in: count, using: &generator)).map { _ in make(&self) }
    }

    private mutating func pick<Value: CaseIterable>() -> Value {
        let cases = Array(Value.allCases)
        return cases[Int.random(in: 0..<cases.count, using: &generator)]
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }

    private mutating func point() -> Point { Point(number(-50...650), number(-50...900)) }

    private mutating func rectangle() -> Rectangle {
        let corner = point()
        return Rectangle(corner.x, corner.y, corner.x + number(1...200), corner.y + number(1...200))
    }

    private mutating func color() -> Color { Color(red: number(0...1), green: number(0...1), blue: number(0...1)) }

    private mutating func border() -> Border {
        Border(width: number(0...6), style: pick(), dash: list(0...3) { $0.number(0.5...5) })
    }

    private mutating func date() -> Date { Date(timeIntervalSince1970: number(-1e9...4e9)) }

    private mutating func text() -> String {
        let pieces = ["word", "(paren)", "żółć", "\\", "α→β", "日本", "\n", "\r\n", "%", "\u{1B}de", "þÿ", "🙂", "€", " "]
        return list(0...6) { sample in pieces[Int.random(in: 0..<pieces.count, using: &sample.generator)] }.joined()
    }
}
